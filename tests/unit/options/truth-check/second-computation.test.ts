import { describe, expect, it } from 'vitest';
import {
  computeAgain,
  type StoredMarks,
  type StoredRule,
} from '#functions/options/truth-check/certain/second-computation.ts';

const weighted: StoredRule = {
  levels: [1],
  terms: [1],
  course: { max: 30, weight: 30 },
  exam: { max: 70, weight: 70 },
};
const report = { formLevel: 1, term: 1 };

/** The figures of one subject, in the order of the card's columns. */
const figuresOf = (marks: Omit<StoredMarks, 'subjectId'>, rule: StoredRule = weighted) => {
  const [figures] = computeAgain(report, [{ subjectId: 'MATH', ...marks }], [rule])?.subjects ?? [];
  return figures && [figures.course, figures.exam, figures.total];
};

/** The average of totals, as marks of a course by itself out of 1000. */
const averageOf = (...tenths: number[]) => {
  const rule: StoredRule = { ...weighted, course: { max: 100, weight: 100 }, exam: null };
  const records = tenths.map((workSum, index) => ({ subjectId: `S${index}`, workSum, workOutOf: 1000 }));
  return computeAgain(report, records, [rule])?.average;
};

/** Worked out by hand, with pencil and paper. */
describe('figures that are computed a second time', () => {
  it.each([
    // 61 of 110 is 55.4545 %, of 30 that is 16.636…
    [{ workSum: 61, workOutOf: 110, exam: 41 }, ['16.6', '41', '57.6']],
    // 1 of 8 is 3.75 of 30: half up.
    [{ workSum: 1, workOutOf: 8, exam: 0 }, ['3.8', '0', '3.8']],
    [{ workSum: 10, workOutOf: 10, exam: 70 }, ['30.0', '70', '100.0']],
    // 41 of 60, weight 70: 47.8333, and 15 of the course.
    [{ workSum: 1, workOutOf: 2, exam: 41, examOutOf: 60 }, ['15.0', '41 of\u00a060', '62.8']],
    [{ workSum: 1, workOutOf: 2, exam: 18.5, examOutOf: 70 }, ['15.0', '18.5', '33.5']],
    // A blank is no zero.
    [{ workSum: 1, workOutOf: 2 }, ['15.0', null, null]],
    [{ exam: 35 }, [null, '35', null]],
    [{}, [null, null, null]],
    // Absent does not count: 15 of 30 is half.
    [{ workSum: 1, workOutOf: 2, exam: 'Abs' as const }, ['15.0', 'Abs', '50.0']],
    [{ workSum: 0, workOutOf: 0, workAbsentOutOf: 20, exam: 'Ex' as const }, ['Abs', 'Ex', 'Abs']],
    [{ workSum: 0, workOutOf: 0, exam: 'Ex' as const }, ['Ex', 'Ex', 'Ex']],
  ])('%j', (marks, expected) => {
    expect(figuresOf(marks)).toEqual(expected);
  });

  it('absent is a zero where the school says so: 10 of 40 is 7.5 of 30', () => {
    const rule = { ...weighted, absentIsZero: true };
    const marks = { workSum: 10, workOutOf: 20, workAbsentOutOf: 20, exam: 'Abs' as const };
    expect(figuresOf(marks, rule)).toEqual(['7.5', 'Abs', '7.5']);
  });

  it('a part that is closed has no figure, whatever is stored', () => {
    const rule: StoredRule = { ...weighted, course: null, exam: { max: 100, weight: 100 } };
    expect(figuresOf({ workSum: 1, workOutOf: 2, exam: 64 }, rule)).toEqual([null, '64', '64.0']);
  });

  it('a weight that is another number than the maximum: 80 of 100 at 40 %, 30 of 60 at 60 %', () => {
    const rule = { ...weighted, course: { max: 100, weight: 40 }, exam: { max: 60, weight: 60 } };
    expect(figuresOf({ workSum: 8, workOutOf: 10, exam: 30 }, rule)).toEqual(['80.0', '30', '62.0']);
  });

  it('the average has three digits, half up', () => {
    expect(averageOf(1000, 1000)).toBe('100');
    expect(averageOf(643, 644)).toBe('64.4');
    expect(averageOf(95, 96)).toBe('9.55');
    expect(averageOf(99, 100, 101)).toBe('10.0');
    // 89.9 of nine is 9.988…, and 159.9 of sixteen 9.99375: the third digit is the hundredth.
    // 299.9 of thirty is 9.9966….
    expect(averageOf(100, 100, 99, 101, 100, 100, 99, 100, 100)).toBe('9.99');
    expect(averageOf(...Array<number>(15).fill(100), 99)).toBe('9.99');
    expect(averageOf(...Array<number>(29).fill(100), 99)).toBe('10.0');
    expect(averageOf(0, 0)).toBe('0.00');
    // 0.1 of three is 0.0333…
    expect(averageOf(1, 0, 0)).toBe('0.0333');
    expect(averageOf(999, 1000, 1000, 1000)).toBe('100');
    expect(averageOf()).toBeNull();
  });

  it('the average leaves out blanks and words, and counts what there is', () => {
    const records: StoredMarks[] = [
      { subjectId: 'A', workSum: 1, workOutOf: 2, exam: 35 },
      { subjectId: 'B', workSum: 1, workOutOf: 1 },
      { subjectId: 'C', workSum: 0, workOutOf: 0, exam: 'Ex' },
    ];
    const again = computeAgain({ ...report, subjectIds: ['A', 'D'] }, records, [weighted]);
    expect(again).toMatchObject({ average: '50.0', entered: 1, of: 3 });
  });

  it('answers nothing without a rule', () => {
    expect(computeAgain({ formLevel: 2, term: 1 }, [], [weighted])).toBeUndefined();
  });
});
