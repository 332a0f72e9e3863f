import { type ClipboardEvent, type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useMemo } from 'react';
import type { CellId } from './entries.ts';
import { acceptsMarkWords, readOnlyReason, type TextColumn } from './grid-columns.ts';
import type { GridModel } from './grid-model.ts';
import { markWordOfKey } from './key-names.ts';
import { isBlockText } from './typing/clipboard.ts';
import type { CursorRenderer } from './typing/cursor.ts';
import { fillBlanks, fillDown } from './typing/fill.ts';
import type { LiveField } from './typing/live-field.ts';
import { toCursorMove } from './typing/navigation.ts';
import { goToNextBlank } from './typing/next-blank.ts';

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
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
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

interface GridEvents {
  grid: GridModel;
  field: LiveField;
  cursor: CursorRenderer;
  onOpenText: (rowId: string, column: TextColumn) => void;
  onKeys: () => void;
}

/** Handlers of keyboard, pointer and clipboard for the grid's root. */
export function useGridEvents({ grid, field, cursor, onOpenText, onKeys }: GridEvents) {
  useCommitBeforeLeaving(field);

  return useMemo(() => {
    const isReady = () => field.mode === 'ready';
    /** The cell of the last click: the browser's double click may be on two cells. */
    let pressed: CellId | null = null;
    const cellAt = (event: MouseEvent) => (event.target === field.element ? field.cell : cellOf(event));

    const openText = () => {
      const active = grid.active();
      if (active?.column.kind !== 'text' || readOnlyReason(active.column, active.row.closed)) return false;
      onOpenText(active.row.id, active.column);
      return true;
    };

    /** Keys of a cell in which nothing is being typed. True if the key was handled. */
    const onReadyKey = (event: KeyboardEvent): boolean => {
      const active = grid.active();
      if (!active) return false;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const isCommand = event.ctrlKey || event.metaKey;
      const action = event.altKey && grid.activeNote()?.actions?.find(({ key: chosen }) => chosen === key);
      if (action) return handled(action.act);
      const word = event.altKey && !isCommand && markWordOfKey(event.code);
      if (word && acceptsMarkWords(active.column)) return handled(() => grid.enterWord(word));
      if (isCommand && key === 'z') return handled(() => (event.shiftKey ? grid.redo() : grid.undo()));
      if (isCommand && key === 'y') return handled(() => grid.redo());
      if (key === 'Delete' || (key === 'Backspace' && active.column.kind !== 'number'))
        return handled(() => grid.clear());
      if (key === 'F2' && !event.shiftKey) return handled(() => field.edit() || openText());
      if (key === 'Enter' && !event.shiftKey && openText()) return true;
      if (isCommand || event.altKey || event.key.length !== 1) return false;
      // No mark or grade begins with it, but a comment may.
      if (key === '?' && active.column.kind !== 'text') return handled(onKeys);
      const closed = readOnlyReason(active.column, active.row.closed);
      if (closed) return handled(() => grid.announce(closed));
      if (active.column.kind === 'text') {
        grid.bufferKey(event.key);
        return openText();
      }
      if (active.column.kind !== 'grade' || key === ' ') return false;
      return handled(() => grid.enter({ row: active.row.id, column: active.column.id }, key));
    };

    /** Commands for many cells; a text being typed is entered first. */
    const onCommandKey = (event: KeyboardEvent): boolean => {
      const act = commandOfKey(event);
      if (!act) return false;
      field.commit();
      act(grid);
      cursor.focus();
      cursor.reveal();
      return true;
    };

    /** Keys of a list that is open in the page. True if the browser handles the key. */
    const onListKey = (event: KeyboardEvent): boolean => {
      if (!field.isListOpen || event.key === 'Tab' || event.key === 'Escape') return false;
      if (event.key !== 'Enter') return true;
      event.preventDefault();
      return handled(() => field.commit());
    };

    const onMoveKey = (event: KeyboardEvent): boolean => {
      const move = toCursorMove(event);
      if (!move || event.altKey) return false;
      if (field.mode === 'editing' && ['left', 'right', 'row-start', 'row-end'].includes(move)) return false;
      const extend = event.shiftKey && event.key.startsWith('Arrow');
      field.commit();
      const stays = grid.move(move, { extend });
      cursor.focus();
      cursor.reveal();
      // Tab from the last editable cell leaves the grid.
      if (stays && event.key === 'Tab') openText();
      return stays;
    };

    return {
      onKeyDown: (event: KeyboardEvent) => {
        if (event.nativeEvent.isComposing || onListKey(event)) return;
        if (event.key === 'Escape' && !isReady()) field.restore();
        else if (!onCommandKey(event) && !(isReady() && onReadyKey(event)) && !onMoveKey(event)) return;
        event.preventDefault();
        event.stopPropagation();
      },
      onMouseDown: (event: MouseEvent) => {
        const cell = cellAt(event);
        if (!cell || event.button !== 0) return;
        const isInField = event.target === field.element && field.element === document.activeElement;
        // While a text is being typed, a click sets the caret; else it takes a double click to edit.
        if (isInField && !isReady() && !event.shiftKey) {
          field.editHere();
          return;
        }
        // A second click opens the browser's list of grades.
        if (isInField && event.target instanceof HTMLSelectElement && !event.shiftKey) return;
        event.preventDefault();
        const isSecond = event.detail === 2 && isSame(cell, pressed);
        pressed = cell;
        if (isSecond && !event.shiftKey && field.cell && isSame(cell, field.cell)) {
          field.edit();
          return;
        }
        grid.activateCell(cell, { extend: event.shiftKey });
        cursor.focus();
      },
      onClick: (event: MouseEvent) => {
        if (!cellAt(event)) return;
        // Not on mousedown: the cell would move away from under the finger.
        cursor.reveal();
        if (event.shiftKey || openText()) return;
        if ((event.nativeEvent as PointerEvent).pointerType === 'touch') field.openGrades();
      },
      onCopy: (event: ClipboardEvent) => {
        if (!isReady()) return;
        event.preventDefault();
        event.clipboardData.setData('text/plain', grid.copy());
      },
      onCut: (event: ClipboardEvent) => {
        if (!isReady()) return;
        event.preventDefault();
        event.clipboardData.setData('text/plain', grid.copy());
        grid.clear();
      },
      onPaste: (event: ClipboardEvent) => {
        const text = event.clipboardData.getData('text/plain');
        if (!isReady()) {
          if (!isBlockText(text)) return;
          field.restore();
        }
        event.preventDefault();
        grid.paste(text);
      },
    };
  }, [grid, field, cursor, onOpenText, onKeys]);
}

