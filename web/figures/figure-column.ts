import type { ColumnStatistics } from '#shared/marks/column-statistics.ts';
import type { Mark } from '#shared/marks/mark-words.ts';
import { isLow, type Tints } from '#shared/marks/tints.ts';
import type { RowValues } from '../ui/grid/grid-columns.ts';

/** A column of marks on the screen. */
export interface FigureColumn {
  /** Its column of the sheet. */
  id: string;
  label: string;
  /** The maximum of its marks. */
  outOf: number;
  /** One for each row, in the sheet's order; null for blank and left-out marks. */
  marks: readonly (Mark | null)[];
  /** How many marks are left out because they are not saved yet. */
  unsaved: number;
}

/** A row and the names of its fields that are not saved yet. */
interface FiguredRow {
  values: RowValues;
  unsaved: ReadonlySet<string>;
}

/**
 * A column from the rows of its sheet. Marks that depend on an unsaved field of `from` are left out: it may still be
 * refused.
 */
export function createFigureColumn(
  rows: readonly FiguredRow[],
  {
    from,
    markOf,
    ...column
  }: Pick<FigureColumn, 'id' | 'label' | 'outOf'> & {
    from: readonly string[];
    markOf: (values: RowValues) => Mark | null;
  },
): FigureColumn {
  const isLeftOut = ({ unsaved }: FiguredRow) => from.some((field) => unsaved.has(field));
  return {
    ...column,
    marks: rows.map((row) => (isLeftOut(row) ? null : markOf(row.values))),
    unsaved: rows.filter(isLeftOut).length,
  };
}

/** "3 missing, 2 not saved yet". */
export const missingMarksText = (
  { missing }: Pick<ColumnStatistics, 'missing'>,
  { unsaved }: Pick<FigureColumn, 'unsaved'>,
): string => [`${missing - unsaved} missing`, ...(unsaved > 0 ? [`${unsaved} not saved yet`] : [])].join(', ');

/** The text for a low mark; null for any other, and without tints. */
export const lowMarkText = (mark: Mark | null, outOf: number, tints: Tints | null): string | null =>
  tints && typeof mark === 'number' && isLow(mark, outOf, tints) ? `Low: below ${tints.lowBelow} %` : null;

/** "2 Abs", "1 Ex": how many entries do not count. */
export const describeUncountedEntries = ({ absent, exempt }: Pick<ColumnStatistics, 'absent' | 'exempt'>): string[] => [
  ...(absent > 0 ? [`${absent} Abs`] : []),
  ...(exempt > 0 ? [`${exempt} Ex`] : []),
];
