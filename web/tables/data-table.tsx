import { ArrowDown, ArrowUp, ArrowUpDown, ChevronsUpDown, Search } from 'lucide-react';
import { memo, type PointerEvent, type ReactNode, type UIEvent, useRef, useState } from 'react';
import { Button, IconButton } from '../ui/controls/button.tsx';
import { EmptyState } from '../ui/display/empty-state.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { Row, rowClasses, Toolbar } from '../ui/layout/row.tsx';
import { Stack } from '../ui/layout/stack.tsx';
import { useMedia } from '../ui/screen/use-media.ts';
import { canFold, columnWidth, type FilterValue, type TableColumn } from './columns.ts';
import styles from './data-table.module.css';
import { FilterMenu } from './menus/filter-menu.tsx';
import { type RowSelection, useRowSelection } from './row-selection.ts';
import { TableBody } from './table-body.tsx';
import { type TableRowCallbacks, tableRoles } from './table-row.tsx';
import type { ChangeTable, TableState } from './table-state.ts';
import { usePrefetchIntent } from './use-prefetch-intent.ts';
import { type TableScroller, useTableCursor } from './use-table-cursor.ts';
import { useTableRows } from './use-table-rows.ts';

/** How many rows of a list are shown, among its tools. */
export const ListTotal = ({ label, total }: { label: string; total: number }) => (
  <p className={styles.total} role="status">
    {label}: <strong>{total.toLocaleString('en')}</strong>
  </p>
);

interface DataTableProps<Row> {
  /** Name of the table, read out and not shown. */
  label: string;
  rows: readonly Row[];
  /** The first one names a row, and stays in view. Keep the list in a memo or outside of components. */
  columns: readonly TableColumn<Row>[];
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
  selection?: RowSelection;
  onSelection?: (selection: RowSelection) => void;
  /** Shown where no row matches search and filters. */
  nothingFound: string;
  /** Beside the search field: counts, buttons; a function gets the rows that match search and filters, in order. */
  tools?: ReactNode | ((rows: readonly Row[]) => ReactNode);
  /** It is in a window with a head and a foot, and has less height. */
  isInWindow?: boolean;
}

/** Pixels, as in the style sheet of this folder. */
const checkWidth = 44;

/**
 * A virtualized table of up to some thousand rows, with search, sort and filters by column. Arrows, Home, End and the
 * page keys move in it, Enter opens a row or presses its button, Space selects or opens the row's menu, Shift+F10 opens
 * the menu.
 */
