import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { whenIdle } from '../overlays/when-opened.tsx';
import type { SheetGeometry } from './sheet-geometry.ts';

/** CSS pixels of the lowest row there is. */
const lowestRow = 36;
/** Up to so many rows are all drawn, so that a class can be searched and read out whole. */
const whole = 40;
/** Rows that come and go together, so that scrolling draws now and then and not all the time. */
const block = 8;

interface Span {
  from: number;
  /** The row after the last. */
  to: number;
}

/**
 * Which rows are in the page: those of a class, and of a longer sheet those in sight with some more on either side. Every
 * row there costs each key, seen or not (ADR 0012). The first showing draws what a window holds, the rest comes while the
 * page rests.
 */
export function useRenderedRows(count: number, geometry: RefObject<SheetGeometry | null>) {
  const [span, setSpan] = useState<Span>(() => ({ from: 0, to: Math.ceil(window.innerHeight / lowestRow) }));
  const isPrinting = useRef(false);
  const look = useCallback(() => {
    const shown = geometry.current?.rowsInView();
    if (!shown || isPrinting.current) return;
    const now = count <= whole ? { from: 0, to: whole } : widened(shown);
    setSpan((before) => (before.from === now.from && before.to === now.to ? before : now));
  }, [count, geometry]);
  useAllForPrint({ count, isPrinting, setSpan, look });
  const hasRested = useRef(false);
  useEffect(
    () =>
      whenIdle(async () => {
        hasRested.current = true;
        geometry.current?.rest();
        look();
      }),
    [look, geometry],
  );
  /** Before the browser shows what has been scrolled to. */
  const updateNow = useCallback(() => hasRested.current && flushSync(look), [look]);
  return { span, updateNow };
}

interface Printing {
  count: number;
  isPrinting: RefObject<boolean>;
  setSpan: (span: Span) => void;
  look: () => void;
}

/**
 * On paper nothing scrolls: all rows are there when the browser prints, and go again afterwards. Between the two nothing is looked
 * at: the paper has another size than the window, and a page that prints as soon as it is open has not rested yet.
 */
function useAllForPrint({ count, isPrinting, setSpan, look }: Printing): void {
  useEffect(() => {
    const drawAll = () => {
      isPrinting.current = true;
      flushSync(() => setSpan({ from: 0, to: count }));
    };
    const lookAgain = () => {
      isPrinting.current = false;
      look();
    };
    window.addEventListener('beforeprint', drawAll);
    window.addEventListener('afterprint', lookAgain);
    return () => {
      window.removeEventListener('beforeprint', drawAll);
      window.removeEventListener('afterprint', lookAgain);
    };
  }, [count, isPrinting, setSpan, look]);
}

function widened({ from, to }: Span): Span {
  return { from: Math.max(0, Math.floor(from / block) - 1) * block, to: (Math.ceil(to / block) + 1) * block };
}
