/** Which marks a sheet tints; of the school file. */
export interface Tints {
  /** A mark under this share of what it is out of, in percent, is low; 0: none is. */
  lowBelow: number;
  /** A mark is an outlier that is further than this many times the distance of the quartiles from the nearer of them. */
  outlierFences: number;
}

export const defaultTints: Tints = { lowBelow: 50, outlierFences: 1.5 };

/** Of fewer marks the quartiles say too little. */
const fewest = 8;

/** Whether a mark is low: judged by itself, whatever the others have. A missing mark is not (rule 4). */
export const isLow = (mark: number | null, outOf: number, { lowBelow }: Pick<Tints, 'lowBelow'>): boolean =>
  mark !== null && Math.round(mark * 10) * 10 < lowBelow * outOf;

/**
 * Which marks of a column are far from the class, by Tukey's fences: below the lower quartile or above the upper one by more than
 * `outlierFences` times the distance between them. A quartile is the median of a half; of an odd number the middle one is in neither.
 * Marks that half of the class share have no distance, and no outliers. Worked out in whole twentieths of a mark.
 */
export function outliersOf(
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
