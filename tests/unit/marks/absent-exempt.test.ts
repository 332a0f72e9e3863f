import { describe, expect, it } from 'vitest';
import { computeColumnStatistics } from '#shared/marks/column-statistics.ts';
import { explainAverage, explainCourse, explainTotal, explainWeightedCourseMark } from '#shared/marks/explain.ts';
import { parseMarkWord } from '#shared/marks/mark-words.ts';
import {
  type CourseWork,
  computeAverage,
  computeRanks,
  courseMark,
  percentageTotal,
  subjectTotal,
  toCountedMark,
  totalText,
} from '#shared/marks/marks.ts';
import { parseEnteredMark, parseMark } from '#shared/marks/parse-typed.ts';
import { defaultSchemeRules, schemeFor } from '#shared/marks/scheme.ts';

const schemes = {
  weighted: { course: { max: 30, weight: 30 }, exam: { max: 70, weight: 70 } },
  'course only': { course: { max: 100, weight: 100 }, exam: null },
  'exam only': { course: null, exam: { max: 100, weight: 100 } },
} as const;

/** Every form level and term, as product §5 has them. */
const marked: Readonly<Record<keyof typeof schemes, readonly (readonly [number, 1 | 2 | 3])[]>> = {
  weighted: [...[1, 2, 3, 4].flatMap((level) => [[level, 1] as const, [level, 3] as const]), [5, 3], [6, 3], [7, 3]],
  'course only': [
    [1, 2],
    [2, 2],
    [3, 2],
    [4, 2],
    [5, 1],
    [6, 1],
    [7, 1],
  ],
  'exam only': [
    [5, 2],
    [6, 2],
    [7, 2],
  ],
};

/** 48 of 80 are 60 %, and 18 of 30. Each assessment here is out of 80. */
const courses: Readonly<Record<string, CourseWork | null>> = {
  mark: { sum: 48, outOf: 80 },
  blank: null,
  abs: { sum: 0, outOf: 0, absentOutOf: 80 },
  ex: { sum: 0, outOf: 0 },
};
/** 35 is half of 70, and 35 % of 100. */
const exams = { mark: 35, blank: null, abs: 'Abs', ex: 'Ex' } as const;

/**
 * By hand: scheme, course, exam, the total where absent counts for nothing, and where it is a zero. Null: none,
 * something is missing.
 */
const byHand = [
  // 18 + 35; alone, the course is 60 % and the exam 50 %.
  ['weighted', 'mark', 'mark', '53.0', '53.0'],
  ['weighted', 'mark', 'blank', null, null],
  ['weighted', 'mark', 'abs', '60.0', '18.0'],
  ['weighted', 'mark', 'ex', '60.0', '60.0'],
  ['weighted', 'blank', 'mark', null, null],
  ['weighted', 'blank', 'blank', null, null],
  ['weighted', 'blank', 'abs', null, null],
  ['weighted', 'blank', 'ex', null, null],
  ['weighted', 'abs', 'mark', '50.0', '35.0'],
  ['weighted', 'abs', 'blank', null, null],
  ['weighted', 'abs', 'abs', 'Abs', '0.0'],
  ['weighted', 'abs', 'ex', 'Abs', '0.0'],
  ['weighted', 'ex', 'mark', '50.0', '50.0'],
  ['weighted', 'ex', 'blank', null, null],
  ['weighted', 'ex', 'abs', 'Abs', '0.0'],
  ['weighted', 'ex', 'ex', 'Ex', 'Ex'],
  // Whatever the exam says: it does not count in such a term.
  ['course only', 'mark', 'mark', '60.0', '60.0'],
  ['course only', 'mark', 'blank', '60.0', '60.0'],
  ['course only', 'mark', 'abs', '60.0', '60.0'],
  ['course only', 'mark', 'ex', '60.0', '60.0'],
  ['course only', 'blank', 'blank', null, null],
  ['course only', 'blank', 'abs', null, null],
  ['course only', 'abs', 'blank', 'Abs', '0.0'],
  ['course only', 'abs', 'mark', 'Abs', '0.0'],
  ['course only', 'ex', 'blank', 'Ex', 'Ex'],
  ['course only', 'ex', 'abs', 'Ex', 'Ex'],
  ['exam only', 'blank', 'mark', '35.0', '35.0'],
  ['exam only', 'mark', 'mark', '35.0', '35.0'],
  ['exam only', 'mark', 'blank', null, null],
  ['exam only', 'blank', 'blank', null, null],
  ['exam only', 'blank', 'abs', 'Abs', '0.0'],
  ['exam only', 'mark', 'abs', 'Abs', '0.0'],
  ['exam only', 'blank', 'ex', 'Ex', 'Ex'],
  ['exam only', 'abs', 'ex', 'Ex', 'Ex'],
] as const;

