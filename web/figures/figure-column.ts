import type { Figures } from '#shared/marking/figures.ts';
import type { Mark } from '#shared/marking/mark-words.ts';
import type { Figure } from '#shared/marking/marks.ts';
import { isLow, type Tints } from '#shared/marking/tints.ts';

/** A column of marks, as it is on the screen. */
export interface FigureColumn {
  /** Its column of the sheet. */
  id: string;
  label: string;
  /** What its marks are out of. */
  outOf: number;
  /** One for each row, in the sheet's order. */
  marks: readonly Figure[];
}

/** What is said of a low mark; null of any other, and where nothing is tinted. */
export const lowText = (mark: Mark | null, outOf: number, tints: Tints | null): string | null =>
  tints && typeof mark === 'number' && isLow(mark, outOf, tints) ? `Low: below ${tints.lowBelow} %` : null;

/** "2 Abs", "1 Ex": how many are entered as a word that counts for nothing. */
export const wordCounts = ({ absent, exempt }: Pick<Figures, 'absent' | 'exempt'>): string[] => [
  ...(absent > 0 ? [`${absent} Abs`] : []),
  ...(exempt > 0 ? [`${exempt} Ex`] : []),
];
