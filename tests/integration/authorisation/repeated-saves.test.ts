import { describe, expect, it } from 'vitest';
import { DaySettingEntity } from '#functions/attendance/records/day-setting.ts';
import { school as file } from '#functions/school/records/school.ts';
import { accountsContract } from '#shared/accounts/contract.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import type { CallRow, RawInput } from '#shared/http/contract.ts';
import { serverWordings } from '#shared/http/wordings.ts';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { weeklyTestsContract } from '#shared/marks/weekly-tests/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { studentSubjectsContract } from '#shared/subjects/assignment/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { putRecords } from '../../support/school/records.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { term, year, yearId } from '../../support/school/small-school.ts';
import { listChangesSince, readTableContent, restoreAfterEach } from '../../support/school/table-content.ts';
import { weeklyTestSettings } from '../../support/school/weekly-test-settings.ts';

/** A call with what is saved, what the user saw, and what a colleague saves afterwards. */
interface Save {
  call: CallRow;
  place: object;
  saved: object;
  was: object;
  later: object;
}
const save = <C extends CallRow>(call: C, place: Partial<RawInput<C>>, values: Omit<Save, 'call' | 'place'>): Save => ({
  call,
  place,
  ...values,
});

const ofStudent = { student_id: 'S41', year, term };
const page = { employee_id: 'T1', subject_id: 'MATH', academic_year_id: yearId, term };
const address = {
  saved: { phone_cell: '868-555-0101' },
  was: { phone_cell: null },
  later: { phone_cell: '868-555-0102' },
};
const comment = { saved: { comment: 'Steady.' }, was: { comment: null }, later: { comment: 'Very steady.' } };

const saves: Record<string, Save> = {
  'marks of a mark sheet': save(
    markSheetContract.saveSubjectRecord,
    { ...ofStudent, subject_id: 'MATH', class_id: '4A' },
    { saved: { exam_mark: 50 }, was: { exam_mark: null }, later: { exam_mark: 60 } },
  ),
  'a subject of a term report': save(
    termReportsContract.updateSubjectRecord,
    { ...ofStudent, class_id: '4A', subject_id_old: 'ENGL', subject_id_new: 'ENGL' },
    comment,
  ),
  'a term report': save(
    termReportsContract.saveTermReport,
    { ...ofStudent, class_id: '4A' },
    { saved: { comments: 'A good term.' }, was: { comments: null }, later: { comments: 'A better term.' } },
  ),
  'an assessment': save(
    markBookContract.saveAssessment,
    { ...page, form_level: 4, form_classes: ['4A', '4B'], assesment_number: 1, date: null, total: 20 },
    { saved: { topic: 'Surds' }, was: { topic: null, date: null, total: 20 }, later: { topic: 'Powers' } },
  ),
  'a student': save(studentRegisterContract.saveStudent, { id: 'S41' }, address),
  'a teacher': save(
    accountsContract.updateEmployee,
    { id: 'T2' },
    { saved: { last_name: 'Aly' }, was: { last_name: 'Ali' }, later: { last_name: 'Alley' } },
  ),
  'an administrator': save(
    accountsContract.updateAdministrator,
    { user_admin_id: 'A2' },
    { saved: { name: 'Clara Clerk' }, was: { name: 'Carl Clerk' }, later: { name: 'Cleo Clerk' } },
  ),
  'a subject': save(
    studentSubjectsContract.saveSubject,
    { id: 'ENGL', abbr: 'ENGL' },
    { saved: { title: 'English A' }, was: { title: 'English Language', abbr: 'ENGL' }, later: { title: 'English B' } },
  ),
  'a registration window': save(
    termsContract.saveFormLevelRegistration,
    { form_level: 4, open: 1 },
    { saved: { deadline: '2096-07-31' }, was: { deadline: null }, later: { deadline: '2096-08-31' } },
  ),
  'the dates of a term': save(
    attendanceContract.saveTermDates,
    { year, term },
    {
      saved: { term_end: '2025-12-11' },
      was: { term_start: '2025-09-01', term_end: '2025-12-12' },
      later: { term_end: '2025-12-10' },
    },
  ),
  'a student’s day': save(
    attendanceContract.correctAttendance,
    { student_id: 'S41', date: '2025-10-02', why: 'Was in the library.' },
    { saved: { pm: 'P' }, was: { pm: null }, later: { pm: 'A' } },
  ),
};

