import { authContract } from '#shared/accounts/auth/contract.ts';
import type { Area } from '#shared/accounts/auth/session-limits.ts';
import { call } from '../api/call.ts';
import { fetchCsrfCookie } from '../api/csrf.ts';
import { ApiError, NetworkError, parseApiError } from '../api/errors.ts';
import { forgetInterruption, readInterruption } from './interruption.ts';
import { type AdminSession, currentSession, type Session, type StaffSession, setSession } from './session.ts';
import { setExpiry } from './session-expiry.ts';
import { homePages, takeRequestedAddress } from './site-paths.ts';
import { announceToTabs } from './tabs.ts';

/** The area of the last sign-in in this browser, until a sign-out: tells whether to ask the server, and which area first. */
const areaKey = 'formroom.area';
/** The name typed at the last sign-in of this tab; never the password. */
const userNameKey = 'formroom.user-name';

export interface Credentials {
  name: string;
  password: string;
}

/** Outcome of a sign-in: the page to open, the step of a new password (rule 17), or that of the second factor (ADR 0089). */
export type SignInOutcome = { goTo: string; id: string } | NextSignInStep;
export type NextSignInStep = 'must-change-password' | SecondFactorStep;
/** The app's code, or the set-up of an app. */
export type SecondFactorStep = 'code' | 'set up';

let csrfCookie: Promise<void> | undefined;

/** Fetches the security cookie while the sign-in form is filled in, for the next {@link signIn}. */
export function fetchCsrfCookieAhead(): void {
  csrfCookie = requireCsrfCookie();
  csrfCookie.catch(() => undefined);
}

/**
 * Signs in to an area. `must-change-password`: no session yet, but five minutes for {@link changePassword}. Throws as `call`
 * does; a security cookie that cannot be had counts as no connection.
 */
export async function signIn(area: Area, credentials: Credentials): Promise<SignInOutcome> {
  // Consumed: a later sign-in belongs to another session, or to none.
  const fetched = csrfCookie;
  csrfCookie = undefined;
  await (fetched?.catch(requireCsrfCookie) ?? requireCsrfCookie());
  const answer =
    area === 'staff'
      ? await call(authContract.employeeLogin, credentials)
      : await call(authContract.adminLogin, credentials);
  if (answer.password_reset) return 'must-change-password';
  if (answer.second_factor !== 'none') return answer.second_factor;
  return finishSignIn({ area, id: 'id' in answer ? answer.id : answer.employee_id, userName: credentials.name });
}

/**
 * Signs in again under a page whose session expired. `here`: the same user is back, and the page goes on. Everybody else
 * gets a page of their own; what the first one typed stays on the device, and is not sent. Throws as {@link signIn} does.
 */
export async function signInAgain(area: Area, credentials: Credentials): Promise<'here' | SignInOutcome> {
  const before = currentSession()?.id;
  const outcome = await signIn(area, credentials);
  if (typeof outcome === 'string' || outcome.id !== before) return outcome;
  // What the page may show, such as permissions, may have changed; without an answer it goes on with what it knew.
  await refreshSession(area).catch(() => undefined);
  setExpiry(null);
  return 'here';
}

/** Third step of the sign-in: the new password opens the session, in whichever area the account belongs to, or leads to the second factor. */
export async function changePassword({ name, password }: Credentials): Promise<{ goTo: string } | SecondFactorStep> {
  const { area, id, second_factor } = await call(authContract.changeOwnPassword, { name, password });
  if (second_factor !== 'none') return second_factor;
  return finishSignIn({ area, id, userName: name });
}

/** The user name typed at the last sign-in of this tab; empty when there was none. */
export const readLastUserName = (): string => sessionStorage.getItem(userNameKey) ?? '';

/**
 * Asks the server who is signed in, if anybody, and keeps the answer. A 401 makes a visitor; a lost connection throws, and
 * nothing changes.
 */
export async function restoreSession(): Promise<Session | null> {
  const session = await fetchSession();
  if (session) localStorage.setItem(areaKey, session.area);
  else forgetSignedInArea();
  setSession(session);
  return session;
}

let asking: Promise<Session | null> | undefined;

