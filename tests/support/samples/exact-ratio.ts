/** A ratio of whole numbers: what the oracle computes with, from the digits that people write. */
export interface ExactRatio {
  numerator: bigint;
  denominator: bigint;
}

/** From decimal digits: "12.5" is 125 / 10. */
export function parseExact(digits: string | number): ExactRatio {
  const [whole = '', decimals = ''] = String(digits).split('.');
  if (!/^\d+$/.test(whole) || !/^\d*$/.test(decimals)) throw new Error(`not a decimal: ${digits}`);
  return { numerator: BigInt(whole + decimals), denominator: 10n ** BigInt(decimals.length) };
}

export const addExact = (a: ExactRatio, b: ExactRatio): ExactRatio => ({
  numerator: a.numerator * b.denominator + b.numerator * a.denominator,
  denominator: a.denominator * b.denominator,
});
export const multiplyExact = (a: ExactRatio, b: ExactRatio): ExactRatio => ({
  numerator: a.numerator * b.numerator,
  denominator: a.denominator * b.denominator,
});
export const divideExact = (a: ExactRatio, b: ExactRatio): ExactRatio =>
  multiplyExact(a, { numerator: b.denominator, denominator: b.numerator });
export const isAtLeast = (a: ExactRatio, b: ExactRatio): boolean =>
  a.numerator * b.denominator >= b.numerator * a.denominator;

/** The digits of long division, and one more step upwards where the rest is half of a last digit or more. */
export function roundExact({ numerator, denominator }: ExactRatio, decimals: number): string {
  let whole = numerator / denominator;
  let rest = numerator % denominator;
  for (let place = 0; place < decimals; place += 1) {
    rest *= 10n;
    whole = whole * 10n + rest / denominator;
    rest %= denominator;
  }
  if (rest + rest >= denominator) whole += 1n;
  if (decimals === 0) return String(whole);
  const digits = String(whole).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Three significant digits of a number from 0 to 100. */
export function toThreeDigits(value: ExactRatio): string {
  if (value.numerator === 0n) return '0.00';
  // The place of the first digit: 2 for hundreds, 0 for ones, -1 for tenths.
  let first = 2;
  while (!isAtLeast(value, power(first))) first -= 1;
  const text = roundExact(value, 2 - first);
  // 9.996 has become 10.00: a digit more before the point, so one less behind it.
  return first < 2 && isAtLeast(parseExact(text), power(first + 1)) ? roundExact(value, 1 - first) : text;
}

const power = (of: number): ExactRatio =>
  of >= 0 ? { numerator: 10n ** BigInt(of), denominator: 1n } : { numerator: 1n, denominator: 10n ** BigInt(-of) };
