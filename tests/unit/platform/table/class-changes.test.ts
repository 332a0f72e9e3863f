import { describe, expect, it } from 'vitest';
import { CourseWorkEntity } from '#functions/marks/records/course-work.ts';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import { ClassTermRegistrationEntity, TermReportEntity } from '#functions/marks/records/term-report.ts';
import { classesChangedBy } from '#functions/platform/table/terms/class-records-version.ts';

const record = { studentId: 'S1', year: 2026, term: 1, subjectId: 'MATH' } as const;
const report = { studentId: 'S1', year: 2026, term: 2 } as const;

describe('the classes that a transaction changes', () => {
  it.each([
    ['a new record', SubjectRecordEntity.create({ ...record, classId: '4A', formLevel: 4 }), ['1 4A']],
    [
      'a record that is written or made',
      SubjectRecordEntity.upsert(record, {
        set: { classId: '4A', formLevel: 4 },
        where: { classId: '4A', formLevel: 4 },
      }),
      ['1 4A'],
    ],
    [
      'a field of a report',
      TermReportEntity.update(report, { set: { timesAbsent: 3 }, where: { classId: '4B' } }),
      ['2 4B'],
    ],
    ['a deleted record', SubjectRecordEntity.delete(record, { exam: null, classId: '4A' }), ['1 4A']],
    ['a removed report', TermReportEntity.remove(report, { classId: '4A' }), ['2 4A']],
    [
      'a change of class, both classes',
      SubjectRecordEntity.change({ ...record, classId: '4A', formLevel: 4 }, { set: { classId: '4B', formLevel: 4 } }),
      ['1 4B', '1 4A'],
    ],
    [
      'one of two conditions',
      TermReportEntity.update(report, { set: { timesLate: 1 }, where: [{ classId: '4A' }, { classId: '4B' }] }),
      ['2 4A', '2 4B'],
    ],
    [
      'a record that was not there',
      SubjectRecordEntity.upsert(record, {
        set: { classId: '4A', formLevel: 4 },
        where: { classId: null, formLevel: null },
      }),
      ['1 4A'],
    ],
    [
      'a line of the mark book, none: its sums are in the record',
      CourseWorkEntity.put({ ...record, page: 'p', classId: '4A', marks: {}, version: 1 }),
      [],
    ],
    [
      'a registration, none: its reports are written along',
      ClassTermRegistrationEntity.upsert({ year: 2026, term: 1, classId: '4A' }, {}),
      [],
    ],
    ['a condition, none', SubjectRecordEntity.check(record, { classId: '4A' }), []],
  ] as const)('are, of %s', (_what, action, classes) => {
    expect(classesChangedBy([action]).map(({ term, classId }) => `${term} ${classId}`)).toEqual(classes);
  });

  it('are each named once', () => {
    const two = ['MATH', 'ENGL'].map((subjectId) =>
      SubjectRecordEntity.update({ ...record, subjectId }, { set: { exam: 1 }, where: { classId: '4A' } }),
    );
    expect(classesChangedBy(two)).toEqual([{ of: 'marks', year: 2026, term: 1, classId: '4A' }]);
  });

  it('must be named: a write without its class is an error, in every environment', () => {
    const writes = [
      SubjectRecordEntity.update(record, { set: { exam: 12 } }),
      SubjectRecordEntity.delete(record),
      TermReportEntity.update(report, { removeFrom: { subjectIds: ['MATH'] } }),
    ];
    for (const action of writes) expect(() => classesChangedBy([action])).toThrow('names no class');
  });
});
