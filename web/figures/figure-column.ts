import type { Exact } from '#shared/marking/exact.ts';
import { isLow, type Tints } from '#shared/marking/tints.ts';

/** A column of marks, as it is on the screen. */
export interface FigureColumn {
  /** Its column of the sheet. */
  id: string;
  label: string;
  /** What its marks are out of. */
  outOf: number;
  /** One for each row, in the sheet's order. */
  marks: readonly (Exact | null)[];
}

/** What is said of a low mark; null of any other, and where nothing is tinted. */
export const lowText = (mark: number | null, outOf: number, tints: Tints | null): string | null =>
  tints && isLow(mark, outOf, tints) ? `Low: below ${tints.lowBelow} %` : null;
