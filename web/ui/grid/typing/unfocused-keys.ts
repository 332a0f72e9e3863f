import { type RefObject, useEffect } from 'react';
import type { GridModel } from '../grid-model.ts';
import type { CursorRenderer } from './cursor.ts';

interface UnfocusedKeys {
  grid: GridModel;
  cursor: CursorRenderer;
  /** The grid's name, announced when it takes the focus by itself. */
  label: string;
  sheet: RefObject<HTMLElement | null>;
}

/** Keys besides characters that are meant for a cell. Space and Page Down scroll, and Tab moves in the page. */
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

/**
 * Whether no other element handles keys: the focus is on nothing, the screen's heading, or an ancestor of the sheet.
 */
function isFocusFree(sheet: HTMLElement): boolean {
  const active = document.activeElement;
  const isFree = active === null || active.matches('h1') || active.contains(sheet);
  // Not under an open window.
  return isFree && sheet.closest('[inert], [aria-hidden=true]') === null;
}

/**
 * Lets the user type into a sheet at once. A sheet that opens takes the focus if no other element has it, and announces
 * its name; not on a phone, whose keyboard would cover the sheet. If the focus is lost later, such as by a click beside
 * the sheet, the first key goes to the active cell.
 */
export function useUnfocusedKeys({ grid, cursor, label, sheet }: UnfocusedKeys): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new label does not make a new sheet
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
      // The grid handles a copy of the key; a character that it does not handle goes into the field, which has the
      // focus now.
      const copy = new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true });
      if (!active.dispatchEvent(copy)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [cursor, sheet]);
}
