import { useEffect, useState } from 'react';

/**
 * Milliseconds in which buttons that have come or moved by themselves take no press: it was meant for what was there
 * before.
 */
export const pressGuardMilliseconds = 700;

/**
 * Whether something has come, or changed its place or meaning, so lately that a press may have been meant for what was
 * there before.
 */
export function useJustChanged(what: string): boolean {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(what), pressGuardMilliseconds);
    return () => clearTimeout(timer);
  }, [what]);
  return settled !== what;
}
