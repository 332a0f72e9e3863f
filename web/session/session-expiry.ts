import { useSyncExternalStore } from 'react';
import type { Interruption } from './interruption.ts';

/**
 * A session that ended under an open page. The page stays, and takes what is typed, until the same user has signed in again:
 * what is typed waits in the outbox.
 */
export interface SessionExpiry {
  reason: Interruption['reason'];
  /** Whether the user has asked for the sign-in, or has sent it away; `null` while neither happened. */
  wish: 'sign-in' | 'later' | null;
}

let expiry: SessionExpiry | null = null;
const listeners = new Set<() => void>();

export const currentExpiry = (): SessionExpiry | null => expiry;

/** Only for the modules of this folder. */
export function setExpiry(next: SessionExpiry | null): void {
  if (next?.reason === expiry?.reason && next?.wish === expiry?.wish) return;
  expiry = next;
  for (const listener of [...listeners]) listener();
}

/** The session ended; one that has ended already goes on as it is. */
export const beginExpiry = (reason: SessionExpiry['reason']): void => setExpiry(expiry ?? { reason, wish: null });

/** The user asks for the sign-in, or sends it away to go on typing; null: nobody has a wish any more. */
export function wishOnExpiry(wish: SessionExpiry['wish']): void {
  if (expiry) setExpiry({ ...expiry, wish });
}

/** Calls back when the session expired, when the user's wish changed, and when the same user is back. Returns the way to stop. */
export function onExpiryChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The expiry of this page's session, or null while it is open. */
export const useSessionExpiry = (): SessionExpiry | null => useSyncExternalStore(onExpiryChange, currentExpiry);
