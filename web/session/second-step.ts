import { authContract } from '#shared/accounts/auth/contract.ts';
import { call } from '../api/call.ts';
import { opened } from './sign-in.ts';

/** The code after the password opens the session. Throws as `call` does: 409 once the step is over. */
export async function signInWithCode(
  userName: string,
  answer: { code: string; kind: 'app' | 'recovery'; trust_device: boolean },
): Promise<{ goTo: string; recoveryCodesLeft: number }> {
  const { area, id, recovery_codes_left } = await call(authContract.signInWithCode, answer);
  return { goTo: opened({ area, id, userName }).goTo, recoveryCodesLeft: recovery_codes_left };
}

/** The secret of the app that this sign-in has to set up. */
export const beginDemandedSetUp = () => call(authContract.beginDemandedSetUp, {});

/** The first code of the app opens the session. */
export async function confirmDemandedSetUp(
  userName: string,
  answer: { code: string; trust_device: boolean },
): Promise<{ goTo: string; recoveryCodes: string[] | null }> {
  const { area, id, recovery_codes } = await call(authContract.confirmDemandedSetUp, answer);
  return { goTo: opened({ area, id, userName }).goTo, recoveryCodes: recovery_codes };
}
