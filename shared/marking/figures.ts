/** What a column of marks comes to. Marks have at most one decimal; every figure is worked out in whole numbers. */
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

const tenthsOf = (value: number): number => Math.round(value * 10);

/** Of two whole numbers, half up. */
const halfUp = (numerator: number, denominator: number): number =>
  Math.floor((2 * numerator + denominator) / (2 * denominator));

/** The figures of a column. Null is a mark that is missing; it is neither a zero nor counted (rule 4). */
export function figuresOf(marks: readonly (number | null)[], outOf: number): Figures {
  const known = marks.filter((mark) => mark !== null).map(tenthsOf);
  const sorted = known.toSorted((a, b) => a - b);
  const distribution = Array.from({ length: 10 }, () => 0);
  for (const mark of sorted) {
    const tenth = Math.min(Math.max(Math.floor(mark / outOf), 0), 9);
    distribution[tenth] = (distribution[tenth] ?? 0) + 1;
  }
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  const inUnits = (mark: number | undefined): number | null => (mark === undefined ? null : mark / 10);
  return {
    entered: sorted.length,
    missing: marks.length - sorted.length,
    mean:
      sorted.length === 0
        ? null
        : halfUp(
            sorted.reduce((sum, mark) => sum + mark, 0),
            sorted.length,
          ) / 10,
    median: low === undefined || high === undefined ? null : halfUp(low + high, 2) / 10,
    lowest: inUnits(sorted[0]),
    highest: inUnits(sorted.at(-1)),
    distribution,
  };
}
