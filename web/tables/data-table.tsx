import type { RowData } from '@tanstack/react-table';
import { defaultRangeExtractor, observeElementRect, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp, ChevronsUpDown, Search } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { EmptyState } from '../ui/display/empty-state.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { type Column, textOf, widthOf } from './columns.ts';
import styles from './data-table.module.css';
import { FilterMenu } from './filter-menu.tsx';
import { type Selection, useSelecting } from './selection.ts';
import type { ChangeTable, TableState } from './table-state.ts';
import { useCursor } from './use-cursor.ts';
import { useRows } from './use-rows.ts';

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
  /** What the search field suggests; without it there is none. */
  searchPlaceholder?: string;
  /** Enter in a row. */
  onOpen?: (row: Row) => void;
  /** Rows can be selected. */
  selection?: Selection;
  onSelection?: (selection: Selection) => void;
  /** Said while no row is left by search and filters. */
  nothingFound: string;
  /** Beside the search field: counts, buttons; they may be of the rows that search and filters leave, in their order. */
  tools?: ReactNode | ((rows: readonly Row[]) => ReactNode);
  /** It is in a window with a head and a foot, which leave it less height. */
  isInWindow?: boolean;
}

/** Said once more: rows that are laid out as grids of their own are no rows of a table to some browsers. */
const roles = {
  grid: { role: 'grid' },
  selectable: { role: 'grid', 'aria-multiselectable': true },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  heading: { role: 'columnheader' },
  name: { role: 'rowheader', scope: 'row' },
  cell: { role: 'gridcell' },
} as const;
/** Pixels, as the sheet of this folder has it. */
const rowHeight = 40;
const checkWidth = 44;
/** A frame that is not laid out yet is drawn as if so many pixels of it were seen. */
const unseen = { width: 1000, height: 640 };

/**
 * A table of up to some thousand rows: searched, sorted, filtered by column, its rows drawn as they come into sight. Arrows, Home, End and
 * the page keys move in it, Enter opens a row or presses its button, Space selects.
 */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { label, columns: all, keyOf, state, onChange, onOpen, selection, onSelection, nothingFound } = props;
  const { rows, columns, valuesOf } = useRows({ rows: props.rows, columns: all, keyOf, state });
  const frame = useRef<HTMLDivElement>(null);
  const active = useRef(0);
  const virtual = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
    // The head covers the top of the frame.
    scrollPaddingStart: rowHeight,
    initialRect: unseen,
    observeElementRect: observeRect,
    // The row that has the focus stays drawn, or the keyboard would be lost with it.
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      const { current } = active;
      return current >= range.count || drawn.includes(current) ? drawn : [...drawn, current].sort((a, b) => a - b);
    },
  });
  const selecting = useSelecting(
    rows.map(({ key }) => key),
    selection,
    onSelection,
  );
  const isSelectable = selection !== undefined;
  const cursor = useCursor({
    rows: rows.length,
    columns: columns.length,
    grid: frame,
    pageSize: () => Math.max(1, Math.floor((virtual.scrollRect?.height ?? unseen.height) / rowHeight) - 1),
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

  const template = [
    ...(isSelectable ? [`${checkWidth}px`] : []),
    ...columns.map((column) => `minmax(${widthOf(column)}px, ${widthOf(column)}fr)`),
  ].join(' ');
  const minWidth = columns.reduce((sum, column) => sum + widthOf(column), isSelectable ? checkWidth : 0);

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
          {...(isSelectable ? roles.selectable : roles.grid)}
          className={styles.table}
          aria-label={label}
          aria-rowcount={rows.length + 1}
          onKeyDown={cursor.onKeyDown}
          style={{ ['--columns' as string]: template, minWidth }}
        >
          <thead {...roles.group} className={styles.head}>
            <tr {...roles.row} aria-rowindex={1} className={styles.row}>
              {isSelectable && (
                <th scope="col" {...roles.heading} className={styles.check}>
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
          <tbody {...roles.group} className={styles.body} style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ index, key, start }) => {
              const row = rows[index];
              if (!row) return null;
              return (
                <tr
                  key={key}
                  {...roles.row}
                  className={styles.row}
                  data-index={index}
                  aria-rowindex={index + 2}
                  aria-selected={isSelectable ? selecting.has(row.key) : undefined}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  {isSelectable && (
                    <td {...roles.cell} className={styles.check}>
                      <input
                        type="checkbox"
                        tabIndex={-1}
                        aria-label={`Select ${columns[0] ? textOf(columns[0], row.row) : row.key}`}
                        checked={selecting.has(row.key)}
                        onChange={() => {}}
                        onClick={(event) => selecting.toggle(row.key, event.shiftKey)}
                      />
                    </td>
                  )}
                  {columns.map((column, place) => (
                    <Cell
                      key={column.key}
                      column={column}
                      row={row.row}
                      place={`${index}/${place}`}
                      isName={place === 0}
                      isActive={index === cursor.row && place === cursor.column}
                      onFocus={() => cursor.setPlace({ row: index, column: place })}
                      onOpen={place === 0 && onOpen ? () => onOpen(row.row) : undefined}
                    />
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
        {rows.length === 0 && (
          <EmptyState
            icon={Search}
            title={nothingFound}
            text="Nothing contains what you look for and the filters that are chosen."
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
      {...roles.heading}
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

interface CellProps<Row> {
  column: Column<Row>;
  row: Row;
  place: string;
  isName: boolean;
  isActive: boolean;
  onFocus: () => void;
  /** The name opens the row for those without a keyboard. */
  onOpen: (() => void) | undefined;
}

function Cell<Row>({ column, row, place, isName, isActive, onFocus, onOpen }: CellProps<Row>) {
  const Tag = isName ? 'th' : 'td';
  const text = textOf(column, row);
  return (
    <Tag
      {...(isName ? roles.name : roles.cell)}
      data-cell={place}
      tabIndex={isActive ? 0 : -1}
      className={column.isNumber ? `${styles.cell} ${styles.number}` : styles.cell}
      {...(column.cell ? {} : { title: text })}
      onFocus={onFocus}
    >
      {column.cell ? (
        column.cell(row)
      ) : onOpen ? (
        <button type="button" tabIndex={-1} className={`${styles.text} ${styles.open}`} onClick={onOpen}>
          {text}
        </button>
      ) : (
        <span className={styles.text}>{text}</span>
      )}
    </Tag>
  );
}

const observeRect = (
  instance: Virtualizer<HTMLDivElement, HTMLTableRowElement>,
  tell: (rect: { width: number; height: number }) => void,
) => observeElementRect(instance, (rect) => tell(rect.height === 0 ? unseen : rect));
