import { useSyncExternalStore } from 'react';
import type { Area } from '#shared/accounts/auth/session-limits.ts';

/** A session of this tab that ended without a press of Logout; the sign-in page takes up from here. */
export interface SessionInterruption {
  /** `ended`: the server said so, for its own reasons (absolute limit, reset password, a revoked account). */
  reason: 'inactivity' | 'ended';
  area: Area;
  /** The user name to ask the password for; empty when this tab does not know it. */
  userName: string;
  /** Where they were, path and query. */
  returnTo: string;
}

/** Kept by the tab, because the sign-in page is a new page. */
const storageKey = 'formroom.interruption';

export const rememberInterruption = (interruption: SessionInterruption): void =>
  sessionStorage.setItem(storageKey, JSON.stringify(interruption));

export const forgetInterruption = (): void => sessionStorage.removeItem(storageKey);

/** The interruption of that area's last session, or null. */
export function readInterruption(area: Area): SessionInterruption | null {
  const stored = sessionStorage.getItem(storageKey);
  const interruption = stored === null ? null : (JSON.parse(stored) as SessionInterruption);
  return interruption?.area === area ? interruption : null;
}

/**
 * A session that ended under an open page. The page stays until the same user has signed in again; what is typed
 * meanwhile waits in the outbox.
 */
export interface SessionExpiry {
  reason: SessionInterruption['reason'];
  /** What the user chose; `null` before they chose. */
  answer: 'sign-in' | 'later' | null;
}

let expiry: SessionExpiry | null = null;
const listeners = new Set<() => void>();

export const currentExpiry = (): SessionExpiry | null => expiry;

/** Only for the modules of this folder. */
export function setExpiry(next: SessionExpiry | null): void {
  if (next?.reason === expiry?.reason && next?.answer === expiry?.answer) return;
  expiry = next;
  for (const listener of [...listeners]) listener();
}

/** The session ended; one that has ended already goes on as it is. */
export const markSessionExpired = (reason: SessionExpiry['reason']): void =>
  setExpiry(expiry ?? { reason, answer: null });

/** Opens the sign-in window, or closes it so that the user can go on typing; null resets it. */
export function chooseAfterExpiry(answer: SessionExpiry['answer']): void {
  if (expiry) setExpiry({ ...expiry, answer });
}

/**
 * Calls back when the session expired, when the user chose, and when the same user is back. Returns the way to stop.
 */
export function onExpiryChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The expiry of this page's session, or null while it is open. */
export const useSessionExpiry = (): SessionExpiry | null => useSyncExternalStore(onExpiryChange, currentExpiry);
