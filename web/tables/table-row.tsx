import { Fragment, memo, type ReactNode } from 'react';
import { rowClasses } from '../ui/layout/row.tsx';
import { isInFoldedRow, type TableColumn, textOfTableCell } from './columns.ts';
import styles from './data-table.module.css';

/** Explicit roles: some browsers drop those of table rows with `display: grid`. */
export const tableRoles = {
  // Nothing is typed in it: an answer opens its window over it.
  grid: { role: 'grid', 'aria-readonly': true },
  selectable: { role: 'grid', 'aria-readonly': true, 'aria-multiselectable': true },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  heading: { role: 'columnheader' },
  name: { role: 'rowheader', scope: 'row' },
  cell: { role: 'gridcell' },
} as const;

/**
 * Callbacks of the table's last render, in one object that stays the same, so that a row renders only when it changes.
 */
export interface TableRowCallbacks<R> {
  open: ((row: R) => void) | undefined;
  prefetch: { rest: (row: R | null) => void; press: (row: R) => void };
  toggle: (key: string, isRange: boolean) => void;
}

interface RowProps<R> {
  index: number;
  /** Pixels from the top of the list. */
  start: number;
  rowKey: string;
  row: R;
  columns: readonly TableColumn<R>[];
  acts: TableRowCallbacks<R>;
  /** Undefined where rows cannot be selected. */
  isSelected: boolean | undefined;
  /** The column of the keyboard cursor, where it is in this row. */
  activeColumn: number | undefined;
  /** Pixels, where the row is lines, in which each cell says what it is. */
  foldedHeight: number | undefined;
  /** The name is a button that opens the row. */
  canOpen: boolean;
}

function RenderedRow<R>(props: RowProps<R>) {
  const { index, start, rowKey, row, columns, acts, isSelected, foldedHeight } = props;
  return (
    <tr
      {...tableRoles.row}
      className={foldedHeight ? `${rowClasses} ${styles.row}` : styles.row}
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      onPointerEnter={() => acts.prefetch.rest(row)}
      onPointerLeave={() => acts.prefetch.rest(null)}
      onPointerDown={() => acts.prefetch.press(row)}
      style={{ top: start, height: foldedHeight }}
    >
      {isSelected !== undefined && (
        <td {...tableRoles.cell} className={`${rowClasses} ${styles.check}`}>
          <label>
            <input
              type="checkbox"
              tabIndex={-1}
              aria-label={`Select ${columns[0] ? nameOfRow(columns[0], row) : rowKey}`}
              checked={isSelected}
              onChange={() => {}}
              onClick={(event) => acts.toggle(rowKey, event.shiftKey)}
            />
          </label>
        </td>
      )}
      {columns.map((column, place) => cellOf(column, place, props))}
    </tr>
  );
}

/** Memoized: a key of the search or a step of the cursor renders no other row. */
export const TableRow = memo(RenderedRow) as typeof RenderedRow;

/** What names a row: "Alleyne, Marlon · 39". */
function nameOfRow<R>(column: TableColumn<R>, row: R): string {
  const text = textOfTableCell(column, row);
  return column.rowName ? `${column.rowName(row)} · ${text}` : text;
}

/**
 * A cell is one element with a text, and no component, for speed. Its element goes on to another row when the table
 * scrolls, its content does not.
 */
function cellOf<R>(
  column: TableColumn<R>,
  place: number,
  { row, rowKey, acts, activeColumn, canOpen, foldedHeight }: RowProps<R>,
) {
  const isName = place === 0;
  const isFolded = foldedHeight !== undefined;
  if (isFolded && !isName && !isInFoldedRow(column, row)) return null;
  const Tag = isName ? 'th' : 'td';
  const text = isFolded && isName ? nameOfRow(column, row) : textOfTableCell(column, row);
  const made = column.cell?.(row);
  // A bare text is written into its cell whole; in a fragment it would be a node that a translated page no longer has.
  const isMade = made !== undefined && typeof made !== 'string' && typeof made !== 'number';
  // A long name is whole on a phone, in two lines.
  const shown = isFolded && isName ? <span className={styles.label}>{text}</span> : text;
  const content: ReactNode = isMade ? (
    <Fragment key={column.isPure ? column.key : rowKey}>{made}</Fragment>
  ) : isName && canOpen ? (
    <button
      type="button"
      tabIndex={-1}
      className={styles.open}
      aria-label={column.rowName && nameOfRow(column, row)}
      onClick={() => acts.open?.(row)}
    >
      {shown}
    </button>
  ) : (
    (made ?? shown)
  );
  const isRow = column.cell !== undefined || (isFolded && isName);
  const classes = [isRow && rowClasses, styles.cell, column.isNumber && styles.number].filter(Boolean).join(' ');
  return (
    <Tag
      key={column.key}
      {...(isName ? tableRoles.name : tableRoles.cell)}
      data-column={place}
      tabIndex={place === activeColumn ? 0 : -1}
      className={classes}
      data-content={column.cell ? true : undefined}
      data-label={
        isFolded && !isName && !column.isFixed && (text !== '' || column.ownLine === 'field') ? column.label : undefined
      }
      data-buttons={(isFolded && column.isFixed && column.ownLine === undefined) || undefined}
      data-own-line={isFolded ? column.ownLine : undefined}
    >
      {content}
    </Tag>
  );
}
