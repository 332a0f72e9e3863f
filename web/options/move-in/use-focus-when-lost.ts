import { type RefObject, useEffect, useRef } from 'react';

/**
 * Takes the focus where what had it has gone from the page: a keyboard goes on here, and a screen reader reads it.
 * @param shown what the element shows; each change of it is looked at
 */
export function useFocusWhenLost<E extends HTMLElement>(shown: unknown): RefObject<E | null> {
  const element = useRef<E>(null);
  const before = useRef<unknown>(undefined);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) element.current?.focus();
  }, [shown]);
  return element;
}
