import { authContract } from '#shared/accounts/auth/contract.ts';
import type { Area } from '#shared/accounts/auth/session-limits.ts';
import { call } from '../api/call.ts';
import { ApiError } from '../api/errors.ts';
import { type AdminSession, currentSession, type Session, type StaffSession, setSession } from './session.ts';

/**
 * The area of the last sign-in in this browser, until a sign-out: tells whether to ask the server, and which area
 * first.
 */
const areaKey = 'formroom.area';
/** The name typed at the last sign-in of this tab; never the password. */
const userNameKey = 'formroom.user-name';

/** Notes who signed in, for the next page of this browser. */
export function rememberSignIn({ area, userName }: { area: Area; userName: string }): void {
  localStorage.setItem(areaKey, area);
  sessionStorage.setItem(userNameKey, userName);
}

/** The user name typed at the last sign-in of this tab; empty when there was none. */
export const readLastUserName = (): string => sessionStorage.getItem(userNameKey) ?? '';

/** After a Logout: the next person at this computer learns no name. */
export const forgetLastUserName = (): void => sessionStorage.removeItem(userNameKey);

/**
 * Asks the server who is signed in, if anybody, and keeps the answer. A 401 makes a visitor; a lost connection throws,
 * and nothing changes.
 */
export async function restoreSession(): Promise<Session | null> {
  const session = await fetchSession();
  if (session) localStorage.setItem(areaKey, session.area);
  else forgetSignedInArea();
  setSession(session);
  return session;
}

let asking: Promise<Session | null> | undefined;

/**
 * The session, read from the server once per page load; concurrent callers share the request. Throws as
 * {@link restoreSession} does.
 */
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
 * {@link restoreSession} for an entrance. It calls only in a browser that has been signed in, so that a new visitor's
 * page does not wait for a 401. What the browser remembers gives no rights, and areas always call.
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

/**
 * Finds out who is signed in. The admin's call distinguishes all three (200 an admin, 403 a teacher, 401 a visitor); in
 * a browser that a teacher used last, the teacher's call goes first, which saves a round trip.
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
  const { employee_id: id, first_name, last_name, outbox_key: outboxKey } = employee;
  if (outboxKey === undefined) throw new Error('A teacher’s own record comes with the key of the outbox');
  return { area: 'staff', id, name: `${first_name} ${last_name}`, employee, outboxKey };
}

async function adminSession(): Promise<AdminSession> {
  const answer = await call(authContract.readAdminPermissions, {});
  const { user_admin_id: id, name, user_admin: kind, permissions, outbox_key: outboxKey } = answer;
  return { area: 'admin', id, name, kind, permissions, outboxKey };
}
