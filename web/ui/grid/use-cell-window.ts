import { type RefObject, useEffect, useState } from 'react';
import type { CellId } from './entries.ts';
import type { GridModel } from './grid-model.ts';

interface CellWindowOptions<T> {
  grid: GridModel;
  /** The content of a cell's window; null for a cell without one. */
  of: (cell: CellId) => T | null;
  /** The grid's active cell, which gets the focus back. */
  activeCell: RefObject<HTMLElement | null>;
  /** The key in the grid that opens it. */
  isKey: (event: KeyboardEvent) => boolean;
  /** Announced for a cell without a window. */
  otherwise: string;
}

interface CellWindow<T> {
  /** The content, or the last one. */
  shown: T | null;
  isOpen: boolean;
  /** False if the active cell has no window. */
  open: () => boolean;
  openOrSay: () => void;
  close: () => void;
}

/** A window about the grid's active cell, opened by a key in the grid or by `open`. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: `open` reads the grid when it is called
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

/** Whether an event came from a grid. The live field is over the grid, not in it. */
export const isInGrid = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('[role="grid"], [data-over]') !== null;
