import { beforeAll, describe, expect, it } from 'vitest';
import { ClassPostEntity } from '#functions/people/records/store.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { familiesContract } from '#shared/options/families/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { changeRecordOfTest, putRecords } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { addStudentAccount, year } from '../../../support/school/small-school.ts';
import { restoreAfterEach } from '../../../support/school/table-content.ts';
import { holdTimeForEachTest, readRecordsOn } from '../../attendance/attendance-days.ts';
import { postReports } from '../../term-reports/report-cards/post-reports.ts';

/*
 * Monday 13 to Wednesday 15 October, which is today. S01 to S06 are in 1A, of which Mona is the form teacher, S11 to
 * S13 in 1B.
 */
const [monday, tuesday, today] = ['2025-10-13', '2025-10-14', '2025-10-15'];

const atSchool = schoolForTests();
const [mona, eric, office] = [atSchool.as('T1'), atSchool.as('T2'), atSchool.as('A1')];
holdTimeForEachTest(`${today}T12:30:00Z`);

/** The clients of two students, by id. */
const families = {} as Record<'S04' | 'S05', TestClient>;
beforeAll(async () => {
  for (const studentId of ['S04', 'S05'] as const) {
    await addStudentAccount(studentId);
    families[studentId] = await clientOfAccount(atSchool.url, `student.${studentId}`);
  }
});
restoreAfterEach();

const register = async (class_id: string, date: string) => {
  const { status, body } = await office.call(attendanceContract.readAttendanceRegister, { class_id, date });
  expect(status).toBe(200);
  return body.students.map(({ student_id }) => student_id);
};
const save = async (class_id: string, date: string, student_id: string) => {
  const students = [{ student_id, am: 'P' as const }];
  const { status, error } = await office.call(attendanceContract.saveAttendanceRegister, {
    class_id,
    date,
    students,
    why: 'Entered later.',
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

/** Sends a note as the student's family. */
async function sendNote(studentId: 'S04' | 'S05', from: string, to: string) {
  const note = { from, to, why: 'ill' as const, words: 'A cold' };
  const { status, body } = await families[studentId].call(familiesContract.sendAbsenceNote, { note, ticket: null });
  expect(status).toBe(200);
  return { id: body.id, version: body.version, student_id: studentId };
}

const notesOf = async (client: TestClient, class_id: string) =>
  (await client.call(familiesContract.listFamilyNotes, { class_id })).body.map(({ id }) => id);

const accept = (client: TestClient, { student_id, id, version }: { student_id: string; id: string; version: number }) =>
  client.call(familiesContract.acceptFamilyNote, { student_id, id, version, excused: 'excused' });

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
    expect((await office.call(undoContract.undoAct, { undo })).status).toBe(200);
    for (const date of [tuesday, today])
      expect([await register('1A', date), await register('1B', date)]).toEqual([of1A, of1B]);
  });

  it('has nobody who had not come to the school yet: a mark would count nowhere', async () => {
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

  it('has a student who changes class after posting in the new class from that day on, with the family’s notes', async () => {
    await putRecords(ClassPostEntity, [
      { employeeId: 'T2', year, classId: '1B', formLevel: 1, as: 'form teacher', name: 'Eric Ali' },
    ]);
    const past = await sendNote('S04', monday, monday);
    const going = await sendNote('S04', tuesday, today);
    expect(await notesOf(mona, '1A')).toEqual([past.id, going.id]);

    expect((await postReports(office, { posted: 1, date_posted: null })).body.state).toBe('finished');
    await changeClass('S04', '1B');
    expect([await register('1A', tuesday), await register('1B', tuesday)]).toEqual([of1A, of1B]);
    expect([await register('1A', today), await register('1B', today)]).toEqual([
      without(of1A, 'S04'),
      ['S04', ...of1B],
    ]);
    expect([await notesOf(office, '1A'), await notesOf(eric, '1B')]).toEqual([[], [past.id, going.id]]);
    // The form teacher of 1A has nothing to do with the student any more: neither with the days before the change that
    // a note is about.
    const absence = { student_id: 'S04', from: today, to: today, reason: 'Dentist', excused: 'excused' as const };
    const ofMona = [
      await mona.call(attendanceContract.addAbsenceNotice, absence),
      ...[await accept(mona, past), await accept(mona, going)],
    ];
    expect(ofMona.map(({ status }) => status)).toEqual([403, 403, 403]);
    const question = { student_id: 'S04', id: past.id, version: 1, text: 'Which doctor?' };
    expect((await eric.call(familiesContract.askAboutFamilyNote, question)).status).toBe(200);
    expect([(await accept(eric, going)).status, (await accept(eric, { ...past, version: 2 })).status]).toEqual([
      200, 200,
    ]);
    // Each day stays with the class that it was of.
    const records = [
      await readRecordsOn(monday, 'S04'),
      await readRecordsOn(tuesday, 'S04'),
      await readRecordsOn(today, 'S04'),
    ];
    expect(records.flat().map(({ classId, reason }) => [classId, reason])).toEqual([
      ['1A', 'Illness: A cold'],
      ['1A', 'Illness: A cold'],
      ['1B', 'Illness: A cold'],
    ]);
  });

  it('leaves the notes of somebody who has left with the class that was left', async () => {
    const note = await sendNote('S05', monday, monday);
    const leaving = { student_id: 'S05', date_of_leaving: tuesday, reason: null };
    expect((await office.call(studentRegisterContract.archiveStudent, leaving)).status).toBe(200);
    expect(await notesOf(mona, '1A')).toEqual([note.id]);
    expect((await accept(mona, note)).status).toBe(200);
  });
});
