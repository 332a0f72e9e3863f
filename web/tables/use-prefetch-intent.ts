import { useEffect, useRef } from 'react';

/**
 * Milliseconds that a pointer rests on a row before its data is prefetched: a pointer that only crosses the table
 * fetches nothing.
 */
const restMilliseconds = 80;

/** Calls back with the row that is about to be opened: the pointer rests on it, or was pressed down. */
export function usePrefetchIntent<R>(onPrefetch: ((row: R) => void) | undefined) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const rest = (row: R | null) => {
    clearTimeout(timer.current);
    if (row !== null) timer.current = setTimeout(() => onPrefetch?.(row), restMilliseconds);
  };
  const press = (row: R) => {
    clearTimeout(timer.current);
    onPrefetch?.(row);
  };
  return { rest, press };
}