function commandOfKey(event: KeyboardEvent): ((grid: GridModel) => void) | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  if (event.key.toLowerCase() === 'd') return event.shiftKey ? fillBlanks : fillDown;
  return event.key === 'Enter' && !event.shiftKey ? goToNextBlank : null;
}

const isSame = (a: CellId, b: CellId | null): boolean => a.row === b?.row && a.column === b.column;

const handled = (act: () => unknown): true => {
  act();
  return true;
};

/**
 * The cell of a click. In the frame in which rows get `content-visibility` (see mark-grid.module.css) the event's
 * target is the row: then the cell is found by its position.
 */
function cellOf({ target, clientX }: MouseEvent): CellId | null {
  if (!(target instanceof Element)) return null;
  const isThere = (cell: Element) => {
    const { left, right } = cell.getBoundingClientRect();
    return clientX >= left && clientX < right;
  };
  // Sticky columns come first.
  const met = target.matches('[data-row]') ? [...target.children].find(isThere) : target;
  const cell = met?.closest<HTMLElement>('[data-column]');
  const row = cell?.closest<HTMLElement>('[data-row]')?.dataset.row;
  const column = cell?.dataset.column;
  return row !== undefined && column !== undefined ? { row, column } : null;
}

/** Enters the text being typed when the page is hidden or closed, so that it is kept on the device (rule 10). */
function useCommitBeforeLeaving(field: LiveField): void {
  useEffect(() => {
    const take = () => field.commit();
    const warn = (event: BeforeUnloadEvent) => {
      if (take()) event.preventDefault();
    };
    // In the capture phase: the outbox stores it in the bubble phase.
    window.addEventListener('visibilitychange', take, true);
    window.addEventListener('pagehide', take, true);
    window.addEventListener('beforeunload', warn);
    return () => {
      window.removeEventListener('visibilitychange', take, true);
      window.removeEventListener('pagehide', take, true);
      window.removeEventListener('beforeunload', warn);
    };
  }, [field]);
}
