import fc from 'fast-check';
import { defaultSchemeRules, schemeFor } from '#shared/marks/scheme.ts';
import { divideExact, multiplyExact, parseExact, roundExact } from '../../support/samples/exact-ratio.ts';

export const levels = [1, 2, 3, 4, 5, 6, 7] as const;
export const terms = [1, 2, 3] as const;
export type Term = (typeof terms)[number];

/** product §5 in its own order: what course and exam are out of, and null where they are closed. */
export function maximaOf(level: number, term: Term): { course: number | null; exam: number | null } {
  if ((level <= 4 && term === 2) || (level > 4 && term === 1)) return { course: 100, exam: null };
  if (level > 4 && term === 2) return { course: null, exam: 100 };
  return { course: 30, exam: 70 };
}

export const levelAndTerm = fc.record({ level: fc.constantFrom(...levels), term: fc.constantFrom(...terms) });
export const everyLevelAndTerm = levels.flatMap((level) => terms.map((term) => ({ level, term })));
export const specSchemeOf = ({ level, term }: { level: number; term: Term }) =>
  schemeFor(defaultSchemeRules, level, term);

/** Digits of a mark with at most one decimal, as somebody types them. */
export const digitsUpTo = (max: number) =>
  fc.integer({ min: 0, max: max * 10 }).map((tenths) => `${Math.trunc(tenths / 10)}.${tenths % 10}`);

export const assessments = fc.array(
  fc
    .integer({ min: 1, max: 1000 })
    .chain((outOf) => fc.record({ mark: fc.integer({ min: 0, max: outOf }), outOf: fc.constant(outOf) })),
  { minLength: 1, maxLength: 60 },
);
export const sumsOf = (marks: readonly { mark: number; outOf: number }[]) => ({
  sum: marks.reduce((sum, { mark }) => sum + mark, 0),
  outOf: marks.reduce((sum, { outOf }) => sum + outOf, 0),
});
export const workOf = assessments.map(sumsOf);

export const percentageDigits = ({ sum, outOf }: { sum: number; outOf: number }) =>
  roundExact(divideExact(multiplyExact(parseExact(sum), parseExact(100)), parseExact(outOf)), 1);

/** Where absent is no zero. */
export const plain = {};

export const many = { numRuns: 2000 };
