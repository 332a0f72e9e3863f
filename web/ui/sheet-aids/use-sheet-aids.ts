import { type RefObject, useCallback, useMemo, useState } from 'react';
import { findSharedNames } from '#shared/people/shared-names.ts';
import { acceptsEntry, columnShortName, type GridColumn } from '../grid/grid-columns.ts';
import type { ModelRow } from '../grid/grid-cursor.ts';
import type { ColumnSorting } from '../grid/grid-headings.tsx';
import type { GridModel } from '../grid/grid-model.ts';
import { arrangeRows, computeArrangement, type SheetOrder } from './arrangement.ts';
import { readStoredOrder, type SheetViewChoice, storeOrder } from './stored-sheet-choices.ts';

interface AidedSheet<Row extends ModelRow> {
  grid: GridModel;
  columns: readonly GridColumn[];
  /** All rows of the sheet, in the order of the class list, before any filter. Memoized. */
  rows: readonly Row[];
  /** The screen's own filter, such as one class. Memoized. */
  isShown?: ((row: Row) => boolean) | undefined;
  /** Resets the screen's own filter. */
  onShowAll?: (() => void) | undefined;
  /** The name under which the order is kept on this device: the user and the kind of sheet. */
  keptAs: string;
  /** The column of which the screen shows blanks alone, by its id; null or of another sheet: all rows. */
  missing: string | null;
  /** The user wants another one. The screen gives it as `missing` then. */
  onMissing: (column: string | null) => void;
  /** What is looked for in the sheet's search; the search is open from the start where it is not blank. */
  find: string;
  /** The user types another text. The screen gives it as `find` then. */
  onFind: (text: string) => void;
  /** The user's choice of figures and tints, on a sheet that has them. */
  view?: SheetViewChoice | undefined;
}

/** State and commands of a sheet's order, filter, search and list of keys. */
export interface SheetAids<Row extends ModelRow = ModelRow> {
  grid: GridModel;
  /** The rows to show, in order. */
  rows: readonly Row[];
  /** All rows, in the same order. */
  every: readonly Row[];
  columns: readonly GridColumn[];
  order: SheetOrder;
  sort: (order: SheetOrder) => void;
  /** Shows only rows with a blank in this column; null: all rows. */
  missing: string | null;
  filterMissing: (column: string | null) => void;
  /** Sorts and filters again, by the current values. */
  arrangeAgain: () => void;
  showAll: () => void;
  view: SheetViewChoice | undefined;
  isFinding: boolean;
  find: string;
  onFind: (text: string) => void;
  setFinding: (isFinding: boolean) => void;
  /** What opened the list of keys; it takes the focus only after a click. Null: closed. */
  keys: 'key' | 'press' | null;
  showKeys: (by: 'key' | 'press' | null) => void;
  toggleKeys: () => void;
}

const everybody = () => true;

/** Students of one name have their id in the line below it, and in sentences. */
function withIdsOfSharedNames<Row extends ModelRow>(rows: readonly Row[]): readonly Row[] {
  const shared = findSharedNames(rows.map(({ name }) => name));
  return shared.size === 0
    ? rows
    : rows.map((row) =>
        shared.has(row.name)
          ? {
              ...row,
              nameApart: `${row.name} (${row.id})`,
              standing: [row.id, row.standing].filter(Boolean).join(' · '),
            }
          : row,
      );
}

export function useSheetAids<Row extends ModelRow>(sheet: AidedSheet<Row>): SheetAids<Row> {
  const { grid, columns, rows, isShown = everybody, onShowAll, keptAs, view, onMissing, find, onFind } = sheet;
  const wanted = columns.some((column) => column.id === sheet.missing && acceptsEntry(column, undefined))
    ? sheet.missing
    : null;
  const [isFinding, setFinding] = useState(find !== '');
  const [keys, showKeys] = useState<SheetAids['keys']>(null);
  const toggleKeys = useCallback(() => showKeys((by) => (by === null ? 'key' : null)), []);
  const work = (order: SheetOrder, missing: string | null) => ({
    order,
    missing,
    arrangement: computeArrangement({ rows, columns, valuesOf: (row) => grid.view(row).values, order, missing }),
  });
  // Computed on opening and on request, and not when a value changes: rows must not move while the user types.
  const [worked, setWorked] = useState(() => ({ ...work(readStoredOrder(keptAs), wanted), of: wanted }));
  const { order, missing, arrangement } = worked;
  // The screen's answer to `onMissing` may come after the next key.
  if (wanted !== worked.of) setWorked({ ...(wanted === missing ? worked : work(order, wanted)), of: wanted });
  const arrange = (by: SheetOrder, column: string | null) => setWorked(({ of }) => ({ ...work(by, column), of }));
  const filterMissing = (column: string | null) => {
    arrange(order, column);
    if (column !== missing) onMissing(column);
  };
  const apart = useMemo(() => withIdsOfSharedNames(rows), [rows]);
  const every = useMemo(() => arrangeRows(apart, { ...arrangement, hidden: new Set() }), [apart, arrangement]);
  const shown = useMemo(() => arrangeRows(apart, arrangement).filter(isShown), [apart, arrangement, isShown]);
  return {
    grid,
    rows: shown,
    every,
    columns,
    order,
    sort: (chosen) => {
      storeOrder(keptAs, chosen);
      arrange(chosen, missing);
    },
    missing,
    filterMissing,
    arrangeAgain: () => arrange(order, missing),
    showAll: () => {
      filterMissing(null);
      onShowAll?.();
    },
    view,
    isFinding,
    find,
    onFind,
    setFinding: (isOpen) => {
      setFinding(isOpen);
      if (!isOpen && find !== '') onFind('');
    },
    keys,
    showKeys,
    toggleKeys,
  };
}

/**
 * Sorting by a click on a heading: marks and counts highest first, then lowest first, then the class list again;
 * letters and names from A to Z first. The menu has the same orders.
 */
export function createHeadingSorting({
  columns,
  order,
  sort,
}: Pick<SheetAids, 'columns' | 'order' | 'sort'>): ColumnSorting {
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

/** The column of a command: the active one if it is editable, else the first editable one. */
export function findColumnOfCommand({ grid, columns }: Pick<SheetAids, 'grid' | 'columns'>): GridColumn | undefined {
  const active = grid.active()?.column;
  return active && acceptsEntry(active, undefined) ? active : columns.find((column) => acceptsEntry(column, undefined));
}

/** An order in words: "Exam mark, highest first". */
export function describeSheetOrder(order: SheetOrder, columns: readonly GridColumn[]): string {
  if (order.by === 'list') return 'Class list';
  if (order.by === 'name') return 'Name';
  const column = columns.find(({ id }) => id === order.column);
  const name = column ? columnShortName(column) : '';
  if (order.by === 'missing') return `${name}, missing first`;
  if (column?.kind === 'grade' || column?.kind === 'text')
    return `${name}, ${order.isDescending ? 'Z to A' : 'A to Z'}`;
  return `${name}, ${order.isDescending ? 'highest' : 'lowest'} first`;
}

/** Whether the order differs from the class list's; its column may be missing on this sheet. */
export const isSorted = (order: SheetOrder, columns: readonly GridColumn[]): boolean =>
  order.by === 'name' || (order.by !== 'list' && columns.some(({ id }) => id === order.column));

/** The element that gets the focus back: the active cell, or the field over it. */
export type ActiveCellRef = RefObject<HTMLElement | null>;
