import { useEffect, useRef } from 'react';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { sessionLimits } from '#shared/accounts/auth/session-limits.ts';
import { studentAccountPrefix } from '#shared/accounts/user-name.ts';
import type { Output } from '#shared/http/contract.ts';
import type { familiesContract } from '#shared/options/families/contract.ts';
import { call, setAccountOfPage } from '../../../api/call.ts';

/** The student who is signed in, and the posted reports. */
export type MyReports = Output<typeof familiesContract.listMyReports>;

/** The student, and the key that encrypts what the device keeps of the typing (rule 67). */
export interface SignedInStudent {
  id: string;
  outboxKey: string;
}

/** Says to `public/student.js` that somebody may be signed in, so that no form flashes. It names nobody. */
const signedInKey = 'formroom.family';
/** Tells this page from those of other tabs. */
const thisPage = String(Math.random());
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

/** False where nobody has signed in on this device, or the last one has signed out. */
export const isPerhapsSignedIn = (): boolean => quietly(() => localStorage.getItem(signedInKey) !== null) ?? true;

/** A student is signed in. Calls of this page are made in that name alone: a sibling may sign in in another tab. */
export function rememberStudent(id: string): void {
  setAccountOfPage(`${studentAccountPrefix}${id}`);
  quietly(() => localStorage.setItem(signedInKey, thisPage));
  quietly(() => sessionStorage.setItem(idKey, id));
}

/**
 * Nobody is signed in here any more.
 * @param inAllTabs the session was ended; it may also be that a sibling has one in another tab, which goes on
 */
export function markSignedOut({ inAllTabs }: { inAllTabs: boolean }): void {
  setAccountOfPage(undefined);
  quietly(() => {
    if (inAllTabs || localStorage.getItem(signedInKey) === thisPage) localStorage.removeItem(signedInKey);
  });
}

/** Calls back when another tab of this device signs out. */
export function onSignedOutElsewhere(react: () => void): () => void {
  const follow = ({ key, newValue }: StorageEvent) => {
    if (key === signedInKey && newValue === null) react();
  };
  addEventListener('storage', follow);
  return () => removeEventListener('storage', follow);
}

/** Calls back when the browser brings the page back as it was left: somebody else may hold the phone. */
export function onPageRestored(react: () => void): () => void {
  const follow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) react();
  };
  addEventListener('pageshow', follow);
  return () => removeEventListener('pageshow', follow);
}

/** The id of the student who was signed in in this tab last; null after signing out. */
export const readKnownStudentId = (): string | null => quietly(() => sessionStorage.getItem(idKey)) ?? null;
export const forgetKnownStudentId = (): void => void quietly(() => sessionStorage.removeItem(idKey));

export async function signOut(): Promise<void> {
  await call(authContract.logout, {});
  forgetKnownStudentId();
}

const signsOfUse = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;

/**
 * Calls back once when nobody has touched the page for a student's idle limit: a phone may be handed on, or lie on a
 * table.
 */
export function useIdleSignOut(isOn: boolean, onIdle: () => void): void {
  const idle = useRef(onIdle);
  idle.current = onIdle;
  useEffect(() => {
    if (!isOn) return;
    let lastUse = Date.now();
    const use = () => {
      lastUse = Date.now();
    };
    // Looks at the clock every five seconds: one long timer would stop while the phone sleeps.
    const timer = setInterval(() => {
      if (Date.now() - lastUse < sessionLimits.student.idle) return;
      clearInterval(timer);
      idle.current();
    }, 5000);
    for (const sign of signsOfUse) addEventListener(sign, use, { passive: true });
    return () => {
      clearInterval(timer);
      for (const sign of signsOfUse) removeEventListener(sign, use);
    };
  }, [isOn]);
}
