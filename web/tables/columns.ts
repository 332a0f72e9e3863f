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
  /** Only shown when the user chooses it. */
  isHidden?: boolean;
  /** Shown with any choice of columns, such as the buttons of a row. */
  isAlwaysShown?: boolean;
  /** Searched also where it is not shown. */
  isAlwaysSearched?: boolean;
}

export const columnWidth = <Row>({ width = 160 }: TableColumn<Row>): number => width;

export function textOfTableCell<Row>(column: TableColumn<Row>, row: Row): string {
  const value = column.value(row);
  if (value === null) return '';
  return column.text ? column.text(value, row) : String(value);
}