/** The session, read from the server once per page load; concurrent callers share the request. Throws as {@link restoreSession} does. */
export async function readSessionOnce(): Promise<Session | null> {
  const known = currentSession();
  return asking ?? (known === undefined ? readSessionAgain() : known);
}

/** Reads the session of a visitor who has signed in on this page. */
export async function readSessionAgain(): Promise<Session | null> {
  asking = restoreSession().finally(() => {
    asking = undefined;
  });
  return asking;
}

/**
 * {@link restoreSession} for an entrance. It calls only in a browser that has been signed in, so that a new visitor's page does not wait for
 * a 401. What the browser remembers gives no rights, and areas always call.
 */
export async function restoreSessionAtEntrance(): Promise<Session | null> {
  if (localStorage.getItem(areaKey)) return restoreSession();
  setSession(null);
  return null;
}

/** After a sign-out: this browser no longer expects a session. */
export const forgetSignedInArea = (): void => localStorage.removeItem(areaKey);

/** Reads the session again, such as its permissions, which also restarts the server's idle limit. */
export async function refreshSession(area: Area): Promise<void> {
  setSession(area === 'staff' ? await staffSession() : await adminSession());
}

async function requireCsrfCookie(): Promise<void> {
  const response = await fetchCsrfCookie().catch((cause: unknown) => {
    throw new NetworkError(cause);
  });
  if (!response.ok) throw new NetworkError(await parseApiError(response));
}

/** Leads the same user back to where the last session was interrupted, and everybody else to the area's first page. */
export function finishSignIn({ area, id, userName }: { area: Area; id: string; userName: string }): {
  goTo: string;
  id: string;
} {
  const interruption = readInterruption(area);
  forgetInterruption();
  localStorage.setItem(areaKey, area);
  sessionStorage.setItem(userNameKey, userName);
  announceToTabs({ kind: 'signed-in', id });
  const asked = takeRequestedAddress(area);
  return { goTo: interruption?.userName === userName ? interruption.returnTo : (asked ?? homePages[area]), id };
}

/**
 * Finds out who is signed in. The admin's call distinguishes all three (200 an admin, 403 a teacher, 401 a visitor); in a browser that a
 * teacher used last, the teacher's call goes first, which saves a round trip.
 */
async function fetchSession(): Promise<Session | null> {
  const order = localStorage.getItem(areaKey) === 'staff' ? [staffSession, adminSession] : [adminSession, staffSession];
  for (const ask of order) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401) return null;
      if (error.status !== 403 && error.status !== 404) throw error;
    }
  }
  return null;
}

async function staffSession(): Promise<StaffSession> {
  const employee = await call(authContract.readEmployeeByUserName, {});
  return { area: 'staff', id: employee.employee_id, name: `${employee.first_name} ${employee.last_name}`, employee };
}

async function adminSession(): Promise<AdminSession> {
  const answer = await call(authContract.readAdminPermissions, {});
  const { user_admin_id: id, name, user_admin: kind, permissions, storage_key: storageKey } = answer;
  return { area: 'admin', id, name, kind, permissions, storageKey };
}

/** The code after the password opens the session. Throws as `call` does: 409 once the step is over. */
export async function signInWithCode(
  userName: string,
  answer: { code: string; kind: 'app' | 'recovery'; trust_device: boolean },
): Promise<{ goTo: string; recoveryCodesLeft: number }> {
  const { area, id, recovery_codes_left } = await call(authContract.signInWithCode, answer);
  return { goTo: finishSignIn({ area, id, userName }).goTo, recoveryCodesLeft: recovery_codes_left };
}

/** The secret of the app that this sign-in has to set up. */
export const beginRequiredSecondFactor = () => call(authContract.beginDemandedSetUp, {});

/** The first code of the app opens the session. */
export async function confirmRequiredSecondFactor(
  userName: string,
  answer: { code: string; trust_device: boolean },
): Promise<{ goTo: string; recoveryCodes: string[] | null }> {
  const { area, id, recovery_codes } = await call(authContract.confirmDemandedSetUp, answer);
  return { goTo: finishSignIn({ area, id, userName }).goTo, recoveryCodes: recovery_codes };
}
