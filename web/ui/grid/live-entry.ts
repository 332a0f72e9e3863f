import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { CellValue } from './columns.ts';
import type { CellId } from './entries.ts';
import type { GridModel } from './grid-model.ts';

/**
 * The one field of the grid that can be typed into: it stands over the active cell, and moves with it.
 * - `ready`: the whole value is selected; a character replaces it, arrows go to other cells.
 * - `typing`: a value is being typed; arrows take it and go on.
 * - `editing`: the caret is inside the value (F2, a second click); left, right, Home and End move the caret.
 */
export interface LiveEntry {
  element: HTMLInputElement | HTMLSelectElement;
  mode: 'ready' | 'typing' | 'editing';
  /** The user typed something. */
  onInput: () => void;
  /** Takes what was typed. False when nothing was. */
  commit: () => boolean;
  /** Forgets what was typed. */
  restore: () => void;
}

export type LiveEntryRef = RefObject<LiveEntry | null>;

/**
 * Makes an uncontrolled input the live entry of a cell while it is mounted, so that a key draws nothing but itself. The
 * shown text is its `defaultValue`: a difference is what has been typed. Leaving the cell in any way takes the typed text.
 */
export function useLiveInput(props: { grid: GridModel; cell: CellId; text: string; live: LiveEntryRef }) {
  const { grid, live, text } = props;
  const { row, column } = props.cell;
  const input = useRef<HTMLInputElement>(null);
  const shown = useRef(text);
  shown.current = text;

  useLayoutEffect(() => {
    const element = input.current;
    if (!element) return;
    let seen: CellValue | undefined;
    const entry: LiveEntry = {
      element,
      mode: 'ready',
      onInput: () => {
        if (entry.mode === 'ready') entry.mode = 'typing';
        if (seen === undefined) seen = grid.view(row).values[column] ?? null;
      },
      commit: () => {
        const typed = element.value;
        const isChanged = typed !== element.defaultValue;
        const before = seen;
        if (entry.mode !== 'ready') entry.restore();
        if (isChanged) grid.enter({ row, column }, typed, before);
        return isChanged;
      },
      restore: () => {
        entry.mode = 'ready';
        seen = undefined;
        showText(element, shown.current);
      },
    };
    live.current = entry;
    return () => {
      entry.commit();
      if (live.current === entry) live.current = null;
    };
  }, [grid, live, row, column]);

  // A value from elsewhere never overwrites what is being typed.
  useLayoutEffect(() => {
    if (input.current && live.current?.mode === 'ready') showText(input.current, text);
  }, [text, live]);

  return input;
}

/** Sets what differs: each of the three makes the browser lay out the page. */
function showText(element: HTMLInputElement, text: string): void {
  if (element.defaultValue !== text) element.defaultValue = text;
  if (element.value !== text) element.value = text;
  if (text !== '' && element === element.ownerDocument.activeElement) element.select();
}
