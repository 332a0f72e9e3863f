import {
  type ColumnDef,
  columnFilteringFeature,
  createFilteredRowModel,
  createSortedRowModel,
  type RowData,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useDeferredValue, useMemo } from 'react';
import { plain } from '../ui/fields/search-text.ts';
import { type Column, type FilterValue, textOf } from './columns.ts';
import type { TableState } from './table-state.ts';

const features = tableFeatures({
  columnFilteringFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
});

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

interface Rows<Row> {
  /** In the order of the table, after search and filters. */
  rows: readonly { key: string; row: Row }[];
  columns: readonly Column<Row>[];
  /** The values of a filtered column, with how many rows have them among those that the other filters leave. */
  valuesOf: (key: string) => readonly FilterValue[];
}

interface RowsOptions<Row> {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  state: TableState;
}

/** The rows and columns that a table shows. Searching looks into the columns that are shown or always searched, without regard to accents and case. */
export function useRows<Row extends RowData>({ rows, columns, keyOf, state }: RowsOptions<Row>): Rows<Row> {
  const { sort, filters, columns: chosen } = state;
  const shown = useMemo(
    () =>
      columns.filter(
        ({ key, isHidden = false, isAlwaysShown = false }, index) =>
          index === 0 || isAlwaysShown || (chosen ? chosen.includes(key) : !isHidden),
      ),
    [columns, chosen],
  );
  const searched = useMemo(
    () => columns.filter((column) => column.isAlwaysSearched || shown.includes(column)),
    [columns, shown],
  );
  const wanted = plain(useDeferredValue(state.search).trim());
  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns make other texts
  const texts = useMemo(() => new WeakMap<object, string>(), [searched]);
  const isFound = useMemo(() => {
    if (wanted === '') return () => true;
    return (row: Row) => {
      const known = texts.get(row) ?? plain(searched.map((column) => textOf(column, row)).join(' '));
      texts.set(row, known);
      return known.includes(wanted);
    };
  }, [wanted, searched, texts]);

  const table = useTable({
    features,
    data: rows,
    columns: useMemo(() => columns.map((column) => definitionOf(column)), [columns]),
    getRowId: keyOf,
    state: {
      sorting: useMemo(() => (sort ? [{ id: sort.key, desc: sort.isDescending }] : []), [sort]),
      columnFilters: useMemo(() => Object.entries(filters).map(([id, value]) => ({ id, value })), [filters]),
    },
  });
  const { rows: model } = table.getRowModel();
  return {
    // After the library, which would make every row again for other data with each key of the search.
    rows: useMemo(
      () => model.filter(({ original }) => isFound(original)).map(({ id, original }) => ({ key: id, row: original })),
      [model, isFound],
    ),
    columns: shown,
    valuesOf: (key) => {
      const column = columns.find((one) => one.key === key);
      const others = columns.filter((one) => one.key !== key && filters[one.key] !== undefined);
      const counted = new Map<string, number>();
      for (const row of column ? rows : []) {
        if (!isFound(row) || !others.every((other) => filters[other.key]?.includes(textOf(other, row)))) continue;
        const text = textOf(column as Column<Row>, row);
        counted.set(text, (counted.get(text) ?? 0) + 1);
      }
      // A chosen value that no row has any more can still be given up.
      for (const value of filters[key] ?? []) if (!counted.has(value)) counted.set(value, 0);
      return [...counted]
        .map(([value, count]) => ({ value, count }))
        .sort((a, b) => collator.compare(a.value, b.value));
    },
  };
}

/** The library's accessor gives the text, by which is filtered and counted; sorting looks at the value itself, blanks last. */
function definitionOf<Row extends RowData>(column: Column<Row>): ColumnDef<typeof features, Row> {
  return {
    id: column.key,
    accessorFn: (row: Row) => (column.value(row) === null ? undefined : textOf(column, row)),
    sortUndefined: 'last',
    enableSorting: !column.isFixed,
    filterFn: (row, _id, wanted: readonly string[]) => wanted.includes(textOf(column, row.original)),
    sortFn: (a, b) => {
      const [left, right] = [column.value(a.original), column.value(b.original)];
      if (typeof left === 'number' && typeof right === 'number') return left - right;
      return collator.compare(String(left), String(right));
    },
  };
}
