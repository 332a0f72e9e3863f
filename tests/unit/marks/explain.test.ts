import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  explainAverage,
  explainCourse,
  explainRank,
  explainTotal,
  explainWeightedCourseMark,
} from '#shared/marks/explain.ts';
import {
  computeAverage,
  computeRanks,
  courseMark,
  percentageTotal,
  subjectTotal,
  totalText,
} from '#shared/marks/marks.ts';

const weighted = { course: { max: 30, weight: 30 }, exam: { max: 70, weight: 70 } };

/** Half up to one decimal in whole numbers, of numerator / denominator. */
const oneDecimal = (numerator: bigint, denominator: bigint): string => {
  const tenths = (20n * numerator + denominator) / (2n * denominator);
  return `${tenths / 10n}.${tenths % 10n}`;
};
/** What follows the last sign of equality or of rounding. */
const resultOf = (result: string) => result.split(' ≈ ').at(-1);

describe('a total explained', () => {
  it('is the sum of its parts as they are shown, each written out', () => {
    expect(explainTotal({ course: { sum: 49, outOf: 60 }, exam: 40, examOutOf: 70 }, weighted)).toMatchObject({
      figure: '64.5',
      steps: [
        { what: 'Course mark', sum: '49 ÷ 60 × 30', result: '24.5' },
        { what: 'Exam', sum: '40 ÷ 70 × 70 %', result: '40' },
        { what: 'Total', sum: '24.5 + 40', result: '64.5' },
      ],
    });
    expect(explainTotal({ course: { sum: 61, outOf: 110 }, exam: 40, examOutOf: 70 }, weighted)).toEqual({
      figure: '56.6',
      steps: [
        { what: 'Course mark', sum: '61 ÷ 110 × 30', result: '16.6363… ≈ 16.6' },
        { what: 'Exam', sum: '40 ÷ 70 × 70 %', result: '40' },
        { what: 'Total', sum: '16.6 + 40', result: '56.6' },
      ],
      notes: ['Marks count as they are shown.', 'Half a tenth is rounded up.'],
    });
    expect(explainTotal({ course: { sum: 40, outOf: 60 }, exam: 85, examOutOf: 100 }, weighted).steps.at(-1)).toEqual({
      what: 'Total',
      sum: '20 + 59.5',
      result: '79.5',
    });
    expect(explainTotal({ course: { sum: 40, outOf: 60 }, exam: 41, examOutOf: 60 }, weighted).steps.slice(1)).toEqual([
      { what: 'Exam', sum: '41 ÷ 60 × 70 %', result: '47.8333…' },
      { what: 'Total', sum: '20 + 47.8333…', result: '67.8333… ≈ 67.8' },
    ]);
  });

  it('takes its share of a course mark that is out of 100, as it is shown', () => {
    const of100 = { ...weighted, course: { max: 100, weight: 30 } };
    expect(explainTotal({ course: { sum: 61, outOf: 110 }, exam: 28, examOutOf: 70 }, of100)).toMatchObject({
      figure: '44.7',
      steps: [
        { what: 'Course mark', sum: '61 ÷ 110 × 100', result: '55.4545… ≈ 55.5' },
        { what: 'Course', sum: '55.5 ÷ 100 × 30 %', result: '16.65' },
        { what: 'Exam', sum: '28 ÷ 70 × 70 %', result: '28' },
        { what: 'Total', sum: '16.65 + 28', result: '44.65 ≈ 44.7' },
      ],
    });
  });

  it('says what is missing where there is none', () => {
    expect(explainTotal({ course: null, exam: 40, examOutOf: 70 }, weighted)).toEqual({
      figure: null,
      steps: [],
      notes: ['There is no course mark: a blank is not a zero.'],
    });
    const { notes } = explainTotal({ course: null, exam: null, examOutOf: null }, weighted);
    expect(notes).toEqual(['There is no course and no exam mark: a blank is not a zero.']);
  });

  it('has the parts that the scheme has, and says where it has none', () => {
    const examAlone = { course: null, exam: { max: 100, weight: 100 } };
    expect(explainTotal({ course: { sum: 40, outOf: 60 }, exam: 66, examOutOf: 100 }, examAlone)).toMatchObject({
      figure: '66.0',
      steps: [
        { what: 'Exam', sum: '66 ÷ 100 × 100 %', result: '66' },
        { what: 'Total', sum: '66', result: '66.0' },
      ],
    });
    expect(explainTotal({ course: { sum: 40, outOf: 60 }, exam: null, examOutOf: null }, examAlone).notes).toEqual([
      'There is no exam mark: a blank is not a zero.',
    ]);
    expect(
      explainTotal({ course: { sum: 40, outOf: 60 }, exam: 66, examOutOf: 100 }, { course: null, exam: null }),
    ).toEqual({
      figure: null,
      steps: [],
      notes: ['Nothing counts in this term.'],
    });
  });

  it('comes to what whole numbers give, and to what is shown', () => {
    const tenths = (max: number) => fc.integer({ min: 0, max: max * 10 });
    fc.assert(
      fc.property(fc.nat(110), tenths(60), fc.constantFrom(60, 70, 100), (sum, exam, outOf) => {
        const marks = { course: { sum, outOf: 110 }, exam: exam / 10, examOutOf: outOf };
        const { figure, steps } = explainTotal(marks, weighted);
        const by = BigInt(outOf);
        const course = BigInt(oneDecimal(30n * BigInt(sum), 110n).replace('.', ''));
        const inTenths = oneDecimal(course * by + 70n * BigInt(exam), 10n * by);
        expect(resultOf(steps.at(-1)?.result ?? '')).toBe(inTenths);
        expect(figure).toBe(inTenths);
        expect(figure).toBe(totalText(subjectTotal(marks, weighted)));
      }),
    );
  });
});

