import { useSyncExternalStore } from 'react';
import type { Interruption } from './interruption.ts';

/** A session that ended under an open page: the page stays, covered, until the same user has signed in again. */
export interface Lapse {
  reason: Interruption['reason'];
}

let lapse: Lapse | null = null;
const listeners = new Set<() => void>();

export const currentLapse = (): Lapse | null => lapse;

/** Only for the modules of this folder. */
export function setLapse(next: Lapse | null): void {
  if (next?.reason === lapse?.reason) return;
  lapse = next;
  for (const listener of [...listeners]) listener();
}

/** Calls back when the session lapsed and when the same user is back. Returns the way to stop. */
export function onLapseChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The lapse that stands, or null while the session is open. */
export const useLapse = (): Lapse | null => useSyncExternalStore(onLapseChange, currentLapse);
