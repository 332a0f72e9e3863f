import { type RefObject, useEffect, useState } from 'react';
import type { CellId } from './entries.ts';
import type { GridModel } from './grid-model.ts';

interface CellWindowOptions<T> {
  grid: GridModel;
  /** What the window of a cell shows; null for a cell that has none. */
  of: (cell: CellId) => T | null;
  /** The grid's active cell, which gets the focus back, wherever the press came from: it is the cell that was asked about. */
  activeCell: RefObject<HTMLElement | null>;
  /** The key in the grid that opens it. */
  isKey: (event: KeyboardEvent) => boolean;
  /** Said of a cell that has none. */
  otherwise: string;
}

interface CellWindow<T> {
  /** What it shows, or showed last. */
  shown: T | null;
  isOpen: boolean;
  /** False where the active cell has none. */
  open: () => boolean;
  openOrSay: () => void;
  close: () => void;
}

/** A window about the grid's active cell, opened by a key in the grid and by whatever calls `open`. */
export function useCellWindow<T>({ grid, of, activeCell, isKey, otherwise }: CellWindowOptions<T>): CellWindow<T> {
  const [shown, setShown] = useState<T | null>(null);
  const [isOpen, setOpen] = useState(false);
  const open = (): boolean => {
    const active = grid.active();
    const found = active && of({ row: active.row.id, column: active.column.id });
    if (!found) return false;
    setShown(found);
    setOpen(true);
    return true;
  };
  const openOrSay = () => void (open() || grid.announce(otherwise));
  // biome-ignore lint/correctness/useExhaustiveDependencies: listens once, and looks at the grid of that moment
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isKey(event) || !isInGrid(event)) return;
      event.preventDefault();
      openOrSay();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [grid, of]);
  const close = () => {
    setOpen(false);
    requestAnimationFrame(() => activeCell.current?.focus());
  };
  return { shown, isOpen, open, openOrSay, close };
}

/** Whether an event came from a grid. The field in which marks are typed lies over the grid, not in it. */
export const isInGrid = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('[role="grid"], [data-over]') !== null;
