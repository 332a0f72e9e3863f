/**
 * A quotient of whole numbers, before rounding (rule 2). The denominator is above 0. Marks and weights are so small
 * that numerators stay far below 2⁵³, where doubles count exactly.
 */
export interface Fraction {
  numerator: number;
  denominator: number;
}

/** A mark in tenths: it has at most one decimal. */
export const toTenths = (mark: number): number => Math.round(mark * 10);

/** `mark` / `outOf` × `weight`: 61.5 of 110 at 30 is 18450 / 1100. A mark has at most one decimal. */
export const weightedShare = (mark: number, outOf: number, weight: number): Fraction => ({
  numerator: toTenths(mark) * weight,
  denominator: 10 * outOf,
});

export const addFractions = (values: readonly Fraction[]): Fraction =>
  values.reduce(
    (sum, value) => ({
      numerator: sum.numerator * value.denominator + value.numerator * sum.denominator,
      denominator: sum.denominator * value.denominator,
    }),
    { numerator: 0, denominator: 1 },
  );

/** Rounds half up, in whole numbers. The only place where figures are rounded. */
export const roundHalfUp = ({ numerator, denominator }: Fraction, decimals: number): number => {
  const scaled = numerator * 10 ** decimals;
  return Math.floor((2 * scaled + denominator) / (2 * denominator)) / 10 ** decimals;
};
