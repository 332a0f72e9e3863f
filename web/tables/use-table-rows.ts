import { useDeferredValue, useMemo, useRef } from 'react';
import { createTextMatcher, foldForSearch, wordsTyped } from '../ui/fields/search-text.ts';
import { type FilterValue, type TableColumn, textOfTableCell } from './columns.ts';
import type { TableState } from './table-state.ts';

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

interface Rows<Row> {
  /** In the order of the table, after search and filters. */
  rows: readonly { key: string; row: Row }[];
  columns: readonly TableColumn<Row>[];
  /** The values of a filtered column with their counts, in rows that match the search and the other filters. */
  valuesOf: (key: string) => readonly FilterValue[];
}

interface RowsOptions<Row> {
  rows: readonly Row[];
  columns: readonly TableColumn<Row>[];
  keyOf: (row: Row) => string;
  state: TableState;
}

/** The rows and columns that a table shows. The search is by words, in columns that are shown or always searched. */
export function useTableRows<Row extends object>({ rows, columns, keyOf, state }: RowsOptions<Row>): Rows<Row> {
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
  const wanted = wordsTyped(useDeferredValue(state.search)).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns make other texts
  const texts = useMemo(() => new WeakMap<object, string>(), [searched]);
  const isFound = useMemo(() => {
    if (wanted === '') return () => true;
    const has = createTextMatcher(wanted);
    return (row: Row) => {
      const known = texts.get(row) ?? foldForSearch(searched.map((column) => textOfTableCell(column, row)).join(' '));
      texts.set(row, known);
      return has(known);
    };
  }, [wanted, searched, texts]);

  const filtered = useMemo(() => filteredBy(columns, filters), [columns, filters]);
  // Sorted before the search, so that a key of the search does not sort again.
  const ordered = useMemo(() => {
    const left = rows.filter(filtered());
    const by = sort && columns.find(({ key, isFixed }) => key === sort.key && !isFixed);
    return by ? left.sort(compareBy(by, sort.isDescending)) : left;
  }, [rows, columns, filtered, sort]);
  // A new function with the same meaning on each render.
  const key = useRef(keyOf);
  key.current = keyOf;
  return {
    rows: useMemo(() => ordered.filter(isFound).map((row) => ({ key: key.current(row), row })), [ordered, isFound]),
    columns: shown,
    valuesOf: (key) => {
      const column = columns.find((one) => one.key === key);
      const isLeft = filtered(key);
      const counted = new Map<string, number>();
      for (const row of column ? rows : []) {
        if (!isFound(row) || !isLeft(row)) continue;
        const text = textOfTableCell(column as TableColumn<Row>, row);
        counted.set(text, (counted.get(text) ?? 0) + 1);
      }
      // A chosen value that no row has any more must be listed to be deselected.
      for (const value of filters[key] ?? []) if (!counted.has(value)) counted.set(value, 0);
      return [...counted]
        .map(([value, count]) => ({ value, count }))
        .sort((a, b) => collator.compare(a.value, b.value));
    },
  };
}

/** Makes the predicate of all filters, or of all but one. Filters of unknown columns are ignored. */
function filteredBy<Row>(columns: readonly TableColumn<Row>[], filters: TableState['filters']) {
  return (but?: string) => {
    const wanted = columns.flatMap((column) => {
      const values = column.key === but ? undefined : filters[column.key];
      return values ? [{ column, values: new Set(values) }] : [];
    });
    return (row: Row) => wanted.every(({ column, values }) => values.has(textOfTableCell(column, row)));
  };
}

/** Numbers by value, texts in natural order, blanks last in both directions. Equal rows keep their order. */
function compareBy<Row>(column: TableColumn<Row>, isDescending: boolean) {
  return (a: Row, b: Row): number => {
    const [left, right] = [column.value(a), column.value(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    const order =
      typeof left === 'number' && typeof right === 'number'
        ? left - right
        : collator.compare(String(left), String(right));
    return isDescending ? -order : order;
  };
}
