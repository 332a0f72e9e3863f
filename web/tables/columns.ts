import type { UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';

/** The value by which a cell is sorted, searched and filtered; null is blank. */
type CellValue = string | number | null;

/** A value of a filter menu, with how many rows have it. */
export interface FilterValue {
  value: string;
  count: number;
}

/** By column, the values that are wanted; a column without any is not here. */
export type TableFilters = Readonly<Record<string, readonly string[]>>;

/** A column of a {@link DataTable}. Keep the list of columns outside of components, or in a memo. */
export interface TableColumn<Row> {
  /** Names it in the address. */
  key: string;
  label: string;
  value: (row: Row) => CellValue;
  /** The value as it is read, searched and offered in the filter menu. Default: the value itself. */
  text?: (value: Exclude<CellValue, null>, row: Row) => string;
  /** The cell's content, where that is more than the text. */
  cell?: (row: Row) => ReactNode;
  /** The cell keeps nothing of its row: scrolling gives its elements to another row. */
  isPure?: boolean;
  /** Minimum pixels; the remaining width of the table is distributed in proportion. Default 160. */
  width?: number;
  isNumber?: boolean;
  /** Has a menu of its values with their counts. */
  isFiltered?: boolean;
  /** Loads the values of its filter when the menu opens, in place of those in the rows. */
  filterQuery?: (filters: TableFilters) => UseQueryOptions<readonly FilterValue[]>;
  /** Not sorted by, for buttons. */
  isFixed?: boolean;
  /** On a phone a cell has a line of its own: for a long text, for a field, or for many buttons. */
  ownLine?: 'text' | 'field' | 'buttons';
  /**
   * Of the first column, where its value is no name, such as a number: what the row is about. It is read out with the
   * value, and names the row on a phone.
   */
  rowName?: (row: Row) => string;
  /** Part of `rowName`: not said again on a phone. */
  isInName?: boolean;
  /** Only shown when the user chooses it. */
  isHidden?: boolean;
  /** Shown with any choice of columns, such as the buttons of a row. */
  isAlwaysShown?: boolean;
  /** Searched also where it is not shown. */
  isAlwaysSearched?: boolean;
}

/** Pixels of a heading: a letter of 12.5 px, semi-bold; the edges of its cell; the buttons to sort and to filter by. */
const heading = { letter: 7.3, edges: 28, sort: 23, filter: 30, filterForFinger: 46 };

/** Minimum pixels: its width, or what the longest word of its heading takes, which wraps at blanks alone. */
export function columnWidth<Row>(
  { label, width = 160, isFixed, isFiltered }: TableColumn<Row>,
  isFinger: boolean,
): number {
  const longest = Math.max(...label.split(' ').map((word) => word.length));
  const buttons =
    (isFixed ? 0 : heading.sort) + (isFiltered ? (isFinger ? heading.filterForFinger : heading.filter) : 0);
  return Math.max(width, Math.ceil(longest * heading.letter + heading.edges + buttons));
}

/** More do not fold on a phone: a row would be a page. */
const mostFolded = { columns: 9, fields: 1 };

/**
 * Whether a row becomes lines on a phone: the name with its buttons, and below two cells a line, which say what they
 * are.
 */
export const canFold = (columns: readonly TableColumn<never>[]): boolean =>
  columns.length > 2 &&
  columns.length <= mostFolded.columns &&
  columns.filter(({ ownLine }) => ownLine === 'field').length <= mostFolded.fields;

/** Whether a folded row shows a column: a blank cell takes no room, but for a field to fill in. */
export const isInFoldedRow = <Row>(column: TableColumn<Row>, row: Row): boolean =>
  !column.isInName &&
  (column.ownLine === 'field' || textOfTableCell(column, row) !== '' || (column.cell?.(row) ?? '') !== '');

/**
 * Pixels of a folded row, as in the style sheet of this folder: its edges and the name; two cells a line, or one; a
 * field; buttons that do not fit beside the name.
 */
export function foldedHeight<Row>(columns: readonly TableColumn<Row>[], row: Row): number {
  const shown = columns.slice(1).filter((column) => isInFoldedRow(column, row));
  const count = (own: TableColumn<Row>['ownLine']) =>
    shown.filter(({ isFixed, ownLine }) => ownLine === own && !(isFixed && own === undefined)).length;
  return 60 + 22 * (Math.ceil(count(undefined) / 2) + count('text')) + 48 * (count('field') + count('buttons'));
}

export function textOfTableCell<Row>(column: TableColumn<Row>, row: Row): string {
  const value = column.value(row);
  if (value === null) return '';
  return column.text ? column.text(value, row) : String(value);
}