describe('a save that is repeated because its answer was lost', () => {
  const school = schoolForTests();
  const [admin, mona] = [school.as('A1'), school.as('T1')];
  restoreAfterEach();

  const send = ({ call, place }: Save, values: object, key: string, was?: object) =>
    admin.call(call, { ...place, ...values, ...(was ? { was } : {}) } as never, { 'Idempotency-Key': key });

  it.each(
    Object.entries(saves),
  )('of %s is answered after a colleague’s change, and changes nothing', async (_, one) => {
    const key = crypto.randomUUID();
    expect((await send(one, one.saved, key, one.was)).status).toBe(200);
    expect((await send(one, one.later, crypto.randomUUID())).status).toBe(200);
    const before = await readTableContent();
    const repeated = await send(one, one.saved, key, one.was);
    expect([repeated.status, await listChangesSince(before)]).toEqual([200, []]);
    // Another request with the same values is a conflict: the answer above is not given to everybody.
    const other = await send(one, one.saved, crypto.randomUUID(), one.was);
    expect([other.status, other.error?.conflict !== undefined]).toEqual([409, true]);
    const reused = await send(one, one.later, key, one.was);
    expect([reused.status, reused.error?.message, await listChangesSince(before)]).toEqual([
      422,
      [serverWordings.keyReused],
      [],
    ]);
  });

  /** Sends the save of a teacher twice under one key, with what a colleague does in between. */
  async function repeatAfter({ call, input }: { call: CallRow; input: object }, meanwhile: () => Promise<unknown>) {
    const key = { 'Idempotency-Key': crypto.randomUUID() };
    const first = await mona.call(call, input as never, key);
    await meanwhile();
    const before = await readTableContent();
    const again = await mona.call(call, input as never, key);
    expect(await listChangesSince(before)).toEqual([]);
    const other = await mona.call(call, input as never, { 'Idempotency-Key': crypto.randomUUID() });
    return [first.status, again.status, other.status];
  }
  const ok = async (answer: Promise<{ status: number }>) => expect((await answer).status).toBe(200);

  it('of a mark of the mark book is answered after a colleague’s change that its value does not fit', async () => {
    const assessment = {
      ...page,
      form_level: 4,
      form_classes: ['4A', '4B'],
      assesment_number: 1,
      topic: null,
      date: null,
    };
    await ok(admin.call(markBookContract.saveAssessment, { ...assessment, total: 20 }));
    const input = { ...page, form_class_id: '4A', student_id: 'S41' };
    const typed = { ...input, marks: [{ assesment_number: 1, mark: 18, was: null }] };
    const lowered = async () => {
      await ok(admin.call(markBookContract.saveMark, { ...input, marks: [{ assesment_number: 1, mark: 4 }] }));
      await ok(admin.call(markBookContract.saveAssessment, { ...assessment, total: 10 }));
    };
    expect(await repeatAfter({ call: markBookContract.saveMark, input: typed }, lowered)).toEqual([200, 200, 422]);
  });

  it('of a mark of a weekly test is answered after a colleague’s change that its value does not fit', async () => {
    Object.assign(file().weeklyTests, { ...weeklyTestSettings, from: '2025-09-01', to: '2025-12-12' });
    const test = { week_end_date: '2025-10-02', form_class_id: '1A', subject_id: 'MATH' };
    await ok(mona.call(weeklyTestsContract.saveWeeklyTestOfClass, { ...test, max_mark: 20 }));
    const input = { ...test, marks: [{ student_id: 'S01', mark: 18, was: null }] };
    const lowered = async () => {
      await ok(mona.call(weeklyTestsContract.importWeeklyTests, { ...test, marks: [{ student_id: 'S01', mark: 4 }] }));
      await ok(mona.call(weeklyTestsContract.saveWeeklyTestOfClass, { ...test, max_mark: 10 }));
    };
    expect(await repeatAfter({ call: weeklyTestsContract.importWeeklyTests, input }, lowered)).toEqual([200, 200, 422]);
  });

  it('of a weekly test’s maximum is answered after another change of it', async () => {
    Object.assign(file().weeklyTests, { ...weeklyTestSettings, from: '2025-09-01', to: '2025-12-12' });
    const call = weeklyTestsContract.saveWeeklyTestOfClass;
    const test = { week_end_date: '2025-10-02', form_class_id: '1A', subject_id: 'MATH' };
    await ok(mona.call(call, { ...test, max_mark: 10 }));
    const meanwhile = () => ok(mona.call(call, { ...test, max_mark: 15 }));
    expect(await repeatAfter({ call, input: { ...test, max_mark: 20 } }, meanwhile)).toEqual([200, 200, 200]);
  });

  it('of a register is answered after a colleague’s entry, and after its day is closed', async () => {
    const date = '2025-10-02';
    const input = {
      class_id: '1A',
      date,
      why: 'Entered later.',
      students: [{ student_id: 'S01', pm: 'P', was: { pm: null } }],
    };
    const save = { call: attendanceContract.saveAttendanceRegister, input };
    const later = { ...input, students: [{ student_id: 'S01', pm: 'A' as const }] };
    expect(await repeatAfter(save, () => ok(admin.call(attendanceContract.saveAttendanceRegister, later)))).toEqual([
      200, 200, 409,
    ]);
    const close = () =>
      putRecords(DaySettingEntity, [{ date, half: '2025H2', sessions: [], title: 'Storm', version: 1 }]);
    const second = { ...input, students: [{ student_id: 'S02', pm: 'P', was: { pm: null } }] };
    expect(await repeatAfter({ ...save, input: second }, close)).toEqual([200, 200, 422]);
  });
});
