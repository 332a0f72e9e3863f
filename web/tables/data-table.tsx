import { defaultRangeExtractor, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp, ChevronsUpDown, Search } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { EmptyState } from '../ui/display/empty-state.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { type Column, columnWidth } from './columns.ts';
import styles from './data-table.module.css';
import { FilterMenu } from './filter-menu.tsx';
import { type Selection, useRowSelection } from './row-selection.ts';
import { tableRoles } from './table-roles.ts';
import { type RowCallbacks, TableRow } from './table-row.tsx';
import type { ChangeTable, TableState } from './table-state.ts';
import { usePrefetchIntent } from './use-prefetch-intent.ts';
import { useTableCursor } from './use-table-cursor.ts';
import { useTableRows } from './use-table-rows.ts';

interface DataTableProps<Row> {
  /** Name of the table, read out and not shown. */
  label: string;
  rows: readonly Row[];
  /** The first one names a row, and stays in view. Keep the list in a memo or outside of components. */
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  /** From `useTableState`, which keeps it in the address. */
  state: TableState;
  onChange: ChangeTable;
  /** The search field's placeholder; without it there is no search field. */
  searchPlaceholder?: string;
  /** Enter in a row. */
  onOpen?: (row: Row) => void;
  /** Called when a row is about to be opened, so that its data can be prefetched. */
  onPrefetch?: (row: Row) => void;
  /** Rows can be selected. */
  selection?: Selection;
  onSelection?: (selection: Selection) => void;
  /** Shown where no row matches search and filters. */
  nothingFound: string;
  /** Beside the search field: counts, buttons; a function gets the rows that match search and filters, in order. */
  tools?: ReactNode | ((rows: readonly Row[]) => ReactNode);
  /** It is in a window with a head and a foot, and has less height. */
  isInWindow?: boolean;
}

/** Pixels, as in the style sheet of this folder. */
const rowHeight = 40;
const checkWidth = 44;
/**
 * The estimated size of a frame that is not laid out yet, by the maximum of the style sheet. Measuring it would cost an extra layout before
 * the first paint.
 */
const estimatedRect = (isInWindow: boolean) => ({
  width: 1000,
  height: isInWindow ? Math.max(240, window.innerHeight - 330) : Math.max(320, window.innerHeight - 220),
});

/**
 * A virtualized table of up to some thousand rows, with search, sort and filters by column. Arrows, Home, End and the page keys move in
 * it, Enter opens a row or presses its button, Space selects.
 */