export function DataTable<R extends object>(props: DataTableProps<R>) {
  const { label, columns: all, keyOf, state, onChange, onOpen, selection, onSelection, nothingFound } = props;
  const { rows, columns, valuesOf } = useTableRows({ rows: props.rows, columns: all, keyOf, state });
  const frame = useRef<HTMLDivElement>(null);
  const view = useRef<TableScroller>({ scrollTo: () => {}, pageSize: () => 1 });
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
    view,
    onEnter: (index) => {
      const row = rows[index];
      if (row && onOpen) return onOpen(row.row);
      frame.current?.querySelector<HTMLElement>(`[data-index="${index}"] :is(button, a)`)?.click();
    },
    onMenu: (index) =>
      frame.current?.querySelector<HTMLElement>(`[data-index="${index}"] [aria-haspopup="menu"]`)?.click(),
    onSpace: isSelectable ? (index, isRange) => selecting.toggle(rows[index]?.key ?? '', isRange) : undefined,
    onSelectAll: isSelectable ? () => selecting.all(true) : undefined,
  });
  const { current: acts } = useRef<TableRowCallbacks<R>>({} as TableRowCallbacks<R>);
  const prefetch = usePrefetchIntent(props.onPrefetch);
  const { toggle } = selecting;
  Object.assign(acts, { open: onOpen, prefetch, toggle } satisfies TableRowCallbacks<R>);

  const { current: headActs } = useRef<HeadCallbacks>({} as HeadCallbacks);
  Object.assign(headActs, { change: onChange, valuesOf } satisfies HeadCallbacks);

  const isFinger = useMedia('(pointer: coarse)');
  const isFolded = useMedia('(max-width: 640px)') && canFold(columns);
  // A folded table has its headings behind a button; what is filtered shows by what.
  const [isSorting, setSorting] = useState(Object.keys(state.filters).length > 0);
  const template = [
    ...(isSelectable ? [`${checkWidth}px`] : []),
    ...columns.map((column) => `minmax(${columnWidth(column, isFinger)}px, ${columnWidth(column, isFinger)}fr)`),
  ].join(' ');
  const minWidth = columns.reduce((sum, column) => sum + columnWidth(column, isFinger), isSelectable ? checkWidth : 0);

  return (
    <Stack
      narrow
      gap={12}
      className={styles.whole}
      shrinks
      data-in-window={props.isInWindow || undefined}
      data-folded={isFolded || undefined}
      data-sorting={isSorting || undefined}
    >
      {(props.searchPlaceholder !== undefined || props.tools || isFolded) && (
        <Toolbar gap={8} across={12}>
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
          {isFolded && (
            <div className={styles.sorting}>
              <IconButton
                label="Sort and filter"
                variant="secondary"
                icon={ArrowUpDown}
                aria-expanded={isSorting}
                onClick={() => setSorting(!isSorting)}
              />
            </div>
          )}
          <div className={styles.acts}>
            {typeof props.tools === 'function' ? props.tools(rows.map(({ row }) => row)) : props.tools}
          </div>
        </Toolbar>
      )}
      <div className={styles.frame} ref={frame} onScroll={markSideways}>
        <table
          {...(isSelectable ? tableRoles.selectable : tableRoles.grid)}
          className={styles.table}
          aria-label={label}
          aria-rowcount={rows.length + 1}
          onKeyDown={cursor.onKeyDown}
          onPointerOver={showCutText}
          style={isFolded ? undefined : { ['--columns' as string]: template, minWidth }}
        >
          <thead {...tableRoles.group} className={styles.head}>
            <tr {...tableRoles.row} aria-rowindex={1} className={isFolded ? `${rowClasses} ${styles.row}` : styles.row}>
              {isSelectable && (
                <th scope="col" {...tableRoles.heading} className={`${rowClasses} ${styles.check}`}>
                  <label>
                    <input
                      type="checkbox"
                      aria-label={`Select all ${rows.length} shown`}
                      checked={rows.length > 0 && selecting.count === rows.length}
                      ref={(box) => {
                        if (box) box.indeterminate = selecting.count > 0 && selecting.count < rows.length;
                      }}
                      onChange={(event) => selecting.all(event.target.checked)}
                    />
                  </label>
                </th>
              )}
              {columns.map((column) => (
                <Heading
                  key={column.key}
                  column={column as TableColumn<never>}
                  sort={state.sort}
                  filters={state.filters}
                  acts={headActs}
                />
              ))}
            </tr>
          </thead>
          <TableBody
            rows={rows}
            columns={columns}
            view={view}
            cursor={cursor}
            acts={acts}
            isSelected={isSelectable ? selecting.has : undefined}
            canOpen={onOpen !== undefined}
            isInWindow={props.isInWindow === true}
            isFolded={isFolded}
          />
        </table>
        {rows.length === 0 && (
          <EmptyState
            icon={Search}
            title={nothingFound}
            text="Nothing matches the search and the filters."
            action={<Button onClick={() => onChange({ search: '', filters: {} })}>Show all</Button>}
          />
        )}
      </div>
    </Stack>
  );
}

/**
 * Names are sticky once the table is scrolled sideways: each sticky cell is a layer of the browser's, a sixth of the
 * time of a frame while scrolling down.
 */
function markSideways({ currentTarget }: UIEvent<HTMLElement>): void {
  currentTarget.toggleAttribute('data-sideways', currentTarget.scrollLeft > 0);
}

/** A text that is cut is shown whole while the pointer is on it: of a cell, and of a heading. */
function showCutText({ target }: PointerEvent<HTMLElement>): void {
  const cut = (target as Element).closest<HTMLElement>(`.${styles.cell}:not([data-content]), .${styles.label}`);
  if (!cut) return;
  const isCut = cut.scrollWidth > cut.clientWidth || cut.scrollHeight > cut.clientHeight;
  cut.title = isCut ? (cut.textContent ?? '') : '';
}

/**
 * Callbacks of the table's last render, in one object that stays the same, so that typing in the search renders no
 * headings.
 */
interface HeadCallbacks {
  change: ChangeTable;
  valuesOf: (key: string) => readonly FilterValue[];
}

interface HeadingProps extends Pick<TableState, 'sort' | 'filters'> {
  column: TableColumn<never>;
  acts: HeadCallbacks;
}

const Heading = memo(({ column, sort, filters, acts }: HeadingProps) => {
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
      className={`${rowClasses} ${styles.heading} ${column.isNumber ? styles.number : ''}`}
    >
      {column.isFixed ? (
        <span className={styles.label}>{label}</span>
      ) : (
        <Row
          as="button"
          gap={4}
          type="button"
          className={styles.sort}
          shrinks
          data-order={order}
          onClick={() => acts.change({ sort: next })}
        >
          <span className={styles.label}>{label}</span>
          <Icon size={13} aria-hidden />
        </Row>
      )}
      {column.isFiltered && (
        <FilterMenu
          label={label}
          valuesOf={() => acts.valuesOf(key)}
          query={column.filterQuery?.(filters)}
          chosen={filters[key] ?? []}
          onChosen={(chosen) => {
            const { [key]: _before, ...others } = filters;
            acts.change({ filters: chosen.length > 0 ? { ...others, [key]: chosen } : others });
          }}
        />
      )}
    </th>
  );
});