describe('a mark book’s total explained', () => {
  it('names the marks, what they are out of, and the course mark that follows', () => {
    expect(explainCourse({ sum: 47, outOf: 60 }, weighted).steps).toEqual([
      { what: 'Percentage total', sum: '47 of 60 marks: 47 ÷ 60 × 100', result: '78.3333… ≈ 78.3' },
      { what: 'Course mark', sum: '47 ÷ 60 × 30', result: '23.5' },
    ]);
    // 30 % of 55.5 would be 16.65, and 16.7.
    expect(explainCourse({ sum: 61, outOf: 110 }, weighted).steps).toEqual([
      { what: 'Percentage total', sum: '61 of 110 marks: 61 ÷ 110 × 100', result: '55.4545… ≈ 55.5' },
      { what: 'Course mark', sum: '61 ÷ 110 × 30', result: '16.6363… ≈ 16.6' },
    ]);
    expect(explainWeightedCourseMark({ sum: 47, outOf: 60 }, weighted)).toMatchObject({
      figure: '23.5',
      steps: [{ what: 'Course mark', sum: '47 ÷ 60 × 30', result: '23.5' }],
    });
    const none = { figure: null, steps: [], notes: ['No assessment has a mark yet.'] };
    expect(explainCourse(null, weighted)).toEqual(none);
  });

  it('is the course mark itself where that is out of 100, and is followed by none where there is none', () => {
    const of100 = { ...weighted, course: { max: 100, weight: 30 } };
    const steps = [{ what: 'Percentage total', sum: '45 of 60 marks: 45 ÷ 60 × 100', result: '75.0' }];
    expect(explainCourse({ sum: 45, outOf: 60 }, of100)).toMatchObject({ figure: '75.0', steps });
    expect(explainCourse({ sum: 45, outOf: 60 }, { ...weighted, course: null }).steps).toEqual(steps);
  });

  it('has no weighted total without marks, and cuts the sum where it is rounded', () => {
    expect(explainWeightedCourseMark(null, weighted)).toEqual({
      figure: null,
      steps: [],
      notes: ['No assessment has a mark yet.'],
    });
    expect(explainWeightedCourseMark({ sum: 61, outOf: 110 }, weighted).steps).toEqual([
      { what: 'Course mark', sum: '61 ÷ 110 × 30', result: '16.6363… ≈ 16.6' },
    ]);
  });

  it('comes to what is shown', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.nat(400), (outOf, some) => {
        const work = { sum: Math.min(some, outOf), outOf };
        const { figure, steps } = explainCourse(work, weighted);
        expect(figure).toBe(oneDecimal(BigInt(work.sum) * 100n, BigInt(outOf)));
        expect(figure).toBe(totalText(percentageTotal(work, {})));
        expect(steps.map(({ result }) => resultOf(result))).toEqual([figure, totalText(courseMark(work, weighted))]);
      }),
    );
  });
});

describe('an average and a rank explained', () => {
  it('add the totals, divide by those that count, and name those that do not', () => {
    const subjects = [
      { title: 'Art', total: 64 },
      { title: 'Music', total: null },
      { title: 'Physics', total: 64.5 },
      { title: 'French', total: 70.7 },
    ];
    expect(explainAverage(subjects)).toEqual({
      figure: '66.4',
      steps: [
        { what: 'Sum of 3 of 4 subjects', sum: '64.0 + 64.5 + 70.7', result: '199.2' },
        { what: 'Average', sum: '199.2 ÷ 3', result: '66.4' },
      ],
      notes: [
        'Without a total, and not counted: Music.',
        'Totals count as they are shown.',
        'The average has three digits; half is rounded up.',
      ],
    });
  });

  it('come to what is shown', () => {
    const totals = fc.array(fc.option(fc.nat(1000).map((tenths) => tenths / 10)), { maxLength: 12 });
    fc.assert(
      fc.property(totals, (all) => {
        const { figure, steps } = explainAverage(all.map((total, index) => ({ title: `Subject ${index}`, total })));
        expect(figure).toBe(computeAverage(all).text);
        if (figure !== null) expect(Number(resultOf(steps.at(-1)?.result ?? ''))).toBe(Number(figure));
      }),
    );
  });

  it('count how many are higher and how many share the rank', () => {
    const averages = ['70.5', '64.2', null, '64.2', '50.0'];
    expect(explainRank(averages, 3)).toMatchObject({
      figure: '2',
      steps: [{ sum: '1 of 4 averages are above 64.2, 1 other has it too: 1 + 1', result: '2' }],
    });
    expect(explainRank(averages, 4).steps[0]?.sum).toBe('3 of 4 averages are above 50.0, nobody else has it: 3 + 1');
    expect(explainRank(['70.5', '70.5', '70.5', '9.00'], 0).steps[0]?.sum).toBe(
      '0 of 4 averages are above 70.5, 2 others have it too: 0 + 1',
    );
    expect(explainRank(averages, 2)).toEqual({
      figure: null,
      steps: [],
      notes: ['Without an average there is no rank.'],
    });
    expect(averages.map((_, index) => explainRank(averages, index).figure)).toEqual(
      computeRanks(averages).map((rank) => rank?.toString() ?? null),
    );
  });
});
