import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  computeAverage,
  courseMark,
  percentageTotal,
  subjectTotal,
  totalText,
  weightedCourseMark,
} from '#shared/marks/marks.ts';
import { defaultSchemeRules, schemeFor } from '#shared/marks/scheme.ts';
import {
  addExact,
  divideExact,
  type ExactRatio,
  multiplyExact,
  parseExact,
  roundExact,
} from '../../support/samples/exact-ratio.ts';
import {
  digitsUpTo,
  everyLevelAndTerm,
  levelAndTerm,
  many,
  maximaOf,
  percentageDigits,
  plain,
  specSchemeOf,
  workOf,
} from './marks-oracle.ts';

describe('the marking scheme of the specification', () => {
  it.each(everyLevelAndTerm)('opens for level $level in term $term what the specification says', (at) => {
    const scheme = specSchemeOf(at);
    const { course, exam } = maximaOf(at.level, at.term);
    expect(scheme.course?.max ?? null).toBe(course);
    expect(scheme.exam?.max ?? null).toBe(exam);
    expect([scheme.course?.weight ?? 0, scheme.exam?.weight ?? 0]).toEqual([course ?? 0, exam ?? 0]);
  });

  it.each(everyLevelAndTerm)('gives 100 for full marks in level $level, term $term', (at) => {
    const scheme = specSchemeOf(at);
    const course = courseMark({ sum: 95, outOf: 95 }, scheme);
    expect(course).toBe(scheme.course?.max ?? null);
    const marks = { course: { sum: 95, outOf: 95 }, exam: scheme.exam?.max ?? null, examOutOf: null };
    expect(totalText(subjectTotal(marks, scheme))).toBe('100.0');
    const total = subjectTotal(marks, scheme);
    expect(computeAverage([total, total, total]).text).toBe('100');
  });

  it('has the first of two rules that match, and none for a level nobody has', () => {
    const [first] = defaultSchemeRules;
    if (!first) throw new Error('there is no scheme');
    const own = { ...first, levels: [3], terms: [2 as const], course: null, exam: { max: 50, weight: 100 } };
    expect(schemeFor([own, ...defaultSchemeRules], 3, 2)).toEqual({ course: null, exam: { max: 50, weight: 100 } });
    expect(schemeFor([...defaultSchemeRules, own], 3, 2)).toEqual(specSchemeOf({ level: 3, term: 2 }));
    expect(() => schemeFor(defaultSchemeRules, 8, 1)).toThrow(RangeError);
  });
});

describe('the percentage total of the mark book', () => {
  it('is the sum of marks over the sum of totals, one decimal, half up', () => {
    fc.assert(
      fc.property(workOf, (work) => {
        expect(totalText(percentageTotal(work, plain))).toBe(percentageDigits(work));
        expect(String(percentageTotal(work, plain))).toBe(String(Number(percentageDigits(work))));
      }),
      many,
    );
  });

  it.each([
    [1, 8, 12.5],
    [2, 3, 66.7],
    [1, 800, 0.1],
    [1, 2000, 0.1],
    [1, 2001, 0],
    [3, 2000, 0.2],
    [409, 2000, 20.5],
    [1999, 2000, 100],
    [1998, 2000, 99.9],
  ])('of %i out of %i is %d', (sum, outOf, percentage) => {
    expect(percentageTotal({ sum, outOf }, plain)).toBe(percentage);
  });

  it('is missing while nothing is marked, and zero when zeros were given', () => {
    expect(percentageTotal(null, plain)).toBeNull();
    expect(percentageTotal({ sum: 0, outOf: 20 }, plain)).toBe(0);
  });
});

