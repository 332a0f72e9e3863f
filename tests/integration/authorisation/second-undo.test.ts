import { expect, it } from 'vitest';
import { school as file } from '#functions/school/records/school.ts';
import { undoWordings } from '#shared/http/wordings.ts';
import { weeklyTestsContract } from '#shared/marks/weekly-tests/contract.ts';
import { lessonsContract } from '#shared/people/lessons/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { studentSubjectsContract } from '#shared/subjects/assignment/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { makePdf } from '../../support/files/sample-files.ts';
import { sendFile } from '../../support/files/send-file.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { term, year } from '../../support/school/small-school.ts';
import { weeklyTestSettings } from '../../support/school/weekly-test-settings.ts';

const school = schoolForTests();
const admin = school.as('A1');
const mona = school.as('T1');

type Act = [what: string, act: () => Promise<{ body: { undo?: string | null } }>, by?: typeof admin];
const acts: Act[] = [
  [
    'a subject that was deleted',
    async () => {
      const { body } = await admin.call(studentSubjectsContract.saveSubject, { id: null, title: 'Art', abbr: 'VA' });
      return admin.call(studentSubjectsContract.deleteSubject, { id: body.id });
    },
  ],
  [
    'students who lost a subject',
    () => admin.call(studentSubjectsContract.removeStudentsFromSubject, { subject_id: 'MATH', students: ['S42'] }),
  ],
  [
    'a lesson that was deleted',
    () =>
      admin.call(lessonsContract.deleteAdminLesson, {
        employee_id: 'T1',
        academic_year_id: '20252026',
        id: '2025-MATH-L4',
        was: ['4A', '4B'],
      }),
  ],
  [
    'a setting of a term’s reports',
    () =>
      admin.call(termReportsContract.setPossibleAttendance, { year, term, possible_attendance: 96, class_id: '1A' }),
  ],
  [
    'a student who was archived',
    () =>
      admin.call(studentRegisterContract.archiveStudent, {
        student_id: 'S43',
        date_of_leaving: '2025-11-20',
        reason: null,
      }),
  ],
  [
    'a file that was added',
    () => sendFile(admin, { studentId: 'S01', kind: 'file_passport', type: 'application/pdf', bytes: makePdf() }),
  ],
  [
    'a term that was deleted',
    async () => {
      await admin.call(termsContract.saveAcademicTerm, {
        academic_year_id: '20252026',
        term: 3,
        possible_attendance: 102,
        is_current: false,
        date_start: '2026-04-20',
        date_end: '2026-07-03',
        new_term_beginning: null,
      });
      return admin.call(termsContract.deleteTerm, { academic_year_id: '20252026', term: 3 });
    },
  ],
  [
    'a weekly test that was deleted',
    async () => {
      Object.assign(file().weeklyTests, weeklyTestSettings);
      const test = { week_end_date: '2024-04-25', form_class_id: '1A', subject_id: 'MATH' };
      await mona.call(weeklyTestsContract.saveWeeklyTestOfClass, test);
      return mona.call(weeklyTestsContract.deleteWeeklyTestOfClass, test);
    },
    mona,
  ],
];

it.each(
  acts,
)('of %s, three at once, counts once: a repeated one gets the same answer, another is refused', async (_, act, by = admin) => {
  const { undo } = (await act()).body;
  const send = (key: string) =>
    by.send({
      method: 'POST',
      path: undoContract.undoAct.path,
      body: JSON.stringify({ undo }),
      headers: { 'Idempotency-Key': key },
    });
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const [first, again, second] = await Promise.all([send(one), send(one), send(other)]);
  expect([first.status, second.status].sort()).toEqual([200, 409]);
  expect(again.status).toBe(first.status);
  expect((await send(first.status === 200 ? one : other)).status).toBe(200);
  const late = await send(crypto.randomUUID());
  expect([late.status, late.error?.message]).toEqual([409, [undoWordings.undoneAlready]]);
});
