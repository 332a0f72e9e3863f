import { beforeAll, describe, expect, it } from 'vitest';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { recordWordings } from '#shared/students/wordings.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { writeAction } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { term, year, yearId } from '../../../support/school/small-school.ts';

/* S01 of 1A was absent 60 times, S41 of 4A 130 times; the term has 120 sessions, and 1A 140. */
describe('what a term cannot be', () => {
  const school = schoolForTests();
  const admin = school.as('A1');
  const stored = {
    ...{ academic_year_id: yearId, term, possible_attendance: 120, is_current: true },
    ...{ date_start: '2025-09-01', date_end: '2025-12-12', new_term_beginning: null },
  };
  const save = (change: Partial<typeof stored>) => admin.call(termsContract.saveAcademicTerm, { ...stored, ...change });
  const set = (possible_attendance: number, class_id: string | null) =>
    admin.call(termReportsContract.setPossibleAttendance, { year, term, possible_attendance, class_id });

  beforeAll(async () => {
    const { TermReportEntity } = await import('#functions/marks/records/term-report.ts');
    for (const [studentId, timesAbsent] of [
      ['S01', 60],
      ['S41', 130],
    ] as const)
      await writeAction(TermReportEntity.update({ studentId, year, term }, { set: { timesAbsent } }));
  });

  it('is fewer sessions than somebody was absent, who is named', async () => {
    const { status, error } = await save({ possible_attendance: 125 });
    const why = recordWordings.tooFewSessions('Pupil S41 Lastname S41 (130 times absent)', '');
    expect([status, error?.fields]).toEqual([422, { possible_attendance: [why] }]);
    expect((await save({ possible_attendance: 130 })).status).toBe(200);
    expect((await set(59, '1A')).error?.fields?.possible_attendance).toEqual([
      recordWordings.tooFewSessions('Pupil S01 Lastname S01 (60 times absent)', ''),
    ]);
    expect((await set(60, '1A')).status).toBe(200);
    expect((await set(59, null)).status).toBe(422);
    expect((await set(59, '1B')).status).toBe(200);
  });

  it('is asked of the classes that go by the term, and not of those with a number of their own', async () => {
    await set(140, '4A');
    expect((await save({ possible_attendance: 90 })).status).toBe(200);
  });

  it('is a day of other years', async () => {
    const { status, error } = await save({ possible_attendance: 90, date_end: '2027-01-15' });
    expect([status, error?.fields]).toEqual([422, { date_end: ['This day is not in the academic year.'] }]);
    const inSetTerm = await admin.call(attendanceContract.saveTermDates, {
      ...{ year, term, term_start: '2025-09-01', term_end: '2027-01-15' },
    });
    expect([inSetTerm.status, inSetTerm.error?.fields]).toEqual([
      422,
      { term_end: ['15-Jan-2027 is not in 2025-2026.'] },
    ]);
  });
});
