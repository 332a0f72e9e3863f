import { beforeAll, describe, expect, it } from 'vitest';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import { TermReportEntity } from '#functions/marks/records/term-report.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { termRefusals } from '#shared/school/wordings.ts';
import { recordWordings } from '#shared/students/wordings.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { term, year, yearId } from '../../../support/school/small-school.ts';

const school = schoolForTests();

const { listAcademicTerms, deleteTerm, saveAcademicTerm, setCurrentPeriod } = termsContract;
const { listActs: listUndoableTermActs, undoAct: undoTermAct } = undoContract;

describe('deleting a term', () => {
  const admin = school.as('A1');
  const third = {
    academic_year_id: yearId,
    term: 3 as const,
    possible_attendance: 102,
    is_current: false,
    date_start: '2026-04-20',
    date_end: '2026-07-03',
    new_term_beginning: null,
  };

  const terms = async () =>
    (await admin.call(listAcademicTerms, {})).body.map((one) => [one.term, one.date_start, one.possible_attendance]);
  const first = [1, '2025-09-01', 120];
  const remove = (of: 1 | 2 | 3, key?: string) =>
    admin.call(deleteTerm, { academic_year_id: yearId, term: of }, key ? { 'Idempotency-Key': key } : {});

  it('deletes one without reports and marks, once for a request that is repeated, and brings it back as it was', async () => {
    await admin.call(saveAcademicTerm, third);
    expect(await terms()).toEqual([first, [3, '2026-04-20', 102]]);
    const deleted = await remove(3, 'delete-the-third-term');
    expect(deleted.status).toBe(200);
    expect((await remove(3, 'delete-the-third-term')).body).toEqual(deleted.body);
    expect(await terms()).toEqual([first]);
    expect((await remove(3)).status).toBe(404);
    const { body: acts } = await admin.call(listUndoableTermActs, { of: 'terms' });
    expect(acts).toMatchObject([
      { undo: deleted.body.undo, what: 'Term 3, 2025-2026 deleted', name: 'Ada Office' },
      { what: expect.stringMatching(/^Term 3, 2025-2026 saved/) },
    ]);
    expect((await admin.call(undoTermAct, { undo: deleted.body.undo })).status).toBe(200);
    expect((await admin.call(undoTermAct, { undo: deleted.body.undo })).status).toBe(409);
    expect(await terms()).toEqual([first, [3, '2026-04-20', 102]]);
  });

  it('brings none back that was set again, or whose days another term has by now', async () => {
    const { undo } = (await remove(3)).body;
    await admin.call(saveAcademicTerm, { ...third, term: 2, date_start: '2026-04-01', date_end: '2026-05-01' });
    const taken = await admin.call(undoTermAct, { undo });
    expect([taken.status, taken.error?.message[0]]).toEqual([
      409,
      expect.stringContaining('Term 2, 2025-2026 has some'),
    ]);
    await admin.call(saveAcademicTerm, { ...third, date_start: null, date_end: null });
    expect((await admin.call(undoTermAct, { undo })).error?.message).toEqual([termRefusals.savedSince]);
  });

  it('deletes neither the current term nor one with a report or a mark', async () => {
    const current = await remove(1);
    expect([current.status, current.error?.message[0]]).toEqual([
      409,
      termRefusals.hasMarks('Term 1, 2025-2026', '1A, 1B, 4A, 4B'),
    ]);
    await executeActionOfTest(
      SubjectRecordEntity.put({
        studentId: 'S01',
        year,
        term: 3,
        subjectId: 'MATH',
        classId: '1A',
        formLevel: 1,
        exam: 50,
        examOutOf: 70,
      }),
    );
    const marked = await remove(3);
    expect([marked.status, marked.error?.message]).toEqual([409, [termRefusals.hasMarks('Term 3, 2025-2026', '1A')]]);
    await admin.call(setCurrentPeriod, { academic_year_id: yearId, term: 2 });
    expect((await remove(2)).error?.message).toEqual([termRefusals.isCurrent('Term 2, 2025-2026')]);
    expect((await terms()).map(([of]) => of)).toEqual([term, 2, 3]);
  });
});

/* S01 of 1A was absent 60 times, S41 of 4A 130 times; the term has 120 sessions, and 1A 140. */
describe('what a term cannot be', () => {
  const admin = school.as('A1');
  const stored = {
    academic_year_id: yearId,
    term,
    possible_attendance: 120,
    is_current: true,
    date_start: '2025-09-01',
    date_end: '2025-12-12',
    new_term_beginning: null,
  };
  const save = (change: Partial<typeof stored>) => admin.call(termsContract.saveAcademicTerm, { ...stored, ...change });
  const set = (possible_attendance: number, class_id: string | null) =>
    admin.call(termReportsContract.setPossibleAttendance, { year, term, possible_attendance, class_id });

  beforeAll(async () => {
    for (const [studentId, timesAbsent] of [
      ['S01', 60],
      ['S41', 130],
    ] as const)
      await executeActionOfTest(TermReportEntity.update({ studentId, year, term }, { set: { timesAbsent } }));
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
      year,
      term,
      term_start: '2025-09-01',
      term_end: '2027-01-15',
    });
    expect([inSetTerm.status, inSetTerm.error?.fields]).toEqual([
      422,
      { term_end: ['15-Jan-2027 is not in 2025-2026.'] },
    ]);
  });
});
