/** A ratio of whole numbers, `under` above 0: what marks come to before anything is rounded to be shown (rule 2). */
export interface Exact {
  over: bigint;
  under: bigint;
}

/** A number with at most one decimal as it is, without the errors of binary fractions. */
export const exactOf = (value: number): Exact => ({ over: BigInt(Math.round(value * 10)), under: 10n });

/** The share that `mark` is of `outOf`, times `weight`: 61 of 110 at 30 is 1830 / 110. A mark has at most one decimal. */
export const weightedShare = (mark: number, outOf: number, weight: number): Exact => ({
  over: exactOf(mark).over * BigInt(weight),
  under: 10n * BigInt(outOf),
});

export function sumOf(values: readonly Exact[]): Exact {
  return values.reduce(
    (sum, value) =>
      sum.under === value.under
        ? { over: sum.over + value.over, under: sum.under }
        : { over: sum.over * value.under + value.over * sum.under, under: sum.under * value.under },
    { over: 0n, under: 10n },
  );
}

export const dividedBy = ({ over, under }: Exact, divisor: number): Exact => ({ over, under: under * BigInt(divisor) });

/** Below 0, 0 or above 0, as a sort takes it. */
export const compareExact = (a: Exact, b: Exact): number => {
  const difference = a.over * b.under - b.over * a.under;
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
};

/** Rounded half up to so many decimals: the one step in which a figure is rounded. Whole numbers decide it. */
export const halfUp = ({ over, under }: Exact, decimals: number): number => {
  const scaled = over * 10n ** BigInt(decimals);
  return Number((2n * scaled + under) / (2n * under)) / 10 ** decimals;
};
