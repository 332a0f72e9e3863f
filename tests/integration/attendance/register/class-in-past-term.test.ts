import { beforeAll, describe, expect, it } from 'vitest';
import { ClassTermRegistrationEntity, TermReportEntity } from '#functions/marks/records/term-report.ts';
import { ClassPostEntity } from '#functions/people/records/store.ts';
import { JobEntity } from '#functions/platform/jobs/store.ts';
import { PeriodEntity } from '#functions/school/records/periods.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { changeRecordOfTest, executeActionOfTest, putRecords } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { term, year } from '../../../support/school/small-school.ts';
import { holdTimeForEachTest, readRecordsOn } from '../attendance-days.ts';

/*
 * Last year S11 and S41 were in 1A and S01 was in 1B, as the reports of its last term say. Mona was form teacher of 4A,
 * and Eric of 1A. Today S11 is in 1B, S01 in 1A and S41 in 4A. A teacher may see the days of last year's students, but
 * not those of students who have joined the class since.
 */
const past = { year: year - 1, term: 3 as const };
const pastDay = '2025-03-04';
const today = '2025-10-15';

const school = schoolForTests();
const [mona, eric, office] = [school.as('T1'), school.as('T2'), school.as('A1')];
holdTimeForEachTest(`${today}T20:30:00Z`);

const report = (studentId: string, classId: string, of: { year: number; term: 1 | 2 | 3 }) => ({
  studentId,
  ...of,
  classId,
  formLevel: Number(classId[0]),
  subjectIds: ['MATH'],
});
const post = (employeeId: string, classId: string) => ({
  employeeId,
  year: past.year,
  classId,
  formLevel: Number(classId[0]),
  as: 'form teacher' as const,
  name: '',
});

beforeAll(async () => {
  await executeActionOfTest(PeriodEntity.put({ ...past, dateStart: '2025-01-06', dateEnd: '2025-07-04' }));
  await putRecords(ClassPostEntity, [post('T1', '4A'), post('T2', '1A')]);
  await putRecords(TermReportEntity, [report('S11', '1A', past), report('S41', '1A', past), report('S01', '1B', past)]);
});

const history = async (client: TestClient, student_id: string, date: string) =>
  (await client.call(attendanceContract.readAttendanceHistory, { student_id, date })).status;

describe('a day of a past year', () => {
  it('shows a student’s day to the form teacher of that year, and not to that year’s form teacher of the student’s present class', async () => {
    // S41 is in 4A now, and was in 1A.
    expect(await history(mona, 'S41', pastDay)).toBe(403);
    expect(await history(eric, 'S41', pastDay)).toBe(200);
    // S02 has no report of that term: nobody knows the class.
    expect(await history(eric, 'S02', pastDay)).toBe(403);
    expect(await history(office, 'S02', pastDay)).toBe(200);
    // Today's days are those of the form teacher of today.
    expect([await history(mona, 'S01', today), await history(eric, 'S01', today)]).toEqual([200, 403]);
  });

  it('can be registered for the class’s students of that year, and not for its present students', async () => {
    const save = (student_id: string) =>
      eric.call(attendanceContract.saveAttendanceRegister, {
        class_id: '1A',
        date: pastDay,
        students: [{ student_id }],
        why: 'Entered later.',
      });
    for (const student of ['S01', 'S02']) {
      const { status, error } = await save(student);
      expect([status, JSON.stringify(error?.fields)]).toEqual([
        422,
        expect.stringContaining(attendanceWordings.notInClassThen),
      ]);
    }
    expect((await save('S11')).status).toBe(200);
  });
});

describe('between the promotion and the next term', () => {
  it('a form teacher has access to the students of the ending year, and not of the next', async () => {
    const ofTerm = { year, term };
    // S03 goes from 1A to 4A, S13 comes from 1B to 1A: by the register this has happened.
    await putRecords(TermReportEntity, [report('S03', '1A', ofTerm), report('S13', '1B', ofTerm)]);
    await putRecords(ClassTermRegistrationEntity, [
      { ...ofTerm, classId: '1A', studentIds: ['S03'] },
      { ...ofTerm, classId: '1B', studentIds: ['S13'] },
    ]);
    const move = (studentId: string, classId: string) =>
      changeRecordOfTest(StudentEntity, { studentId }, { classId, formLevel: Number(classId[0]), status: 'current' });
    await Promise.all([move('S03', '4A'), move('S13', '1A')]);
    await executeActionOfTest(
      JobEntity.put({
        name: 'promote-students',
        domain: 'terms',
        key: String(year),
        run: 'first',
        attempt: 1,
        state: 'finished',
        input: { year },
        total: 2,
        processed: 2,
        batches: 1,
        next: 1,
        startedAt: today,
        startedBy: 'A1',
        startedByName: 'Ada Office',
        notedAt: today,
      }),
    );
    const { addAbsenceNotice, deleteAttendance, listAbsenceNotices } = attendanceContract;
    const told = (student_id: string) =>
      mona.call(addAbsenceNotice, {
        student_id,
        from: '2025-10-16',
        to: '2025-10-16',
        reason: 'Dentist',
        excused: 'excused',
      });
    expect([await history(mona, 'S13', today), await history(mona, 'S03', today)]).toEqual([403, 200]);
    expect([(await told('S13')).status, (await told('S03')).status]).toEqual([403, 200]);
    const remove = (student_id: string) =>
      mona.call(deleteAttendance, { records: [{ student_id, date_scanned: today }] });
    expect([(await remove('S13')).status, (await remove('S03')).status]).toEqual([403, 404]);
    const { body } = await mona.call(listAbsenceNotices, { class_id: '1A' });
    expect(body.map((one) => one.student_id)).toEqual(['S03']);
    // A day in no term is one of the year that is ending too.
    expect([await history(mona, 'S13', '2025-12-20'), await history(mona, 'S03', '2025-12-20')]).toEqual([403, 200]);
  });

  it('an absence notice uses the class of each day: of this year, and of the next', async () => {
    await executeActionOfTest(
      PeriodEntity.put({ year: year + 1, term: 1, dateStart: '2025-12-15', dateEnd: '2026-04-01' }),
    );
    const answer = await office.call(attendanceContract.addAbsenceNotice, {
      student_id: 'S03',
      from: '2025-12-12',
      to: '2025-12-15',
      reason: 'Hospital',
      excused: 'excused',
    });
    expect(answer.status).toBe(200);
    const classOn = async (date: string) => (await readRecordsOn(date, 'S03')).map(({ classId }) => classId);
    expect([await classOn('2025-12-12'), await classOn('2025-12-15')]).toEqual([['1A'], ['4A']]);
  });
});
