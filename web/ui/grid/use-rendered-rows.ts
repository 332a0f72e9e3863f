import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { callWhenIdle } from '../screen/idle.ts';
import type { SheetGeometry } from './sheet-geometry.ts';

/** Smallest height of a row, and of what is above the first one in a window, in CSS pixels. */
const [lowestRow, above] = [36, 130];
/** Up to this many rows all are rendered, for the browser's search and screen readers. */
const whole = 40;
/** Rows that are rendered together, so that scrolling renders less often. */
const block = 8;

interface Span {
  from: number;
  /** The row after the last. */
  to: number;
}

/**
 * Which rows are rendered: all rows of a class; of a longer sheet the visible ones and some on either side, because
 * every rendered row slows typing (ADR 0012). The first rendering has the rows of one window, the rest follows when the
 * browser is idle.
 */
export function useRenderedRows(count: number, geometry: RefObject<SheetGeometry | null>) {
  const [span, setSpan] = useState<Span>(() => ({ from: 0, to: Math.ceil((window.innerHeight - above) / lowestRow) }));
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
      callWhenIdle(() => {
        hasRested.current = true;
        geometry.current?.rest();
        look();
      }),
    [look, geometry],
  );
  /** Before the browser paints the scrolled sheet. */
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
 * Renders all rows while the browser prints. Meanwhile the geometry is not read: the paper has another size than the
 * window.
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
