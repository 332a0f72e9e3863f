import { roundHalfUp, toTenths } from './fraction.ts';
import type { Mark } from './mark-words.ts';
import { isCounted, sumTenths } from './marks.ts';

/** Statistics of a column of marks, computed from the marks as they are shown (rule 2). */
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

/** The figures of a column. Missing marks and words such as Abs are neither zeros nor counted (rules 4, 43). */
export function computeColumnStatistics(marks: readonly (Mark | null)[], outOf: number): ColumnStatistics {
  const sorted = marks.filter(isCounted).toSorted((a, b) => a - b);
  const distribution = Array.from({ length: 10 }, () => 0);
  for (const mark of sorted) {
    const tenth = Math.min(Math.max(Math.floor(toTenths(mark) / outOf), 0), 9);
    distribution[tenth] = (distribution[tenth] ?? 0) + 1;
  }
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return {
    entered: sorted.length,
    absent: marks.filter((mark) => mark === 'Abs').length,
    exempt: marks.filter((mark) => mark === 'Ex').length,
    missing: marks.filter((mark) => mark === null).length,
    mean: meanOf(sorted),
    median: low === undefined || high === undefined ? null : meanOf([low, high]),
    lowest: sorted[0] ?? null,
    highest: sorted.at(-1) ?? null,
    distribution,
  };
}

/** One decimal, half up; null without marks. */
const meanOf = (marks: readonly number[]): number | null =>
  marks.length === 0 ? null : roundHalfUp({ numerator: sumTenths(marks), denominator: 10 * marks.length }, 1);
