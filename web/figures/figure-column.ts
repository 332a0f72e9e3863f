import type { Figures } from '#shared/marks/figures.ts';
import type { Mark } from '#shared/marks/mark-words.ts';
import type { Figure } from '#shared/marks/marks.ts';
import { isLow, type Tints } from '#shared/marks/tints.ts';
import type { RowValues } from '../ui/grid/columns.ts';

/** A column of marks, as it is on the screen. */
export interface FigureColumn {
  /** Its column of the sheet. */
  id: string;
  label: string;
  /** The maximum of its marks. */
  outOf: number;
  /** One for each row, in the sheet's order; null also for one that is left out. */
  marks: readonly Figure[];
  /** How many are left out, since what was typed is not stored yet. */
  unsaved: number;
}

/** A row with the fields of which what is typed is not stored yet. */
interface FiguredRow {
  values: RowValues;
  unsaved: ReadonlySet<string>;
}

/** A column from the rows of its sheet. A mark of which one of the fields `from` is not stored yet is left out: no figure rests on what may be refused. */
export function figureColumn(
  rows: readonly FiguredRow[],
  {
    from,
    markOf,
    ...column
  }: Pick<FigureColumn, 'id' | 'label' | 'outOf'> & { from: readonly string[]; markOf: (values: RowValues) => Figure },
): FigureColumn {
  const isLeftOut = ({ unsaved }: FiguredRow) => from.some((field) => unsaved.has(field));
  return {
    ...column,
    marks: rows.map((row) => (isLeftOut(row) ? null : markOf(row.values))),
    unsaved: rows.filter(isLeftOut).length,
  };
}

/** "3 missing", and how many are left out beside them. */
export const missingText = (
  { missing }: Pick<Figures, 'missing'>,
  { unsaved }: Pick<FigureColumn, 'unsaved'>,
): string => [`${missing - unsaved} missing`, ...(unsaved > 0 ? [`${unsaved} not saved yet`] : [])].join(', ');

/** The words for a low mark; null for any other, and where nothing is tinted. */
export const lowText = (mark: Mark | null, outOf: number, tints: Tints | null): string | null =>
  tints && typeof mark === 'number' && isLow(mark, outOf, tints) ? `Low: below ${tints.lowBelow} %` : null;

/** "2 Abs", "1 Ex": how many are entered as a word that counts for nothing. */
export const wordCounts = ({ absent, exempt }: Pick<Figures, 'absent' | 'exempt'>): string[] => [
  ...(absent > 0 ? [`${absent} Abs`] : []),
  ...(exempt > 0 ? [`${exempt} Ex`] : []),
];
