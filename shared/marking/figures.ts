import { compareExact, dividedBy, type Exact, sumOf } from './exact.ts';
import { shownOf } from './marks.ts';

/** What a column of marks comes to. Every figure is worked out from the marks as they are, and is rounded to be shown (rule 2). */
export interface Figures {
  entered: number;
  missing: number;
  /** One decimal, half up; null without any mark. */
  mean: number | null;
  /** The middle one, or of an even number the mean of the two in the middle, one decimal, half up. */
  median: number | null;
  lowest: number | null;
  highest: number | null;
  /** How many marks are in each tenth of what they are out of; full marks are in the last. */
  distribution: readonly number[];
}

/** The figures of a column. Null is a mark that is missing; it is neither a zero nor counted (rule 4). */
export function figuresOf(marks: readonly (Exact | null)[], outOf: number): Figures {
  const sorted = marks.filter((mark) => mark !== null).toSorted(compareExact);
  const distribution = Array.from({ length: 10 }, () => 0);
  for (const { over, under } of sorted) {
    const tenth = Math.min(Math.max(Number((over * 10n) / (under * BigInt(outOf))), 0), 9);
    distribution[tenth] = (distribution[tenth] ?? 0) + 1;
  }
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return {
    entered: sorted.length,
    missing: marks.length - sorted.length,
    mean: sorted.length === 0 ? null : shownOf(dividedBy(sumOf(sorted), sorted.length)),
    median: low === undefined || high === undefined ? null : shownOf(dividedBy(sumOf([low, high]), 2)),
    lowest: shownOf(sorted[0] ?? null),
    highest: shownOf(sorted.at(-1) ?? null),
    distribution,
  };
}