describe('the course mark', () => {
  it('is the share of the marks in the course maximum, rounded once: one decimal, half up', () => {
    fc.assert(
      fc.property(workOf, levelAndTerm, (work, at) => {
        const { course: max } = maximaOf(at.level, at.term);
        const mark = courseMark(work, specSchemeOf(at));
        const expected =
          max === null
            ? null
            : roundExact(divideExact(multiplyExact(parseExact(work.sum), parseExact(max)), parseExact(work.outOf)), 1);
        expect(totalText(mark)).toBe(expected);
      }),
      many,
    );
  });

  it('is scaled to whatever maximum a school has', () => {
    fc.assert(
      fc.property(workOf, fc.integer({ min: 1, max: 1000 }), (work, max) => {
        const mark = courseMark(work, { course: { max, weight: 100 }, exam: null });
        expect(totalText(mark)).toBe(
          roundExact(divideExact(multiplyExact(parseExact(work.sum), parseExact(max)), parseExact(work.outOf)), 1),
        );
      }),
      many,
    );
  });

  // By hand. 61 ÷ 110 is 55.4545… %, shown 55.5; 30 of that are 16.6363…, while 30 % of 55.5 would be 16.65.
  it.each([
    [61, 110, 55.5, 16.6],
    [37, 60, 61.7, 18.5],
    [17, 28, 60.7, 18.2],
    [1, 6, 16.7, 5],
  ])('of %i marks out of %i is shown as %d and makes %d of 30: each is rounded once, from the marks', (sum, outOf, percentage, course) => {
    const work = { sum, outOf };
    expect(percentageTotal(work, plain)).toBe(percentage);
    expect(courseMark(work, specSchemeOf({ level: 1, term: 1 }))).toBe(course);
    expect(weightedCourseMark(work, specSchemeOf({ level: 1, term: 1 }))).toBe(course);
  });

  it('is missing while nothing is marked and where the course is closed', () => {
    expect(courseMark(null, specSchemeOf({ level: 1, term: 1 }))).toBeNull();
    expect(courseMark({ sum: 5, outOf: 8 }, specSchemeOf({ level: 6, term: 2 }))).toBeNull();
    expect(courseMark({ sum: 0, outOf: 8 }, specSchemeOf({ level: 1, term: 1 }))).toBe(0);
  });
});

