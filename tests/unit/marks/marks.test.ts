import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  computeAverage,
  courseMark,
  exactTotal,
  exactWeighted,
  examProblem,
  markText,
  percentageTotal,
  roundedMark,
  subjectTotal,
  totalText,
} from '#shared/marks/marks.ts';
import { defaultSchemeRules, schemeFor, showsWeightedTotal } from '#shared/marks/scheme.ts';
import {
  addExact,
  divideExact,
  type ExactRatio,
  multiplyExact,
  parseExact,
  roundExact,
  toThreeDigits,
} from '../../support/samples/exact-ratio.ts';

const levels = [1, 2, 3, 4, 5, 6, 7] as const;
const terms = [1, 2, 3] as const;
type Term = (typeof terms)[number];

/** product §5 in its own order: what course and exam are out of, and null where they are closed. */
function maximaOf(level: number, term: Term): { course: number | null; exam: number | null } {
  if ((level <= 4 && term === 2) || (level > 4 && term === 1)) return { course: 100, exam: null };
  if (level > 4 && term === 2) return { course: null, exam: 100 };
  return { course: 30, exam: 70 };
}

const levelAndTerm = fc.record({ level: fc.constantFrom(...levels), term: fc.constantFrom(...terms) });
const everyLevelAndTerm = levels.flatMap((level) => terms.map((term) => ({ level, term })));
const specSchemeOf = ({ level, term }: { level: number; term: Term }) => schemeFor(defaultSchemeRules, level, term);

/** Digits of a mark with at most one decimal, as somebody types them. */
const digitsUpTo = (max: number) =>
  fc.integer({ min: 0, max: max * 10 }).map((tenths) => `${Math.trunc(tenths / 10)}.${tenths % 10}`);

const assessments = fc.array(
  fc
    .integer({ min: 1, max: 1000 })
    .chain((outOf) => fc.record({ mark: fc.integer({ min: 0, max: outOf }), outOf: fc.constant(outOf) })),
  { minLength: 1, maxLength: 60 },
);
const sumsOf = (marks: readonly { mark: number; outOf: number }[]) => ({
  sum: marks.reduce((sum, { mark }) => sum + mark, 0),
  outOf: marks.reduce((sum, { outOf }) => sum + outOf, 0),
});
const workOf = assessments.map(sumsOf);

const percentageDigits = ({ sum, outOf }: { sum: number; outOf: number }) =>
  roundExact(divideExact(multiplyExact(parseExact(sum), parseExact(100)), parseExact(outOf)), 1);

/** Where absent is no zero. */
const plain = {};

