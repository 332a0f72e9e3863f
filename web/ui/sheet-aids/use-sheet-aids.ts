import { type RefObject, useCallback, useMemo, useState } from 'react';
import { type GridColumn, shortNameOf, takesEntry } from '../grid/columns.ts';
import type { GridModel, ModelRow } from '../grid/grid-model.ts';
import type { Sorting } from '../grid/mark-grid.tsx';
import { arrangementOf, arrangeRows, type Order } from './arrangement.ts';
import { keepOrder, keptOrder, type SheetViewChoice } from './kept-choices.ts';

interface AidedSheet<Row extends ModelRow> {
  grid: GridModel;
  columns: readonly GridColumn[];
  /** All rows of the sheet, in the order of the class list, before any filter. The same array while nothing in it changed. */
  rows: readonly Row[];
  /** The screen's own filter, such as one class; the same function while it filters the same. */
  isShown?: ((row: Row) => boolean) | undefined;
  /** Shows all rows again, as far as the screen's own filter hides some. */
  onShowAll?: (() => void) | undefined;
  /** Under what name the person's order is kept on this device: the person and the kind of sheet. */
  keptAs: string;
  /** What can be shown besides, on a sheet that has it. */
  view?: SheetViewChoice | undefined;
}

/** What helps with a sheet besides typing: order, filter, find and the list of keys. */
export interface SheetAids<Row extends ModelRow = ModelRow> {
  grid: GridModel;
  /** What the grid is to show, in order. */
  rows: readonly Row[];
  /** All of them, in the same order. */
  every: readonly Row[];
  columns: readonly GridColumn[];
  order: Order;
  sort: (order: Order) => void;
  /** Column without whose value rows are shown; null: all are. */
  missing: string | null;
  filterMissing: (column: string | null) => void;
  /** Works order and filter out again, from the values of now. */
  arrangeAgain: () => void;
  showAll: () => void;
  view: SheetViewChoice | undefined;
  isFinding: boolean;
  setFinding: (isFinding: boolean) => void;
  /** Whether the list of keys is shown, and what it was asked for with: it has the focus after a press alone. */
  keys: 'key' | 'press' | null;
  showKeys: (by: 'key' | 'press' | null) => void;
  /** For the key. */
  toggleKeys: () => void;
}

const everybody = () => true;

export function useSheetAids<Row extends ModelRow>(sheet: AidedSheet<Row>): SheetAids<Row> {
  const { grid, columns, rows, isShown = everybody, onShowAll, keptAs, view } = sheet;
  const [isFinding, setFinding] = useState(false);
  const [keys, showKeys] = useState<SheetAids['keys']>(null);
  const toggleKeys = useCallback(() => showKeys((by) => (by === null ? 'key' : null)), []);
  const work = (order: Order, missing: string | null) => ({
    order,
    missing,
    arrangement: arrangementOf({ rows, columns, valuesOf: (row) => grid.view(row).values, order, missing }),
  });
  // Worked out now and when it is asked for: never because a value changed, for a row does not move away from under the hands.
  const [{ order, missing, arrangement }, setWorked] = useState(() => work(keptOrder(keptAs), null));
  const every = useMemo(() => arrangeRows(rows, { ...arrangement, hidden: new Set() }), [rows, arrangement]);
  const shown = useMemo(() => arrangeRows(rows, arrangement).filter(isShown), [rows, arrangement, isShown]);
  return {
    grid,
    rows: shown,
    every,
    columns,
    order,
    sort: (wanted) => {
      keepOrder(keptAs, wanted);
      setWorked(work(wanted, missing));
    },
    missing,
    filterMissing: (column) => setWorked(work(order, column)),
    arrangeAgain: () => setWorked(work(order, missing)),
    showAll: () => {
      setWorked(work(order, null));
      onShowAll?.();
    },
    view,
    isFinding,
    setFinding,
    keys,
    showKeys,
    toggleKeys,
  };
}

/**
 * What a press on a heading does: marks and counts the highest first, then the lowest, and then the class list again; letters and names
 * from A to Z first. The menu has the same orders.
 */
export function headingSorting({ columns, order, sort }: Pick<SheetAids, 'columns' | 'order' | 'sort'>): Sorting {
  const isBy = (column: string | null) =>
    column === null ? order.by === 'name' : order.by === 'value' && order.column === column;
  return {
    orderOf: (column) =>
      isBy(column) ? (order.by === 'value' && order.isDescending ? 'descending' : 'ascending') : undefined,
    press: (column) => {
      if (column === null) return sort(order.by === 'name' ? { by: 'list' } : { by: 'name' });
      const sorted = columns.find(({ id }) => id === column);
      const first = sorted?.kind === 'number' || (sorted?.kind === 'shown' && sorted.align !== 'start');
      if (!isBy(column) || order.by !== 'value') sort({ by: 'value', column, isDescending: first });
      else if (order.isDescending === first) sort({ by: 'value', column, isDescending: !first });
      else sort({ by: 'list' });
    },
  };
}

/** The column that a command is about: the active one where it takes entries, else the first that does. */
export function commandColumn({ grid, columns }: Pick<SheetAids, 'grid' | 'columns'>): GridColumn | undefined {
  const active = grid.active()?.column;
  return active && takesEntry(active, undefined) ? active : columns.find((column) => takesEntry(column, undefined));
}

/** An order in words: "Exam mark, highest first". */
export function orderText(order: Order, columns: readonly GridColumn[]): string {
  if (order.by === 'list') return 'Class list';
  if (order.by === 'name') return 'Name';
  const column = columns.find(({ id }) => id === order.column);
  const name = column ? shortNameOf(column) : '';
  if (order.by === 'missing') return `${name}, missing first`;
  if (column?.kind === 'grade' || column?.kind === 'text')
    return `${name}, ${order.isDescending ? 'Z to A' : 'A to Z'}`;
  return `${name}, ${order.isDescending ? 'highest' : 'lowest'} first`;
}

/** Whether an order is other than the class list's on this sheet: its column may be on another. */
export const isSorted = (order: Order, columns: readonly GridColumn[]): boolean =>
  order.by === 'name' || (order.by !== 'list' && columns.some(({ id }) => id === order.column));

/** Where the focus goes back to: the active cell, or the field over it. */
export type ActiveCell = RefObject<HTMLElement | null>;
