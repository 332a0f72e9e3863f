import { addFractions, compareFractions, divideFraction, type Fraction, roundHalfUp } from './fraction.ts';
import { type ExactFigure, isCounted } from './marks.ts';

/** Statistics of a column of marks, computed from exact marks and then rounded (rule 2). */
export interface ColumnStatistics {
  /** Marks that count. */
  entered: number;
  /** Absent and exempt, if they do not count. */
  absent: number;
  exempt: number;
  missing: number;
  /** One decimal, half up; null without marks. */
  mean: number | null;
  /** One decimal, half up. */
  median: number | null;
  lowest: number | null;
  highest: number | null;
  /** How many marks are in each tenth of the maximum; full marks are in the last. */
  distribution: readonly number[];
}

const shown = (mark: Fraction): number => roundHalfUp(mark, 1);

/** The figures of a column. Missing marks and words such as Abs are neither zeros nor counted (rules 4, 43). */
export function computeColumnStatistics(marks: readonly ExactFigure[], outOf: number): ColumnStatistics {
  const sorted = marks.filter(isCounted).toSorted(compareFractions);
  const distribution = Array.from({ length: 10 }, () => 0);
  for (const { numerator, denominator } of sorted) {
    const tenth = Math.min(Math.max(Number((numerator * 10n) / (denominator * BigInt(outOf))), 0), 9);
    distribution[tenth] = (distribution[tenth] ?? 0) + 1;
  }
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return {
    entered: sorted.length,
    absent: marks.filter((mark) => mark === 'Abs').length,
    exempt: marks.filter((mark) => mark === 'Ex').length,
    missing: marks.filter((mark) => mark === null).length,
    mean: sorted.length === 0 ? null : shown(divideFraction(addFractions(sorted), sorted.length)),
    median: low === undefined || high === undefined ? null : shown(divideFraction(addFractions([low, high]), 2)),
    lowest: sorted[0] ? shown(sorted[0]) : null,
    highest: high === undefined ? null : shown(sorted.at(-1) ?? high),
    distribution,
  };
}
