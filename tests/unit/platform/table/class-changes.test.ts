import { describe, expect, it } from 'vitest';
import { makesRecordsStale } from '#functions/marks/records/class-records-version.ts';
import { CourseWorkEntity } from '#functions/marks/records/course-work.ts';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import { ClassTermRegistrationEntity, TermReportEntity } from '#functions/marks/records/term-report.ts';
import type { Action } from '#functions/platform/table/action.ts';

const record = { studentId: 'S1', year: 2026, term: 1, subjectId: 'MATH' } as const;
const report = { studentId: 'S1', year: 2026, term: 2 } as const;

/** What an action means, by name: each fact in words. */
const meaningsOf = ({ means }: Action) =>
  (means?.() ?? []).map(({ of, fact }) => {
    const { year, term, classId, part } = fact as { year: number; term: number; classId?: string; part?: string };
    const { name } = 'guard' in of ? of.guard : of.companion;
    return `${name}: ${year} ${term}${classId === undefined ? '' : ` ${classId} ${part || 'reports'}`}`;
  });

describe('the terms and classes that a write changes', () => {
  it.each([
    [
      'a new record',
      SubjectRecordEntity.create({ ...record, classId: '4A', formLevel: 4 }),
      ['open term: 2026 1', 'versions of summaries: 2026 1 4A MATH'],
    ],
    [
      'a record that is written or made',
      SubjectRecordEntity.upsert(record, {
        set: { classId: '4A', formLevel: 4 },
        where: { classId: '4A', formLevel: 4 },
      }),
      ['open term: 2026 1', 'versions of summaries: 2026 1 4A MATH'],
    ],
    [
      'a field of a report',
      TermReportEntity.update(report, { set: { timesAbsent: 3 }, where: { classId: '4B' } }),
      ['open term: 2026 2', 'versions of summaries: 2026 2 4B reports'],
    ],
    [
      'a deleted record',
      SubjectRecordEntity.delete(record, { exam: null, classId: '4A' }),
      ['open term: 2026 1', 'versions of summaries: 2026 1 4A MATH'],
    ],
    [
      'a removed report',
      TermReportEntity.remove(report, { classId: '4A' }),
      ['open term: 2026 2', 'versions of summaries: 2026 2 4A reports'],
    ],
    [
      'a change of class, both classes',
      SubjectRecordEntity.change({ ...record, classId: '4A', formLevel: 4 }, { set: { classId: '4B', formLevel: 4 } }),
      ['open term: 2026 1', 'versions of summaries: 2026 1 4B MATH', 'versions of summaries: 2026 1 4A MATH'],
    ],
    [
      'one of two conditions',
      TermReportEntity.update(report, { set: { timesLate: 1 }, where: [{ classId: '4A' }, { classId: '4B' }] }),
      ['open term: 2026 2', 'versions of summaries: 2026 2 4A reports', 'versions of summaries: 2026 2 4B reports'],
    ],
    [
      'a line of the mark book, the term alone: its sums are in the record',
      CourseWorkEntity.put({ ...record, page: 'p', classId: '4A', marks: {}, version: 1 }),
      ['open term: 2026 1'],
    ],
    [
      'a registration, the term alone: its reports are written along',
      ClassTermRegistrationEntity.upsert({ year: 2026, term: 1, classId: '4A' }, {}),
      ['open term: 2026 1'],
    ],
    ['a condition, none', SubjectRecordEntity.check(record, { classId: '4A' }), []],
  ] as const)('are, of %s', (_what, action, meanings) => {
    expect(meaningsOf(action)).toEqual(meanings);
  });

  it('must be named: a write without its class is an error, in every environment', () => {
    const writes = [
      SubjectRecordEntity.update(record, { set: { exam: 12 } }),
      SubjectRecordEntity.delete(record),
      TermReportEntity.update(report, { removeFrom: { subjectIds: ['MATH'] } }),
    ];
    for (const { means } of writes) expect(means).toThrow('names no class');
  });

  it('must name the subject, too', () => {
    const write = { key: SubjectRecordEntity.key(record), id: {}, before: { classId: '4A' }, set: {}, was: {} };
    expect(() => makesRecordsStale(write)).toThrow('names no subject');
  });
});
