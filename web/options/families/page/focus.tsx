import { type ReactNode, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';

/** The first page of a visit leaves the focus where the browser has it. */
let isFirstPage = true;

/** When the browser went back or forward last: it scrolls by itself to where the reader was. */
let wentBackAt = Number.NEGATIVE_INFINITY;
addEventListener('popstate', () => {
  wentBackAt = performance.now();
});

/** Whether what had the focus is no longer on the page. */
export const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** Gives the focus to the beginning of what is shown next. */
export const focusBeginning = (element: HTMLElement | null | undefined): void =>
  element?.focus({ preventScroll: performance.now() - wentBackAt < 1000 });

/**
 * The heading of a page. It takes the focus where the page replaced what had it: a keyboard goes on there, and a screen
 * reader reads it.
 */
export function PageHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isFirstPage && isFocusLost()) focusBeginning(heading.current);
    isFirstPage = false;
  }, []);
  return (
    <h1 tabIndex={-1} ref={heading}>
      {children}
    </h1>
  );
}

/** Gives the focus to an element once what is said above it is shown: in a small window that moves it out. */
export function showThenFocus(show: () => void, find: () => HTMLElement | null | undefined): void {
  flushSync(show);
  const element = find();
  element?.focus();
  // One that has the focus already is not scrolled to.
  element?.scrollIntoView({ block: 'nearest' });
}
