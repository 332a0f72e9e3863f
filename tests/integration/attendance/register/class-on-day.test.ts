import { describe, expect, it } from 'vitest';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { termsContract } from '#shared/school/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { changeRecordOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { term, yearId } from '../../../support/school/small-school.ts';
import { restoreAfterEach } from '../../../support/school/table-content.ts';
import { holdTimeForEachTest, readRecordsOn } from '../attendance-days.ts';

/* Monday 13 to Wednesday 15 October, which is today. S01 to S06 are in 1A, of which Mona is the form teacher, S11 to S13 in 1B. */
const [monday, tuesday, today] = ['2025-10-13', '2025-10-14', '2025-10-15'];

const { as } = schoolForTests();
const [mona, office] = [as('T1'), as('A1')];
holdTimeForEachTest(`${today}T12:30:00Z`);
restoreAfterEach();

const register = async (class_id: string, date: string) => {
  const { status, body } = await office.call(attendanceContract.readAttendanceRegister, { class_id, date });
  expect(status).toBe(200);
  return body.students.map(({ student_id }) => student_id);
};
const save = async (class_id: string, date: string, student_id: string) => {
  const students = [{ student_id, am: 'P' as const }];
  const { status, error } = await office.call(attendanceContract.saveAttendanceRegister, {
    ...{ class_id, date, students, why: 'Entered later.' },
  });
  return status === 200 ? status : Object.values(error?.fields ?? {}).flat()[0];
};
const of1A = ['S01', 'S02', 'S03', 'S04', 'S05', 'S06'];
const of1B = ['S11', 'S12', 'S13'];
const without = (list: string[], id: string) => list.filter((one) => one !== id);

async function changeClass(student_id: string, class_id: string) {
  const { status, body } = await office.call(termReportsContract.changeClass, { student_id, class_id });
  expect(status).toBe(200);
  return body;
}

describe('the register of a day', () => {
  it('has who was in the class on that day, before and after a change of class', async () => {
    await changeClass('S01', '1B');
    expect([await register('1A', tuesday), await register('1B', tuesday)]).toEqual([of1A, of1B]);
    expect([await register('1A', today), await register('1B', today)]).toEqual([
      without(of1A, 'S01'),
      ['S01', ...of1B],
    ]);
    expect(await save('1A', tuesday, 'S01')).toBe(200);
    expect(await save('1B', monday, 'S01')).toBe(attendanceWordings.notInClassThen);
    expect(await save('1B', today, 'S01')).toBe(200);
    expect(await save('1A', today, 'S01')).toBe(attendanceWordings.inClassNow('1B'));
    expect((await readRecordsOn(tuesday, 'S01')).map(({ classId }) => classId)).toEqual(['1A']);
  });

  it('is as before once the change of class is undone', async () => {
    const { undo } = await changeClass('S01', '1B');
    if (undo === null) throw new Error('The change of class cannot be undone');
    expect((await office.call(termReportsContract.undoReportChange, { undo })).status).toBe(200);
    for (const date of [tuesday, today])
      expect([await register('1A', date), await register('1B', date)]).toEqual([of1A, of1B]);
  });

  it('has nobody who had not come to the school yet: a mark would count nowhere', async () => {
    const { StudentEntity } = await import('#functions/students/records/store.ts');
    await changeRecordOfTest(StudentEntity, { studentId: 'S02' }, { entryDate: tuesday });
    expect(await register('1A', monday)).toEqual(without(of1A, 'S02'));
    expect(await register('1A', tuesday)).toEqual(of1A);
    expect(await save('1A', monday, 'S02')).toBe(attendanceWordings.notInClassThen);
  });

  it('has somebody who has left up to the last day at the school, who can be corrected there', async () => {
    const leaving = { student_id: 'S03', date_of_leaving: monday, reason: null };
    expect((await office.call(studentRegisterContract.archiveStudent, leaving)).status).toBe(200);
    expect([await register('1A', monday), await register('1A', tuesday)]).toEqual([of1A, without(of1A, 'S03')]);
    expect(await save('1A', monday, 'S03')).toBe(200);
    expect(await save('1A', tuesday, 'S03')).toBe(attendanceWordings.leftSchool);
    const correction = {
      student_id: 'S03',
      date: monday,
      am: 'A' as const,
      was: { am: 'P' as const },
      why: 'Was away.',
    };
    expect((await mona.call(attendanceContract.correctAttendance, correction)).status).toBe(200);
  });

  it('has a student who changes class in a closed term in the new class from that day on, with the family’s notes', async () => {
    expect((await office.call(termsContract.closeTerm, { academic_year_id: yearId, term })).status).toBe(200);
    await changeClass('S04', '1B');
    expect([await register('1A', tuesday), await register('1B', tuesday)]).toEqual([of1A, of1B]);
    expect([await register('1A', today), await register('1B', today)]).toEqual([
      without(of1A, 'S04'),
      ['S04', ...of1B],
    ]);
    // The form teacher of 1A has nothing to do with it any more.
    const absence = { student_id: 'S04', from: today, to: today, reason: 'Dentist', excused: 'excused' as const };
    expect((await mona.call(attendanceContract.addAbsenceNotice, absence)).status).toBe(403);
    expect((await office.call(attendanceContract.addAbsenceNotice, absence)).status).toBe(200);
    expect((await readRecordsOn(today, 'S04')).map(({ classId }) => classId)).toEqual(['1B']);
  });
});
