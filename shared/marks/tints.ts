/** Settings of the school file: which marks a sheet tints. */
export interface Tints {
  /** A mark below this percentage of its maximum is low; 0: none is. */
  lowBelow: number;
  /** An outlier is farther from the nearer quartile than this many times the interquartile range. */
  outlierFences: number;
}

export const defaultTintThresholds: Tints = { lowBelow: 50, outlierFences: 1.5 };

/** Fewest marks for meaningful quartiles. */
const fewest = 8;

/** Whether a mark is low, regardless of the others. A missing mark is not (rule 4). */
export const isLow = (mark: number | null, outOf: number, { lowBelow }: Pick<Tints, 'lowBelow'>): boolean =>
  mark !== null && Math.round(mark * 10) * 10 < lowBelow * outOf;

/**
 * The outliers of a column by Tukey's fences: below the lower quartile or above the upper one by more than
 * `outlierFences` times the interquartile range. A quartile is the median of a half, without the middle one of an odd
 * number. If the range is 0 there are no outliers. Computed in whole twentieths of a mark.
 */
export function findOutliers(
  marks: readonly (number | null)[],
  { outlierFences }: Pick<Tints, 'outlierFences'>,
): readonly ('below' | 'above' | null)[] {
  const twentieths = marks.map((mark) => (mark === null ? null : 2 * Math.round(mark * 10)));
  const sorted = twentieths.filter((mark) => mark !== null).toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  const lower = medianOf(sorted.slice(0, half));
  const upper = medianOf(sorted.slice(sorted.length - half));
  if (sorted.length < fewest || lower === upper) return marks.map(() => null);
  const reach = outlierFences * (upper - lower);
  return twentieths.map((mark) => {
    if (mark === null) return null;
    if (mark < lower - reach) return 'below';
    return mark > upper + reach ? 'above' : null;
  });
}

const medianOf = (sorted: readonly number[]): number =>
  ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
