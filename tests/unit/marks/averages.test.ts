import fc from 'fast-check';
import { expect, it } from 'vitest';
import { subjectLines } from '#functions/marks/records/subject-lines.ts';
import { average } from '#shared/marks/marks.ts';
import { schemeFor, specScheme } from '#shared/marks/scheme.ts';

const levels = [1, 2, 3, 4, 5, 6, 7];
const terms = [1, 2, 3] as const;

/** What a student has in a subject: mark book sums and an exam mark in tenths. */
interface Marks {
  sum: number;
  outOf: number;
  exam: number | null;
}

/** product §5, in exact fractions of its own and by cases, not by the scheme's table. */
function oracle(level: number, term: number, subjects: readonly Marks[]): { text: string | null; entered: number } {
  const isCourseOnly = level > 4 ? term === 1 : term === 2;
  const isExamOnly = level > 4 && term === 2;
  // Numerators over one denominator: tenths of a percent over the product of what the course works are out of.
  const below = subjects.reduce((product, { outOf }) => product * BigInt(outOf || 1), 1n);
  const totals: bigint[] = [];
  for (const { sum, outOf, exam } of subjects) {
    const weight = isCourseOnly ? 1000n : 300n;
    const course = outOf > 0 ? (weight * BigInt(sum) * below) / BigInt(outOf) : null;
    const examTenths = exam === null ? null : BigInt(exam) * below;
    if (isExamOnly) {
      if (examTenths !== null) totals.push(examTenths);
    } else if (isCourseOnly) {
      if (course !== null) totals.push(course);
    } else if (course !== null && examTenths !== null) {
      totals.push(course + examTenths);
    }
  }
  if (totals.length === 0) return { text: null, entered: 0 };
  const all = totals.reduce((total, one) => total + one, 0n);
  return { text: threeDigits(all, BigInt(totals.length) * 10n * below), entered: totals.length };
}

/** Half up at the third significant digit: the value in units of a hundredth of its leading digit, rounded to whole ones. */
function threeDigits(above: bigint, below: bigint): string {
  if (above === 0n) return '0.00';
  let exponent = 2;
  const isBelow = (power: number) =>
    power >= 0 ? above < 10n ** BigInt(power) * below : above * 10n ** BigInt(-power) < below;
  while (isBelow(exponent)) exponent -= 1;
  const decimals = 2 - exponent;
  const scaled = above * 10n ** BigInt(decimals);
  const digits = scaled / below + ((scaled % below) * 2n >= below ? 1n : 0n);
  const isCarried = digits === 1000n;
  const places = isCarried ? decimals - 1 : decimals;
  const text = (isCarried ? 100n : digits).toString().padStart(places + 1, '0');
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
}

it.each(levels)('averages of form level %i equal an independent oracle over random reports of each term', (level) => {
  for (const term of terms) {
    const scheme = schemeFor(specScheme, level, term);
    const most = scheme.exam?.max ?? 100;
    const marks = fc.record({
      sum: fc.nat(100),
      outOf: fc.constantFrom(0, 100, 120, 137),
      exam: fc.option(fc.nat(most * 10), { nil: null }),
    });
    fc.assert(
      fc.property(fc.array(marks, { maxLength: 12 }), (subjects) => {
        const records = subjects.map(({ sum, outOf, exam }, index) => ({
          ...{ studentId: 'S1', year: 2025, term, subjectId: `SUB${index}`, classId: 'X', formLevel: level },
          ...(outOf > 0 ? { workSum: sum, workOutOf: outOf } : {}),
          ...(exam === null ? {} : { exam: exam / 10, examOutOf: most }),
        }));
        const lines = subjectLines(undefined, records as never, scheme);
        const { text, entered, of } = average(lines.map(({ exact }) => exact));
        if (text === oracle(level, term, subjects).text && entered === oracle(level, term, subjects).entered) {
          return of === subjects.length;
        }
        expect({ text, entered }).toEqual(oracle(level, term, subjects));
        return false;
      }),
      { numRuns: 1000, seed: 2026 + level },
    );
  }
});
