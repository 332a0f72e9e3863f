import { type RefObject, useEffect } from 'react';
import type { GridModel } from '../grid-model.ts';
import type { Cursor } from './cursor.ts';

interface UnfocusedKeys {
  grid: GridModel;
  cursor: Cursor;
  /** The grid's name, read out when the focus comes by itself. */
  label: string;
  sheet: RefObject<HTMLElement | null>;
}

/** Keys besides characters that are meant for a cell. Space, Page Down and the like scroll, and Tab goes through the page. */
const cellKeys: ReadonlySet<string> = new Set([
  'Enter',
  'Backspace',
  'Delete',
  'F2',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
]);

/** Whether keys have nowhere else to go: the focus is nowhere, on the screen's heading, or on what lies around the sheet. */
function isFocusFree(sheet: HTMLElement): boolean {
  const active = document.activeElement;
  const isFree = active === null || active.matches('h1') || active.contains(sheet);
  // Under an open window the sheet takes nothing.
  return isFree && sheet.closest('[inert], [aria-hidden=true]') === null;
}

/**
 * Somebody who looks at a sheet with an active cell types at once. A sheet that opens takes the focus where it is free, and its name is
 * read out; not on a phone, whose keyboard would hide half of the sheet. Where the focus is free later, such as after a press beside
 * the sheet, the first key goes to the active cell.
 */
export function useUnfocusedKeys({ grid, cursor, label, sheet }: UnfocusedKeys): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another name is no other sheet
  useEffect(() => {
    if (!sheet.current || !isFocusFree(sheet.current) || !window.matchMedia('(pointer: fine)').matches) return;
    grid.announce(label, { isShown: false });
    cursor.focus();
  }, [grid, cursor]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, code, shiftKey } = event;
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      const isForCell = cellKeys.has(key) || (key.length === 1 && key !== ' ');
      if (!isForCell || !sheet.current || !isFocusFree(sheet.current)) return;
      cursor.reveal();
      cursor.focus();
      const active = document.activeElement;
      if (!active || !sheet.current.parentElement?.contains(active)) return;
      // The grid's own keys first, as if it had come there; a character that they leave goes into the field, which has the focus by now.
      const copy = new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true });
      if (!active.dispatchEvent(copy)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [cursor, sheet]);
}
