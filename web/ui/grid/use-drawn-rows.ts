import { useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { whenIdle } from '../overlays/when-opened.tsx';

/** CSS pixels of the lowest row there is. */
const lowestRow = 36;
/** Rows added while the page rests: few, so that a key in between does not wait long. */
const step = 8;

/**
 * How many of the rows are in the page: at first those that a window can show, soon all of them. So a long sheet shows as
 * fast as a short one, and still can be searched and read out whole. `drawAll` draws the rest at once.
 */
export function useDrawnRows(count: number): { drawn: number; drawAll: () => void } {
  const [drawn, setDrawn] = useState(() => Math.ceil(window.innerHeight / lowestRow));
  useEffect(
    () => (drawn < count ? whenIdle(async () => setDrawn((before) => before + step)) : undefined),
    [drawn, count],
  );
  const drawAll = useCallback(() => flushSync(() => setDrawn(Number.POSITIVE_INFINITY)), []);
  return { drawn, drawAll };
}
