import { memo } from 'react';
import { type Column, textOfCell } from './columns.ts';
import styles from './data-table.module.css';
import { tableRoles } from './table-roles.ts';

/** Callbacks of the table's last render, in one object that stays the same, so that a row renders only when it changes. */
export interface RowCallbacks<R> {
  open: ((row: R) => void) | undefined;
  prefetch: { rest: (row: R | null) => void; press: (row: R) => void };
  toggle: (key: string, isRange: boolean) => void;
  setPlace: (place: { row: number; column: number }) => void;
}

interface RowProps<R> {
  index: number;
  /** Pixels from the top of the list. */
  start: number;
  rowKey: string;
  row: R;
  columns: readonly Column<R>[];
  acts: RowCallbacks<R>;
  /** Undefined where rows cannot be selected. */
  isSelected: boolean | undefined;
  /** The column of the keyboard cursor, where it is in this row. */
  activeColumn: number | undefined;
  /** The name is a button that opens the row. */
  canOpen: boolean;
}

function RenderedRow<R>({ index, start, rowKey, row, columns, acts, isSelected, activeColumn, canOpen }: RowProps<R>) {
  return (
    <tr
      {...tableRoles.row}
      className={styles.row}
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      onPointerEnter={() => acts.prefetch.rest(row)}
      onPointerLeave={() => acts.prefetch.rest(null)}
      onPointerDown={() => acts.prefetch.press(row)}
      style={{ transform: `translateY(${start}px)` }}
    >
      {isSelected !== undefined && (
        <td {...tableRoles.cell} className={styles.check}>
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={`Select ${columns[0] ? textOfCell(columns[0], row) : rowKey}`}
            checked={isSelected}
            onChange={() => {}}
            onClick={(event) => acts.toggle(rowKey, event.shiftKey)}
          />
        </td>
      )}
      {columns.map((column, place) => (
        <Cell
          key={column.key}
          column={column}
          row={row}
          place={`${index}/${place}`}
          isName={place === 0}
          isActive={place === activeColumn}
          onFocus={() => acts.setPlace({ row: index, column: place })}
          onOpen={place === 0 && canOpen ? () => acts.open?.(row) : undefined}
        />
      ))}
    </tr>
  );
}

/** Memoized: a key of the search or a step of the cursor renders no other row. */
export const TableRow = memo(RenderedRow) as typeof RenderedRow;

interface CellProps<R> {
  column: Column<R>;
  row: R;
  place: string;
  isName: boolean;
  isActive: boolean;
  onFocus: () => void;
  onOpen: (() => void) | undefined;
}

function Cell<R>({ column, row, place, isName, isActive, onFocus, onOpen }: CellProps<R>) {
  const Tag = isName ? 'th' : 'td';
  const text = textOfCell(column, row);
  return (
    <Tag
      {...(isName ? tableRoles.name : tableRoles.cell)}
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
