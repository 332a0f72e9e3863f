import { useSyncExternalStore } from 'react';
import type { authContract } from '#shared/accounts/auth/contract.ts';
import type { Output } from '#shared/http/contract.ts';
import { setAccountOfPage } from '../api/call.ts';

interface AnySession {
  /** Encrypts what this browser keeps of the user's typing (rule 67): the account's, the same in each session. */
  outboxKey: string;
}

export interface StaffSession extends AnySession {
  area: 'staff';
  /** `employee_id`. */
  id: string;
  /** First and last name, as shown. */
  name: string;
  employee: Output<typeof authContract.readEmployeeByUserName>;
}

export interface AdminSession extends AnySession {
  area: 'admin';
  /** `user_admin_id`. */
  id: string;
  name: string;
  kind: 'Admin' | 'PTA';
  /** Permissions for the menu. The server checks each call again. */
  permissions: Output<typeof authContract.readAdminPermissions>['permissions'];
}

export type Session = StaffSession | AdminSession;

/** `undefined`: not asked yet; `null`: a visitor. A page serves one user: the next one gets a new page. */
let session: Session | null | undefined;
const listeners = new Set<() => void>();

/** The session as last known, outside of React. */
export const currentSession = (): Session | null | undefined => session;

/** Only for the modules of this folder: everybody else signs in and out. */
export function setSession(next: Session | null): void {
  session = next;
  setAccountOfPage(next?.id);
  for (const listener of [...listeners]) listener();
}

/** Calls back after each change, such as a new permission list. Returns the way to stop. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The signed-in user, or null. */
export const useSession = (): Session | null => useSyncExternalStore(onSessionChange, currentSession) ?? null;

/** The signed-in teacher; for screens behind the guard of the teacher area. */
export function useTeacherSession(): StaffSession {
  const current = useSession();
  if (current?.area !== 'staff') throw new Error('No teacher is signed in.');
  return current;
}

/** The signed-in admin; for screens behind the guard of the admin area. */
export function useAdminSession(): AdminSession {
  const current = useSession();
  if (current?.area !== 'admin') throw new Error('No admin is signed in.');
  return current;
}
