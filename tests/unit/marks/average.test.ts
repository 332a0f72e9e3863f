import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  computeAverage,
  examProblem,
  markText,
  subjectTotal,
  totalText,
  weightedCourseMark,
} from '#shared/marks/marks.ts';
import { defaultSchemeRules, showsWeightedTotal } from '#shared/marks/scheme.ts';
import { addExact, divideExact, parseExact, toThreeDigits } from '../../support/samples/exact-ratio.ts';
import { digitsUpTo, many, specSchemeOf } from './marks-oracle.ts';

describe('the average', () => {
  const total = digitsUpTo(100);

  it('is the mean of the subjects that have a total, three significant digits, half up', () => {
    fc.assert(
      fc.property(fc.array(fc.option(total), { maxLength: 60 }), (totals) => {
        const known = totals.filter((one) => one !== null);
        const shown = computeAverage(totals.map((one) => (one === null ? null : Number(one))));
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
    expect(computeAverage(totals).text).toBe(text);
  });

  it('is what a calculator gives of the totals that are printed', () => {
    const weighted = specSchemeOf({ level: 1, term: 1 });
    const of = (sum: number, outOf: number, exam: number) =>
      subjectTotal({ course: { sum, outOf }, exam, examOutOf: 70 }, weighted);
    // 5.4545… and 5.3636… are printed 5.5 and 5.4, of which the mean is 5.45; of the exact ones it is 5.40909….
    expect(computeAverage([of(2, 11, 0), of(59, 330, 0)]).text).toBe('5.45');
    // 16.6363… is printed 16.6: 56.6 + 56.6 + 57.6 = 170.8, and 170.8 ÷ 3 = 56.9333…. The exact ones have 56.9696….
    expect(computeAverage([of(61, 110, 40), of(61, 110, 40), of(61, 110, 41)]).text).toBe('56.9');
  });

  it('says how many of how many it rests on', () => {
    expect(computeAverage([])).toEqual({ text: null, entered: 0, of: 0 });
    expect(computeAverage([null, null])).toEqual({ text: null, entered: 0, of: 2 });
    expect(computeAverage([0, null, 50])).toEqual({ text: '25.0', entered: 2, of: 3 });
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
    const scheme = { course: { max: 30, weight }, exam: { max: 70, weight: 100 - weight } };
    expect(weightedCourseMark({ sum, outOf }, scheme)).toBe(total);
  });

  it('is a share of the course mark as it is printed', () => {
    const of100 = { course: { max: 100, weight: 30 }, exam: { max: 100, weight: 70 } };
    // 30 % of 55.5 are 16.65.
    expect(weightedCourseMark({ sum: 61, outOf: 110 }, of100)).toBe(16.7);
  });

  it('is none while nothing is marked, and where there is no course', () => {
    expect(weightedCourseMark(null, specSchemeOf({ level: 1, term: 1 }))).toBeNull();
    expect(weightedCourseMark({ sum: 61, outOf: 110 }, specSchemeOf({ level: 5, term: 2 }))).toBeNull();
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