describe('absent and exempt', () => {
  it.each(
    byHand,
  )('%s, course %s and exam %s: total %s, and %s where absent is a zero', (name, course, exam, total, zero) => {
    const marks = { course: courses[course] ?? null, exam: exams[exam], examOutOf: null };
    const scheme = schemes[name];
    expect(totalText(subjectTotal(marks, scheme))).toBe(total);
    expect(totalText(subjectTotal(marks, { ...scheme, absentIsZero: true }))).toBe(zero);
    for (const [level, term] of marked[name]) {
      const zeroRules = defaultSchemeRules.map((rule) => ({ ...rule, absentIsZero: true }));
      expect(totalText(subjectTotal(marks, schemeFor(defaultSchemeRules, level, term))), `${level}, ${term}`).toBe(
        total,
      );
      expect(totalText(subjectTotal(marks, schemeFor(zeroRules, level, term))), `${level}, ${term}`).toBe(zero);
    }
    for (const rule of [scheme, { ...scheme, absentIsZero: true }]) {
      const { figure, steps } = explainTotal(marks, rule);
      expect(figure).toBe(totalText(subjectTotal(marks, rule)));
      if (steps.length > 0) expect(steps.at(-1)?.result).toBe(figure);
    }
  });

  it('are neither in the sum nor in what it is out of among other assessments; absent is a zero where the school says so', () => {
    // 8 of 10, absent in one out of 10, exempt of one out of 20.
    const work = { sum: 8, outOf: 10, absentOutOf: 10 };
    expect(percentageTotal(work, {})).toBe(80);
    expect(percentageTotal(work, { absentIsZero: true })).toBe(40);
    expect(courseMark(work, schemes.weighted)).toBe(24);
    expect(courseMark(work, { ...schemes.weighted, absentIsZero: true })).toBe(12);
  });

  it('give the course mark their name where nothing else is entered', () => {
    expect(
      [courses.mark, courses.blank, courses.abs, courses.ex].map((work) => courseMark(work ?? null, schemes.weighted)),
    ).toEqual([18, null, 'Abs', 'Ex']);
  });

  it('are in no average, and a subject that is one of them is not missing either', () => {
    const totals = (['mark', 'blank', 'abs', 'ex'] as const).map((exam) =>
      subjectTotal({ course: null, exam: exams[exam], examOutOf: null }, schemes['exam only']),
    );
    expect(computeAverage(totals)).toEqual({ text: '35.0', entered: 1, of: 2 });
    expect(computeAverage(['Abs', 'Ex'])).toEqual({ text: null, entered: 0, of: 0 });
  });

  it('give nobody a better or worse rank: an average of others counts, and none has no rank', () => {
    const averages = [
      [80, 'Ex'],
      [80, 60],
      ['Abs', 'Ex'],
      [70, null],
    ] as const;
    const texts = averages.map((totals) => computeAverage(totals).text);
    expect(texts).toEqual(['80.0', '70.0', null, '70.0']);
    expect(computeRanks(texts)).toEqual([1, 2, null, 2]);
  });

  it('are counted by themselves in the figures of a column, and absent is a zero there where the school says so', () => {
    const column = [40, 'Abs', 'Ex', null] as const;
    const figures = (rule: { absentIsZero?: boolean }) =>
      computeColumnStatistics(
        column.map((mark) => toCountedMark(mark, rule)),
        70,
      );
    expect(figures({})).toMatchObject({ entered: 1, absent: 1, exempt: 1, missing: 1, mean: 40, lowest: 40 });
    expect(figures({ absentIsZero: true })).toMatchObject({
      entered: 2,
      absent: 0,
      exempt: 1,
      missing: 1,
      mean: 20,
      lowest: 0,
    });
  });

  it('are typed in any case, shortly or in full; nothing else is a word', () => {
    expect(['abs', 'ABS', ' Abs ', 'absent', 'ａｂｓ'].map((text) => parseEnteredMark(text, markKind))).toEqual(
      Array(5).fill({ value: 'Abs' }),
    );
    expect(['ex', 'EX', 'Exempt'].map(parseMarkWord)).toEqual(['Ex', 'Ex', 'Ex']);
    expect(['a', 'e', 'x', 'abs.', 'constructor', ''].map(parseMarkWord)).toEqual(Array(6).fill(null));
    expect(parseEnteredMark('57', markKind)).toEqual({ value: 57 });
    expect(parseEnteredMark('', markKind)).toEqual({ value: null });
    expect(parseMark('abs', markKind)).toMatchObject({ value: undefined, note: { kind: 'refused' } });
  });
});

