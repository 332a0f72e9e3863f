const listeners = new Set<() => void>();
let isLost = false;

/**
 * Calls back when an act ended without an answer that says what became of it: the connection broke, or the server
 * failed. It may have been done, so what the page shows may be stale.
 */
export const onAnswerLost = (listener: () => void): void => void listeners.add(listener);

/** Whether the last act that ended had no such answer: nobody can say that it was not done. */
export const isLastAnswerLost = (): boolean => isLost;

/** Notes how an act ended. */
export function noteEndOfAct(end: 'known' | 'unknown'): void {
  isLost = end === 'unknown';
  if (isLost) for (const listener of listeners) listener();
}
