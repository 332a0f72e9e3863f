import { isMarkWord } from '#shared/marks/mark-words.ts';
import { acceptsEntry, cellText, type GridColumn, type RowValues } from '../grid/grid-columns.ts';
import type { ModelRow } from '../grid/grid-cursor.ts';

/** How the students of a sheet are sorted. `list`: as in the class list. */
export type SheetOrder =
  | { by: 'list' }
  | { by: 'name' }
  /** In either direction absent and exempt come after the marks, and blank cells last. */
  | { by: 'value'; column: string; isDescending: boolean }
  /** Blank cells of a column first. */
  | { by: 'missing'; column: string };

export const classListOrder: SheetOrder = { by: 'list' };

/**
 * An order and a filter, computed from the values of one moment: typing moves and hides no row until the user sorts or
 * filters again.
 */
export interface SheetArrangement {
  /** Places by row id; empty for the order of the list. */
  places: ReadonlyMap<string, number>;
  hidden: ReadonlySet<string>;
}

interface ArrangementInput {
  rows: readonly ModelRow[];
  columns: readonly GridColumn[];
  valuesOf: (row: string) => RowValues;
  order: SheetOrder;
  /** Only rows without a value in this column are shown; null: all. */
  missing: string | null;
}

export function computeArrangement({ rows, columns, valuesOf, order, missing }: ArrangementInput): SheetArrangement {
  const filtered = columns.find(({ id }) => id === missing);
  const hidden = rows.filter((row) => filtered && !isMissing(filtered, row, valuesOf(row.id))).map(({ id }) => id);
  const compare = comparing({ columns, valuesOf, order });
  const sorted = compare ? [...rows].sort((a, b) => compare(a, b) || byName(a, b)) : [];
  return { places: new Map(sorted.map(({ id }, place) => [id, place])), hidden: new Set(hidden) };
}

/** Filters and sorts rows. Rows that the arrangement does not know come last. */
export function arrangeRows<Row extends ModelRow>(
  rows: readonly Row[],
  { places, hidden }: SheetArrangement,
): readonly Row[] {
  if (places.size === 0 && hidden.size === 0) return rows;
  const placeOf = ({ id }: Row) => places.get(id) ?? places.size;
  return rows.filter(({ id }) => !hidden.has(id)).sort((a, b) => placeOf(a) - placeOf(b));
}

/** Whether an editable cell of somebody who is there is blank. */
const isMissing = (column: GridColumn, row: ModelRow, values: RowValues): boolean =>
  !row.isUncounted && acceptsEntry(column, row.closed) && (values[column.id] ?? null) === null;

const alphabet = new Intl.Collator('en');
const byName = (a: ModelRow, b: ModelRow): number => alphabet.compare(a.name, b.name);

/** Null for the order of the list, or if the sheet does not have the column. */
function comparing({
  columns,
  valuesOf,
  order,
}: Pick<ArrangementInput, 'columns' | 'valuesOf' | 'order'>): ((a: ModelRow, b: ModelRow) => number) | null {
  if (order.by === 'list') return null;
  if (order.by === 'name') return byName;
  const column = columns.find(({ id }) => id === order.column);
  if (!column) return null;
  if (order.by === 'missing') {
    const rank = (row: ModelRow) => (isMissing(column, row, valuesOf(row.id)) ? 0 : 1);
    return (a, b) => rank(a) - rank(b);
  }
  const sign = order.isDescending ? -1 : 1;
  return (a, b) => {
    const [one, other] = [cellText(column, valuesOf(a.id)), cellText(column, valuesOf(b.id))];
    if (one === '' || other === '') return Number(one === '') - Number(other === '');
    if (isMarkWord(one) !== isMarkWord(other)) return Number(isMarkWord(one)) - Number(isMarkWord(other));
    const difference = Number(one) - Number(other);
    return sign * (Number.isNaN(difference) ? alphabet.compare(one, other) : difference);
  };
}