const many = { numRuns: 2000 };

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
    const total = exactTotal(marks, scheme);
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
  ])('of %i marks out of %i is shown as %d and makes %d of 30: what is shown is not computed with', (sum, outOf, percentage, course) => {
    const work = { sum, outOf };
    expect(percentageTotal(work, plain)).toBe(percentage);
    expect(courseMark(work, specSchemeOf({ level: 1, term: 1 }))).toBe(course);
    expect(roundedMark(exactWeighted(work, { weight: 30 }, plain))).toBe(course);
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
  const courseShare = ({ sum, outOf }: { sum: number; outOf: number }, weight: number): ExactRatio =>
    divideExact(multiplyExact(parseExact(weight), parseExact(sum)), parseExact(outOf));
  const examShare = ({ digits, outOf }: Exam, weight: number): ExactRatio =>
    divideExact(multiplyExact(parseExact(weight), parseExact(digits)), parseExact(outOf));

  it('is the sum of the open parts, each with its weight and out of its own maximum, one decimal, half up', () => {
    fc.assert(
      fc.property(levelAndTerm, workOf, examOf, (at, course, exam) => {
        const max = maximaOf(at.level, at.term);
        const parts = [
          ...(max.course === null ? [] : [courseShare(course, max.course)]),
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
          roundExact(addExact(courseShare(course, weight), examShare(exam, 100 - weight)), 1),
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
    // 30 × 1 / 80 = 0.375, 70 × 5.3 / 14 = 26.5; together 26.875. And 0.375 + 0.675 = 1.05, which no binary sum hits.
    const scheme = specSchemeOf({ level: 2, term: 3 });
    const total = (course: [number, number], exam: [number, number]) =>
      subjectTotal({ course: { sum: course[0], outOf: course[1] }, exam: exam[0], examOutOf: exam[1] }, scheme);
    expect(total([1, 80], [5.3, 14])).toBe(26.9);
    expect(total([1, 80], [2.7, 280])).toBe(1.1);
    expect(total([1, 600], [0, 70])).toBe(0.1);
    expect(total([1, 601], [0, 70])).toBe(0);
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

describe('the average', () => {
  const total = digitsUpTo(100);

  it('is the mean of the subjects that have a total, three significant digits, half up', () => {
    fc.assert(
      fc.property(fc.array(fc.option(total), { maxLength: 60 }), (totals) => {
        const known = totals.filter((one) => one !== null);
        const shown = computeAverage(totals.map((one) => (one === null ? null : parseExact(one))));
        const sum = known.map(parseExact).reduce(addExact, parseExact(0));
        const text = known.length === 0 ? null : toThreeDigits(divideExact(sum, parseExact(known.length)));
        expect(shown).toEqual({ text, entered: known.length, of: totals.length });
      }),
      many,
    );
  });

  it.each([
    [[64.3], '64.3'],
    [[9.5, 9.6], '9.55'],
    [[9.5, 9.6, 9.6], '9.57'],
    [[100, 100], '100'],
    [[99.9, 100], '100'],
    [[99.9, 99.9, 100], '99.9'],
    [[9.9, 9.9, 10, 10, 10, 10, 10, 10, 10, 10, 10], '9.98'],
    [[...Array(20).fill(10), 9.9], '10.0'],
    [[0.1, 0, 0], '0.0333'],
    [[0.5], '0.500'],
    [[1, 0.9, 1, 1], '0.975'],
    [[...Array(300).fill(1), 0.9], '1.00'],
    [[0, 0], '0.00'],
  ])('of %j is %s', (totals, text) => {
    expect(computeAverage(totals.map((total) => parseExact(total))).text).toBe(text);
  });

  it('is computed from totals as they are, not as they are shown', () => {
    const totals = ['64.04', '64.04', '64.14'].map(parseExact);
    // 192.22 ÷ 3 = 64.0733…; of 64.0, 64.0 and 64.1 it would be 64.0333….
    expect(computeAverage(totals).text).toBe('64.1');
    const weighted = specSchemeOf({ level: 1, term: 1 });
    const of = (sum: number, outOf: number, exam: number) =>
      exactTotal({ course: { sum, outOf }, exam, examOutOf: 70 }, weighted);
    // 5.4545… and 5.3636… are 5.40909… on average; shown as 5.5 and 5.4 they would be 5.45.
    expect(computeAverage([of(2, 11, 0), of(59, 330, 0)]).text).toBe('5.41');
  });

  it('says how many of how many it rests on', () => {
    expect(computeAverage([])).toEqual({ text: null, entered: 0, of: 0 });
    expect(computeAverage([null, null])).toEqual({ text: null, entered: 0, of: 2 });
    expect(computeAverage([parseExact(0), null, parseExact(50)])).toEqual({ text: '25.0', entered: 2, of: 3 });
  });
});

describe('marks as people read them', () => {
  it('show no decimal that nobody typed, totals always one', () => {
    expect([57, 18.8, 0, null].map(markText)).toEqual(['57', '18.8', '0', null]);
    expect([64, 64.3, 0, 100, null].map(totalText)).toEqual(['64.0', '64.3', '0.0', '100.0', null]);
  });
});

describe('the weighted total of the mark book', () => {
  it.each([
    [100, 100, 30, 30],
    [9, 11, 30, 24.5],
    [818, 1000, 30, 24.5],
    [819, 1000, 30, 24.6],
    [335, 1000, 30, 10.1],
    [0, 20, 30, 0],
  ])('of %d of %d marks at %d %% is %d', (sum, outOf, weight, total) => {
    expect(roundedMark(exactWeighted({ sum, outOf }, { weight }, plain))).toBe(total);
  });

  it('is none while nothing is marked', () => {
    expect(roundedMark(exactWeighted(null, { weight: 30 }, plain))).toBeNull();
  });

  it('is shown where the school’s own scheme says so', () => {
    const [first] = defaultSchemeRules;
    if (!first) throw new Error('there is no scheme');
    const own = { ...first, levels: [6], terms: [2 as const], showsWeightedTotal: true };
    expect(showsWeightedTotal([own, ...defaultSchemeRules], 6, 2)).toBe(true);
  });

  it('is shown for forms below 5 in terms other than 2', () => {
    const shown = [1, 2, 3, 4, 5, 6, 7].map((level) =>
      ([1, 2, 3] as const).map((term) => showsWeightedTotal(defaultSchemeRules, level, term)),
    );
    const below = [true, false, true];
    const above = [false, false, false];
    expect(shown).toEqual([below, below, below, below, above, above, above]);
  });
});

describe('what is wrong with an exam mark', () => {
  const exam = { max: 70, weight: 70 };

  it('is that it is above the maximum, which itself is none', () => {
    expect([0, 69.9, 70].map((mark) => examProblem(mark, { course: null, exam }))).toEqual([null, null, null]);
    expect(examProblem(70.1, { course: null, exam })).toBe('The exam mark is out of 70.');
  });

  it('is that there is no exam, though it may be cleared', () => {
    const courseOnly = { course: { max: 100, weight: 100 }, exam: null };
    expect(examProblem(0, courseOnly)).toBe('There is no exam in this form level and term.');
    expect(examProblem(null, courseOnly)).toBeNull();
    expect(examProblem(null, { course: null, exam })).toBeNull();
  });
});
