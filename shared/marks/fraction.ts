/** An exact value of marks, before rounding (rule 2). The denominator is above 0. */
export interface Fraction {
  numerator: bigint;
  denominator: bigint;
}

/** A number with at most one decimal, exactly. */
export const toFraction = (value: number): Fraction => ({
  numerator: BigInt(Math.round(value * 10)),
  denominator: 10n,
});

/** `mark` / `outOf` × `weight`: 61 of 110 at 30 is 1830 / 110. A mark has at most one decimal. */
export const weightedShare = (mark: number, outOf: number, weight: number): Fraction => ({
  numerator: toFraction(mark).numerator * BigInt(weight),
  denominator: 10n * BigInt(outOf),
});

export function addFractions(values: readonly Fraction[]): Fraction {
  return values.reduce(
    (sum, value) =>
      sum.denominator === value.denominator
        ? { numerator: sum.numerator + value.numerator, denominator: sum.denominator }
        : {
            numerator: sum.numerator * value.denominator + value.numerator * sum.denominator,
            denominator: sum.denominator * value.denominator,
          },
    { numerator: 0n, denominator: 10n },
  );
}

export const divideFraction = ({ numerator, denominator }: Fraction, divisor: number): Fraction => ({
  numerator,
  denominator: denominator * BigInt(divisor),
});

/** A comparison for sorting. */
export const compareFractions = (a: Fraction, b: Fraction): number => {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
};

/** Rounds half up, in whole numbers. The only place where figures are rounded. */
export const roundHalfUp = ({ numerator, denominator }: Fraction, decimals: number): number => {
  const scaled = numerator * 10n ** BigInt(decimals);
  return Number((2n * scaled + denominator) / (2n * denominator)) / 10 ** decimals;
};
