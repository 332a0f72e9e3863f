import { authContract } from '#shared/accounts/auth/contract.ts';
import type { familiesContract } from '#shared/families/contract.ts';
import type { Output } from '#shared/http/contract.ts';
import { call } from '../../../api/call.ts';

/** The student who is signed in, and the posted reports. */
export type MyReports = Output<typeof familiesContract.listMyReports>;

/** Says to `public/student.js` that somebody may be signed in, so that no form flashes. It names nobody. */
const signedInKey = 'formroom.family';
/** The id typed at the last sign-in of this tab, for the step that asks for the password alone. */
const idKey = 'formroom.family-id';

/** Storage may be closed to us: then nothing is remembered. */
function quietly<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

export function rememberStudent(id: string): void {
  quietly(() => localStorage.setItem(signedInKey, '1'));
  quietly(() => sessionStorage.setItem(idKey, id));
}

export const markSignedOut = (): void => void quietly(() => localStorage.removeItem(signedInKey));

/** The id of the student who was signed in in this tab last; null after signing out. */
export const readKnownStudentId = (): string | null => quietly(() => sessionStorage.getItem(idKey)) ?? null;
export const forgetKnownStudentId = (): void => void quietly(() => sessionStorage.removeItem(idKey));

export async function signOut(): Promise<void> {
  await call(authContract.logout, {});
  forgetKnownStudentId();
}
