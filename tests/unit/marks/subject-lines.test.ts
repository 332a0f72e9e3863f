import { describe, expect, it } from 'vitest';
import { computeSubjectLines } from '#functions/marks/records/subject-lines.ts';
import { defaultSchemeRules, schemeFor } from '#shared/marks/scheme.ts';
import { makeSubjectRecord } from '../term-reports/report-cards/term-facts.ts';

const weighted = schemeFor(defaultSchemeRules, 1, 1);
const courseOnly = schemeFor(defaultSchemeRules, 1, 2);
const examOnly = schemeFor(defaultSchemeRules, 6, 2);
const lineOf = (record: Parameters<typeof makeSubjectRecord>[0], scheme = weighted) =>
  computeSubjectLines(undefined, [makeSubjectRecord(record)], scheme)[0];

describe('the subjects of a term report', () => {
  it('are those taken at registration, marked or not, and those with a record', () => {
    const lines = computeSubjectLines(
      { subjectIds: ['MATH', 'ENGL'] },
      [makeSubjectRecord({ subjectId: 'ENGL' }), makeSubjectRecord({ subjectId: 'ART' })],
      weighted,
    );
    expect(lines.map(({ subjectId, record }) => [subjectId, record?.subjectId])).toEqual([
      ['MATH', undefined],
      ['ENGL', 'ENGL'],
      ['ART', 'ART'],
    ]);
    expect(lines[0]).toEqual({
      subjectId: 'MATH',
      record: undefined,
      work: null,
      course: null,
      exam: null,
      examOutOf: null,
      total: null,
    });
  });

  it('are those with a record where there is no report', () => {
    expect(computeSubjectLines(undefined, [makeSubjectRecord({})], weighted).map(({ subjectId }) => subjectId)).toEqual(
      ['MATH'],
    );
    expect(computeSubjectLines({}, [], weighted)).toEqual([]);
  });

  it('have the course mark from the mark book’s sums and the total of both parts', () => {
    expect(lineOf({ workSum: 5, workOutOf: 8, exam: 45.5, examOutOf: 70 })).toMatchObject({
      course: 18.8,
      exam: 45.5,
      total: 64.3,
    });
  });

  it('have no total while a part is blank, and one where it is zero', () => {
    expect(lineOf({ workSum: 5, workOutOf: 8 })).toMatchObject({ course: 18.8, exam: null, total: null });
    expect(lineOf({ exam: 70, examOutOf: 70 })).toMatchObject({ course: null, exam: 70, total: null });
    expect(lineOf({ workSum: 0, workOutOf: 8, exam: 0, examOutOf: 70 })).toMatchObject({
      course: 0,
      exam: 0,
      total: 0,
    });
  });

  it('take no part that is closed this term, even where a mark of it is stored', () => {
    const marks = { workSum: 5, workOutOf: 8, exam: 45.5, examOutOf: 70 };
    expect(lineOf(marks, courseOnly)).toMatchObject({ course: 62.5, exam: null, total: 62.5 });
    expect(lineOf({ ...marks, examOutOf: 100 }, examOnly)).toMatchObject({ course: null, exam: 45.5, total: 45.5 });
  });

  it('count an exam out of what it was out of when it was entered', () => {
    // 45 of 50, though the scheme now says of 70: 30 + 63.
    expect(lineOf({ workSum: 8, workOutOf: 8, exam: 45, examOutOf: 50 })?.total).toBe(93);
    expect(lineOf({ workSum: 8, workOutOf: 8, exam: 45 })?.total).toBe(75);
  });
});
