import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** What scrolls rows into view. */
export interface TableScroller {
  scrollTo: (row: number) => void;
  /** Rows of a page key. */
  pageSize: () => number;
}

interface CursorOptions {
  rows: number;
  columns: number;
  view: RefObject<TableScroller>;
  grid: RefObject<HTMLElement | null>;
  onEnter: (row: number) => void;
  /** Space, with Shift for a range; undefined where rows cannot be selected. */
  onSpace: ((row: number, isRange: boolean) => void) | undefined;
  onSelectAll: (() => void) | undefined;
  /** Shift+F10, the menu key, and Space where rows cannot be selected. */
  onMenu?: (row: number) => void;
}

export type TableCursor = Pick<ReturnType<typeof useTableCursor>, 'row' | 'column' | 'onFocus'>;

/** The keyboard cursor (roving tabindex): the table is one tab stop. */
export function useTableCursor({ rows, columns, view, grid, ...acts }: CursorOptions) {
  const [place, setPlace] = useState({ row: 0, column: 0 });
  const row = Math.max(0, Math.min(place.row, rows - 1));
  const column = Math.min(place.column, columns - 1);
  const mustFocus = useRef(false);
  // Retried after each render: the row may have to be rendered first.
  useEffect(() => {
    if (!mustFocus.current) return;
    const line = grid.current?.querySelector(`[data-index="${row}"]`);
    // On a phone a row may have fewer cells than the one before.
    const cell = line?.querySelector<HTMLElement>(`[data-column="${column}"]`) ?? line?.querySelector('th');
    if (!cell) return;
    mustFocus.current = false;
    cell.focus();
  });

  const go = (to: { row?: number; column?: number }) => {
    const next = {
      row: Math.max(0, Math.min(to.row ?? row, rows - 1)),
      column: Math.max(0, Math.min(to.column ?? column, columns - 1)),
    };
    mustFocus.current = true;
    setPlace(next);
    view.current.scrollTo(next.row);
  };

  /** The next one that the row has. */
  const columnBeside = (step: 1 | -1) => {
    const line = grid.current?.querySelector(`[data-index="${row}"]`);
    let next = column + step;
    while (next > 0 && next < columns && line && !line.querySelector(`[data-column="${next}"]`)) next += step;
    return next < columns ? next : column;
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (altKey) return;
    const isFar = ctrlKey || metaKey;
    const isInControl = event.target instanceof HTMLElement && event.target.dataset.column === undefined;
    const moves: Record<string, () => void> = {
      ArrowDown: () => go({ row: isFar ? rows - 1 : row + 1 }),
      ArrowUp: () => go({ row: isFar ? 0 : row - 1 }),
      ArrowRight: () => go({ column: columnBeside(1) }),
      ArrowLeft: () => go({ column: columnBeside(-1) }),
      PageDown: () => go({ row: row + view.current.pageSize() }),
      PageUp: () => go({ row: row - view.current.pageSize() }),
      Home: () => go(isFar ? { row: 0, column: 0 } : { column: 0 }),
      End: () => go(isFar ? { row: rows - 1, column: columns - 1 } : { column: columns - 1 }),
      ...(acts.onMenu && {
        ContextMenu: () => acts.onMenu?.(row),
        ...(shiftKey && { F10: () => acts.onMenu?.(row) }),
      }),
      // A control in the cell handles these keys itself.
      ...(isInControl
        ? {}
        : {
            Enter: () => acts.onEnter(row),
            ...((acts.onSpace ?? acts.onMenu) && {
              ' ': () => (acts.onSpace ? acts.onSpace(row, shiftKey) : acts.onMenu?.(row)),
            }),
            ...(isFar && acts.onSelectAll && { a: acts.onSelectAll }),
          }),
    };
    const move = moves[key];
    if (!move) return;
    event.preventDefault();
    move();
  };
  /** Of the cells: the cursor follows the focus. */
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const cell = target.closest<HTMLElement>('[data-column]');
    const line = cell?.closest<HTMLElement>('[data-index]');
    if (cell && line) setPlace({ row: Number(line.dataset.index), column: Number(cell.dataset.column) });
  };
  return { row, column, onKeyDown, onFocus };
}