const markKind = { max: 70, decimals: 1, counts: 'marks' } as const;

describe('absent and exempt, explained', () => {
  const zero = { ...schemes.weighted, absentIsZero: true };

  it('say what is left out, and that the other part makes up the whole', () => {
    const { figure, steps, notes } = explainTotal(
      { course: { sum: 61, outOf: 110 }, exam: 'Ex', examOutOf: null },
      schemes.weighted,
    );
    expect(figure).toBe('55.3');
    expect(steps).toEqual([
      { what: 'Course mark', sum: '61 ÷ 110 × 30', result: '16.6363… ≈ 16.6' },
      { what: 'Total', sum: '16.6 of 30, out of 100', result: '55.3333… ≈ 55.3' },
    ]);
    expect(notes[0]).toBe('Exam: exempt, which does not count.');
  });

  it('write a zero where absent is one', () => {
    const { steps, notes } = explainTotal({ course: { sum: 48, outOf: 80 }, exam: 'Abs', examOutOf: null }, zero);
    expect(steps).toEqual([
      { what: 'Course mark', sum: '48 ÷ 80 × 30', result: '18.0' },
      { what: 'Exam', sum: '0 ÷ 70 × 70 %', result: '0' },
      { what: 'Total', sum: '18 + 0', result: '18.0' },
    ]);
    expect(notes).toContain('Absent counts as a zero.');
  });

  it('say why there is no figure, in the mark book too', () => {
    expect(explainTotal({ course: null, exam: 'Abs', examOutOf: null }, schemes['exam only'])).toEqual({
      figure: 'Abs',
      steps: [],
      notes: ['Exam: absent, which does not count.'],
    });
    const absent = { sum: 0, outOf: 0, absentOutOf: 20 };
    expect(explainCourse(absent, schemes.weighted)).toEqual({
      figure: 'Abs',
      steps: [],
      notes: ['Only absent is entered, which does not count.'],
    });
    expect(explainCourse(absent, zero).steps[0]).toMatchObject({ sum: '0 of 20 marks: 0 ÷ 20 × 100', result: '0.0' });
    expect(explainWeightedCourseMark({ sum: 0, outOf: 0 }, schemes.weighted).figure).toBe('Ex');
    expect(explainCourse({ sum: 8, outOf: 10, absentOutOf: 10 }, schemes.weighted).notes).toContain(
      'Absent does not count.',
    );
  });

  it('are named beside an average', () => {
    const { figure, notes } = explainAverage([
      { title: 'Art', total: 53 },
      { title: 'Music', total: 'Ex' },
      { title: 'French', total: 'Abs' },
      { title: 'Physics', total: null },
    ]);
    expect(figure).toBe('53.0');
    expect(notes.slice(0, 3)).toEqual([
      'Without a total, and not counted: Physics.',
      'Absent, and not counted: French.',
      'Exempt, and not counted: Music.',
    ]);
  });
});
