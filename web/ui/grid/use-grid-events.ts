import { type ClipboardEvent, type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useMemo } from 'react';
import { flushSync } from 'react-dom';
import { type TextColumn, whyClosed } from './columns.ts';
import type { GridModel } from './grid-model.ts';
import type { LiveEntryRef } from './live-entry.ts';
import { moveOfKey } from './navigation.ts';

interface GridEvents {
  grid: GridModel;
  live: LiveEntryRef;
  activeCell: RefObject<HTMLDivElement | null>;
  onOpenText: (rowId: string, column: TextColumn) => void;
}

/** Keyboard, pointer and clipboard of the grid, handled once at its root. */
export function useGridEvents({ grid, live, activeCell, onOpenText }: GridEvents) {
  useTakeBeforeLeaving(live);

  return useMemo(() => {
    /** Applies a change of the active cell, draws it at once, and puts the focus there. */
    const go = (change: () => void) => {
      live.current?.commit();
      flushSync(change);
      const cell = activeCell.current;
      const target = cell?.querySelector<HTMLElement>('[data-live]') ?? cell;
      target?.focus({ preventScroll: true });
    };
    /** Scrolls as little as shows the active cell; a browser's own scrolling to the focus jumps it to the middle. */
    const reveal = () => activeCell.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const isReady = () => live.current === null || live.current.mode === 'ready';

    const openText = () => {
      const active = grid.active();
      if (active?.column.kind !== 'text' || whyClosed(active.column, active.row.closed)) return false;
      onOpenText(active.row.id, active.column);
      return true;
    };

    /** Keys of a cell in which nothing is being typed. True when the key was used. */
    const onReadyKey = (event: KeyboardEvent): boolean => {
      const active = grid.active();
      if (!active) return false;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const isCommand = event.ctrlKey || event.metaKey;
      if (isCommand && key === 'z') return does(() => (event.shiftKey ? grid.redo() : grid.undo()));
      if (isCommand && key === 'y') return does(() => grid.redo());
      if (key === 'Delete' || (key === 'Backspace' && active.column.kind !== 'number')) return does(() => grid.clear());
      if (key === 'F2') return does(() => editInPlace(live) || openText());
      if (key === 'Enter' && !event.shiftKey && openText()) return true;
      if (isCommand || event.altKey || event.key.length !== 1) return false;
      const closed = whyClosed(active.column, active.row.closed);
      if (closed) return does(() => grid.announce(closed));
      if (active.column.kind === 'text') return openText();
      if (active.column.kind !== 'grade' || key === ' ') return false;
      return does(() => grid.enter({ row: active.row.id, column: active.column.id }, key));
    };

    const onMoveKey = (event: KeyboardEvent): boolean => {
      const move = moveOfKey(event);
      const entry = live.current;
      if (!move || event.altKey) return false;
      if (entry?.mode === 'editing' && ['left', 'right', 'row-start', 'row-end'].includes(move)) return false;
      const extend = event.shiftKey && event.key.startsWith('Arrow');
      let stays = true;
      go(() => {
        stays = grid.move(move, { extend });
      });
      reveal();
      // Tab from the last entry leaves the grid, as Tab does everywhere.
      if (stays && event.key === 'Tab') openText();
      return stays;
    };

    return {
      onKeyDown: (event: KeyboardEvent) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Escape' && !isReady()) live.current?.restore();
        else if (!(isReady() && onReadyKey(event)) && !onMoveKey(event)) return;
        event.preventDefault();
        event.stopPropagation();
      },
      onMouseDown: (event: MouseEvent) => {
        const cell = cellOf(event.target);
        if (!cell || event.button !== 0) return;
        const entry = live.current;
        const isOnEntry = entry !== null && event.target === entry.element;
        if (isOnEntry && entry.element === document.activeElement && !event.shiftKey) {
          entry.mode = 'editing';
          return;
        }
        event.preventDefault();
        go(() => grid.activateCell(cell, { extend: event.shiftKey }));
      },
      onClick: (event: MouseEvent) => {
        if (!cellOf(event.target)) return;
        // Not when the press began: the cell would move away from under the finger.
        reveal();
        if (event.shiftKey || openText()) return;
        if ((event.nativeEvent as PointerEvent).pointerType === 'touch') showGrades(live);
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
        if (!isReady()) return;
        event.preventDefault();
        grid.paste(event.clipboardData.getData('text/plain'));
      },
    };
  }, [grid, live, activeCell, onOpenText]);
}

const does = (act: () => unknown): true => {
  act();
  return true;
};

/** Puts the caret at the end of the value, or opens the list of grades. False where nothing can be typed. */
function editInPlace(live: LiveEntryRef): boolean {
  const entry = live.current;
  if (!entry) return false;
  if (entry.element instanceof HTMLSelectElement) return showGrades(live);
  entry.mode = 'editing';
  entry.element.setSelectionRange(entry.element.value.length, entry.element.value.length);
  return true;
}

/** Opens the browser's own list of grades, where it lets a script do that; elsewhere a second press opens it. */
function showGrades(live: LiveEntryRef): boolean {
  const element = live.current?.element;
  if (!(element instanceof HTMLSelectElement)) return false;
  try {
    element.showPicker();
  } catch {
    element.focus();
  }
  return true;
}

function cellOf(target: EventTarget): { row: string; column: string } | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  const row = cell?.closest<HTMLElement>('[data-row]')?.dataset.row;
  const column = cell?.dataset.column;
  return row !== undefined && column !== undefined ? { row, column } : null;
}

/** What is being typed when the page is hidden or closed is taken, so that it is kept on the device (DECISIONS 10). */
function useTakeBeforeLeaving(live: LiveEntryRef): void {
  useEffect(() => {
    const take = () => live.current?.commit();
    const warn = (event: BeforeUnloadEvent) => {
      if (take()) event.preventDefault();
    };
    // While the event is on its way in: whoever stores on its way out then has it.
    window.addEventListener('visibilitychange', take, true);
    window.addEventListener('pagehide', take, true);
    window.addEventListener('beforeunload', warn);
    return () => {
      window.removeEventListener('visibilitychange', take, true);
      window.removeEventListener('pagehide', take, true);
      window.removeEventListener('beforeunload', warn);
    };
  }, [live]);
}
