import { type ReactNode, useCallback, useEffect, useReducer, useRef } from 'react';

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

/** The heading of a page. It takes the focus where the page replaced what had it: a keyboard goes on there, and a screen reader reads it. */
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

type FindElement = () => HTMLElement | null | undefined;

/** Gives the focus to an element after the next rendering: what is said above it moves it out of a small window. */
export function useNextFocus(): (find: FindElement) => void {
  const next = useRef<FindElement>(undefined);
  const [, render] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const element = next.current?.();
    next.current = undefined;
    element?.focus();
    // One that has the focus already is not scrolled to.
    element?.scrollIntoView({ block: 'nearest' });
  });
  return useCallback((find) => {
    next.current = find;
    render();
  }, []);
}