describe('the total of a subject', () => {
  /** An exam mark with what it was out of, whether or not that is today's maximum. */
  const examOf = fc
    .integer({ min: 1, max: 1000 })
    .chain((outOf) => fc.record({ digits: digitsUpTo(outOf), outOf: fc.constant(outOf) }));
  type Exam = { digits: string; outOf: number };
  const marksOf = (course: { sum: number; outOf: number } | null, exam: Exam | null) => ({
    course,
    exam: exam && Number(exam.digits),
    examOutOf: exam?.outOf ?? null,
  });
  /** Of the course mark as it is printed, which is out of `max`. */
  const courseShare = (
    { sum, outOf }: { sum: number; outOf: number },
    { max, weight }: { max: number; weight: number },
  ): ExactRatio => {
    const printed = roundExact(divideExact(multiplyExact(parseExact(max), parseExact(sum)), parseExact(outOf)), 1);
    return divideExact(multiplyExact(parseExact(weight), parseExact(printed)), parseExact(max));
  };
  const examShare = ({ digits, outOf }: Exam, weight: number): ExactRatio =>
    divideExact(multiplyExact(parseExact(weight), parseExact(digits)), parseExact(outOf));

  it('is the sum of the open parts, each with its weight and out of its own maximum, one decimal, half up', () => {
    fc.assert(
      fc.property(levelAndTerm, workOf, examOf, (at, course, exam) => {
        const max = maximaOf(at.level, at.term);
        const parts = [
          ...(max.course === null ? [] : [courseShare(course, { max: max.course, weight: max.course })]),
          ...(max.exam === null ? [] : [examShare(exam, max.exam)]),
        ];
        const total = subjectTotal(marksOf(course, exam), specSchemeOf(at));
        expect(totalText(total)).toBe(roundExact(parts.reduce(addExact), 1));
      }),
      many,
    );
  });

  it('has any weights that make 100', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99 }), workOf, examOf, (weight, course, exam) => {
        const scheme = { course: { max: 100, weight }, exam: { max: 100, weight: 100 - weight } };
        const total = subjectTotal(marksOf(course, exam), scheme);
        expect(totalText(total)).toBe(
          roundExact(addExact(courseShare(course, { max: 100, weight }), examShare(exam, 100 - weight)), 1),
        );
      }),
      many,
    );
  });

  it('is what the sheet shows of the course and the exam mark added, where they are out of 30 and 70', () => {
    fc.assert(
      fc.property(workOf, digitsUpTo(70), (work, exam) => {
        const scheme = specSchemeOf({ level: 1, term: 1 });
        const total = subjectTotal({ course: work, exam: Number(exam), examOutOf: 70 }, scheme);
        const shown = parseExact(totalText(courseMark(work, scheme)) ?? '');
        expect(totalText(total)).toBe(roundExact(addExact(shown, parseExact(exam)), 1));
      }),
      many,
    );
  });

  it('rounds up what lies exactly between two tenths, however the two parts come to it', () => {
    // 70 × 5.3 / 140 = 2.65, which no binary sum hits, and 0.4 + 2.65 = 3.05. 30 × 1 / 600 = 0.05 is printed 0.1.
    const scheme = specSchemeOf({ level: 2, term: 3 });
    const total = (course: [number, number], exam: [number, number]) =>
      subjectTotal({ course: { sum: course[0], outOf: course[1] }, exam: exam[0], examOutOf: exam[1] }, scheme);
    expect(total([0, 80], [5.3, 140])).toBe(2.7);
    expect(total([1, 80], [5.3, 140])).toBe(3.1);
    expect(total([1, 600], [0, 70])).toBe(0.1);
    expect(total([1, 601], [0, 70])).toBe(0);
  });

  // By hand: 16.6 is printed of 61 out of 110, and 55.5 where the course is out of 100.
  it.each([
    [{ course: { max: 30, weight: 30 }, exam: { max: 70, weight: 70 } }, 40, '56.6'],
    // 16.6 of 30 are 55.333… of 100, though 61 of 110 are 55.4545….
    [{ course: { max: 30, weight: 30 }, exam: { max: 70, weight: 70 } }, 'Ex', '55.3'],
    // 30 % of 55.5 are 16.65, and 16.65 + 28 = 44.65; of 55.4545… it would be 44.6.
    [{ course: { max: 100, weight: 30 }, exam: { max: 70, weight: 70 } }, 28, '44.7'],
  ] as const)('takes the course mark as it is printed: %j with the exam %s is %s', (scheme, exam, total) => {
    expect(totalText(subjectTotal({ course: { sum: 61, outOf: 110 }, exam, examOutOf: null }, scheme))).toBe(total);
  });

  it('counts an exam out of the maximum of the scheme where it has none of its own', () => {
    expect(
      subjectTotal({ course: { sum: 1, outOf: 2 }, exam: 35, examOutOf: null }, specSchemeOf({ level: 1, term: 1 })),
    ).toBe(50);
  });

  it('is missing as long as an open part has no mark: a blank is not a zero', () => {
    fc.assert(
      fc.property(levelAndTerm, workOf, examOf, (at, course, exam) => {
        const scheme = specSchemeOf(at);
        expect(subjectTotal(marksOf(null, null), scheme)).toBeNull();
        expect(subjectTotal(marksOf(course, null), scheme) === null).toBe(scheme.exam !== null);
        expect(subjectTotal(marksOf(null, exam), scheme) === null).toBe(scheme.course !== null);
      }),
    );
    const zeros = { course: { sum: 0, outOf: 30 }, exam: 0, examOutOf: 70 };
    expect(subjectTotal(zeros, specSchemeOf({ level: 1, term: 1 }))).toBe(0);
  });

  it('is missing where both parts are closed', () => {
    expect(
      subjectTotal(marksOf({ sum: 1, outOf: 2 }, { digits: '5', outOf: 10 }), { course: null, exam: null }),
    ).toBeNull();
  });
});