export function DataTable<R extends object>(props: DataTableProps<R>) {
  const { label, columns: all, keyOf, state, onChange, onOpen, selection, onSelection, nothingFound } = props;
  const { rows, columns, valuesOf } = useTableRows({ rows: props.rows, columns: all, keyOf, state });
  const frame = useRef<HTMLDivElement>(null);
  const active = useRef(0);
  const virtual = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 4,
    // The head covers the top of the frame.
    scrollPaddingStart: rowHeight,
    initialRect: estimatedRect(props.isInWindow === true),
    observeElementRect: observeRect,
    // The focused row stays rendered: removing it would lose the focus.
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      const { current } = active;
      return current >= range.count || drawn.includes(current) ? drawn : [...drawn, current].sort((a, b) => a - b);
    },
  });
  const selecting = useRowSelection(
    rows.map(({ key }) => key),
    selection,
    onSelection,
  );
  const isSelectable = selection !== undefined;
  const cursor = useTableCursor({
    rows: rows.length,
    columns: columns.length,
    grid: frame,
    pageSize: () => Math.max(1, Math.floor((virtual.scrollRect?.height ?? 0) / rowHeight) - 1),
    scrollTo: (row) => virtual.scrollToIndex(row, { align: 'auto' }),
    onEnter: (index) => {
      const row = rows[index];
      if (row && onOpen) return onOpen(row.row);
      frame.current?.querySelector<HTMLElement>(`[data-index="${index}"] :is(button, a)`)?.click();
    },
    onSpace: isSelectable ? (index, isRange) => selecting.toggle(rows[index]?.key ?? '', isRange) : undefined,
    onSelectAll: isSelectable ? () => selecting.all(true) : undefined,
  });
  active.current = cursor.row;
  const { current: acts } = useRef<RowCallbacks<R>>({} as RowCallbacks<R>);
  const prefetch = usePrefetchIntent(props.onPrefetch);
  const { toggle } = selecting;
  Object.assign(acts, { open: onOpen, prefetch, toggle, setPlace: cursor.setPlace } satisfies RowCallbacks<R>);

  const template = [
    ...(isSelectable ? [`${checkWidth}px`] : []),
    ...columns.map((column) => `minmax(${columnWidth(column)}px, ${columnWidth(column)}fr)`),
  ].join(' ');
  const minWidth = columns.reduce((sum, column) => sum + columnWidth(column), isSelectable ? checkWidth : 0);

  return (
    <div className={styles.whole} data-in-window={props.isInWindow || undefined}>
      {(props.searchPlaceholder !== undefined || props.tools) && (
        <div className={styles.tools}>
          {props.searchPlaceholder !== undefined && (
            <div className={styles.search}>
              <TextField
                label="Search"
                type="search"
                placeholder={props.searchPlaceholder}
                value={state.search}
                onChange={(event) => onChange({ search: event.target.value })}
              />
            </div>
          )}
          {typeof props.tools === 'function' ? props.tools(rows.map(({ row }) => row)) : props.tools}
        </div>
      )}
      <div className={styles.frame} ref={frame}>
        <table
          {...(isSelectable ? tableRoles.selectable : tableRoles.grid)}
          className={styles.table}
          aria-label={label}
          aria-rowcount={rows.length + 1}
          onKeyDown={cursor.onKeyDown}
          style={{ ['--columns' as string]: template, minWidth }}
        >
          <thead {...tableRoles.group} className={styles.head}>
            <tr {...tableRoles.row} aria-rowindex={1} className={styles.row}>
              {isSelectable && (
                <th scope="col" {...tableRoles.heading} className={styles.check}>
                  <input
                    type="checkbox"
                    aria-label={`Select all ${rows.length} shown`}
                    checked={rows.length > 0 && selecting.count === rows.length}
                    ref={(box) => {
                      if (box) box.indeterminate = selecting.count > 0 && selecting.count < rows.length;
                    }}
                    onChange={(event) => selecting.all(event.target.checked)}
                  />
                </th>
              )}
              {columns.map((column) => (
                <Heading
                  key={column.key}
                  column={column}
                  state={state}
                  onChange={onChange}
                  valuesOf={() => valuesOf(column.key)}
                />
              ))}
            </tr>
          </thead>
          <tbody {...tableRoles.group} className={styles.body} style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ index, key, start }) => {
              const row = rows[index];
              if (!row) return null;
              return (
                <TableRow
                  key={key}
                  {...{ index, start, columns, acts }}
                  rowKey={row.key}
                  row={row.row}
                  isSelected={isSelectable ? selecting.has(row.key) : undefined}
                  activeColumn={index === cursor.row ? cursor.column : undefined}
                  canOpen={onOpen !== undefined}
                />
              );
            })}
          </tbody>
        </table>
        {rows.length === 0 && (
          <EmptyState
            icon={Search}
            title={nothingFound}
            text="No row matches the search and the filters."
            action={<Button onClick={() => onChange({ search: '', filters: {} })}>Show all</Button>}
          />
        )}
      </div>
    </div>
  );
}

interface HeadingProps<Row> {
  column: Column<Row>;
  state: TableState;
  onChange: ChangeTable;
  valuesOf: () => readonly { value: string; count: number }[];
}

function Heading<Row>({ column, state: { sort, filters }, onChange, valuesOf }: HeadingProps<Row>) {
  const { key, label } = column;
  const order = sort?.key === key ? (sort.isDescending ? 'descending' : 'ascending') : undefined;
  const Icon = order === 'ascending' ? ArrowUp : order === 'descending' ? ArrowDown : ChevronsUpDown;
  const next =
    order === undefined ? { key, isDescending: false } : order === 'ascending' ? { key, isDescending: true } : null;
  return (
    <th
      scope="col"
      {...tableRoles.heading}
      aria-sort={order}
      className={column.isNumber ? `${styles.heading} ${styles.number}` : styles.heading}
    >
      {column.isFixed ? (
        <span className={styles.label}>{label}</span>
      ) : (
        <button type="button" className={styles.sort} data-order={order} onClick={() => onChange({ sort: next })}>
          <span className={styles.label}>{label}</span>
          <Icon size={13} aria-hidden />
        </button>
      )}
      {column.isFiltered && (
        <FilterMenu
          label={label}
          valuesOf={valuesOf}
          query={column.filterQuery?.(filters)}
          chosen={filters[key] ?? []}
          onChosen={(chosen) => {
            const { [key]: _before, ...others } = filters;
            onChange({ filters: chosen.length > 0 ? { ...others, [key]: chosen } : others });
          }}
        />
      )}
    </th>
  );
}

/** The observer also reports the first size, after the first layout. */
function observeRect(
  { scrollElement }: Virtualizer<HTMLDivElement, HTMLTableRowElement>,
  report: (rect: { width: number; height: number }) => void,
) {
  if (!scrollElement) return;
  const observer = new ResizeObserver(() => {
    const { offsetWidth: width, offsetHeight: height } = scrollElement;
    if (height > 0) report({ width, height });
  });
  observer.observe(scrollElement);
  return () => observer.disconnect();
}
