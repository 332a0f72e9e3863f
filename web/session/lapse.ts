import { useSyncExternalStore } from 'react';
import type { Interruption } from './interruption.ts';

/**
 * A session that ended under an open page. The page stays, and takes what is typed, until the same user has signed in again:
 * what is typed waits in the outbox.
 */
export interface Lapse {
  reason: Interruption['reason'];
  /** Whether the user has asked for the sign-in, or has sent it away; `null` while neither happened. */
  wish: 'sign-in' | 'later' | null;
}

let lapse: Lapse | null = null;
const listeners = new Set<() => void>();

export const currentLapse = (): Lapse | null => lapse;

/** Only for the modules of this folder. */
export function setLapse(next: Lapse | null): void {
  if (next?.reason === lapse?.reason && next?.wish === lapse?.wish) return;
  lapse = next;
  for (const listener of [...listeners]) listener();
}

/** The session ended; one that has ended already goes on as it is. */
export const beginLapse = (reason: Lapse['reason']): void => setLapse(lapse ?? { reason, wish: null });

/** The user asks for the sign-in, or sends it away to go on typing; null: nobody has a wish any more. */
export function wishOnLapse(wish: Lapse['wish']): void {
  if (lapse) setLapse({ ...lapse, wish });
}

/** Calls back when the session lapsed, when the user's wish changed, and when the same user is back. Returns the way to stop. */
export function onLapseChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The lapse of this page's session, or null while it is open. */
export const useLapse = (): Lapse | null => useSyncExternalStore(onLapseChange, currentLapse);
