import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { accountsContract } from '#shared/accounts/contract.ts';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { lessonsContract } from '#shared/people/lessons/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { studentSpreadsheetsContract } from '#shared/students/spreadsheets/contract.ts';
import { studentSubjectsContract } from '#shared/subjects/assignment/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { createFirstAdmin } from '../../../infra/operators/accounts/first-admin.ts';
import { type ClientAnswer, TestClient } from '../../support/callers/client.ts';
import { previewClassList, toConfirmedRows } from '../../support/files/class-list-files.ts';
import { startServer } from '../../support/school/server.ts';
import { readCards } from '../term-reports/report-cards/printed-cards.ts';

// docs/start.md, step by step, by the calls that its screens make.

let school: Awaited<ReturnType<typeof startServer>>;
let office: TestClient;
let teacher: TestClient;
beforeAll(async () => {
  school = await startServer({ isDemo: false, site: 'none' });
  [office, teacher] = [new TestClient(school.url), new TestClient(school.url)];
});
afterAll(() => school?.stop());

const year = 2026;
const academic_year_id = '20262027';
const inTerm = { year, term: 1 as const };
const ofClass = { class_id: '1A', year: '2026', term: '1' };
/** By the ids that the upload gives: the file's rows in their order. */
const [sam, anais] = ['00001', '00002'];

/** The list of students as the chapter prints it. */
async function exampleList(): Promise<string> {
  const chapter = await readFile(new URL('../../../docs/start.md', import.meta.url), 'utf8');
  return /^```csv\n(.*?)^```$/ms.exec(chapter)?.[1] ?? '';
}

/** The body of an answer that has to be 200. */
async function done<T>(answer: Promise<ClientAnswer<T>>): Promise<T> {
  const { status, body, error } = await answer;
  expect(status, JSON.stringify(error)).toBe(200);
  return body;
}

/** Asks again until the run is over, as a page does. */
async function over<T extends { state: string }>(ask: () => Promise<ClientAnswer<T>>): Promise<T> {
  for (let tries = 0; tries < 600; tries += 1) {
    const body = await done(ask());
    if (body.state !== 'running') return body;
    await delay(50);
  }
  throw new Error('the run does not end');
}

async function signInFirst(client: TestClient, name: string, once: string): Promise<void> {
  await done(client.call(authContract.setCsrfCookie, {}));
  const login = client === office ? authContract.adminLogin : authContract.employeeLogin;
  expect(
    await done(client.call<typeof authContract.adminLogin>(login as never, { name, password: once })),
  ).toMatchObject({ password_reset: true });
  await done(client.call(authContract.changeOwnPassword, { name, password: 'Chalk-and-board-7' }));
}

it('1 First sign-in: with a one-time password, which is changed', async () => {
  await signInFirst(office, 'ada', await createFirstAdmin({ name: 'Ada Office', userName: 'ada' }));
});

it('2 Current term, 3 Subjects', async () => {
  const dates = { date_start: '2026-09-07', date_end: '2026-12-11', new_term_beginning: '2027-01-04' };
  const term = { academic_year_id, term: 1 as const, possible_attendance: 140, ...dates, is_current: true };
  expect(await done(office.call(termsContract.saveAcademicTerm, term))).toMatchObject({ is_current: true });
  for (const [title, abbr] of [
    ['Mathematics', 'MATH'],
    ['English', 'ENG'],
  ] as const) {
    const saved = await done(office.call(studentSubjectsContract.saveSubject, { id: null, title, abbr }));
    expect(saved.id).toBe(abbr);
  }
});

let employee_id = '';

it('4 Teachers: with a user name made from the name, and a slip that lets her in', async () => {
  const names = { first_name: 'Mónica', last_name: 'Núñez', date_of_birth: '1990-02-03' };
  const { employee, one_time_password } = await done(
    office.call(accountsContract.addEmployee, { teacher_num: 12, ...names, post_id: null, user_name: null }),
  );
  expect(employee.user_name).toBe('mnunez');
  employee_id = employee.id;
  await signInFirst(teacher, 'mnunez', one_time_password ?? '');
});

it('5 Students: the example’s file as it is printed', async () => {
  const { applyStudentUpload, readStudentUploadProgress } = studentSpreadsheetsContract;
  const preview = await done(previewClassList(office, new TextEncoder().encode(await exampleList()), 'form-one.csv'));
  expect(preview.rows.map(({ problem, error }) => [problem, error])).toEqual([
    [null, 0],
    [null, 0],
  ]);
  const { upload } = await done(office.call(applyStudentUpload, toConfirmedRows(preview)));
  const { rows } = await over(() => office.call(readStudentUploadProgress, { upload }));
  expect(rows.map(({ id, error }) => [id, error])).toEqual([
    [sam, 0],
    [anais, 0],
  ]);
});

it('6 Subjects of the students, 7 Lessons, 8 Registration for the term', async () => {
  for (const subject_id of ['MATH', 'ENG']) {
    const batch = { form_level: 1, class_id: null, students: [sam, anais] as string[], employee_id: null, subject_id };
    const headers = { 'Idempotency-Key': `batch-${subject_id}` };
    const { assigned } = await over(() => office.call(studentSubjectsContract.assignBatch, batch, headers));
    expect(assigned).toBe(2);
    const row = { id: null, subject_id, form_classes: ['1A'] };
    await done(office.call(lessonsContract.saveAdminLesson, { employee_id, academic_year_id, ...row }));
  }
  const post = { employee_id, academic_year_id, form_classes: ['1A'], was: [] };
  await done(office.call(lessonsContract.saveFormTeacherClass, post));
  await done(office.call(lessonsContract.saveDeanFormClasses, post));
  const preview = await done(office.call(termsContract.previewRegistration, {}));
  expect(preview.find(({ class_id }) => class_id === '1A')).toMatchObject({ students: 2, not_registered: 2 });
  await done(office.call(termsContract.clearFlags, { class_id: null }));
  const registering = { 'Idempotency-Key': 'registration' };
  expect(
    await over(() => office.call(termsContract.startTermRegistration, { class_id: null }, registering)),
  ).toMatchObject({
    state: 'finished',
    rows_processed: 2,
  });
});

it('9 Marks: the teacher’s course work and exam', async () => {
  const marks = { MATH: { [sam]: [14, 49], [anais]: [18, 61] }, ENG: { [sam]: [12, 42], [anais]: [17, 55] } };
  for (const [subject_id, students] of Object.entries(marks)) {
    const page = { employee_id, subject_id, form_class_id: '1A', academic_year_id, term: 1 as const };
    const assessment = { assesment_number: 1, topic: 'First test', date: '2026-10-02', total: 20 };
    await done(teacher.call(markBookContract.saveAssessment, { ...page, form_level: 1, ...assessment }));
    for (const [student_id, [course = 0, exam_mark = 0]] of Object.entries(students)) {
      const mark = { student_id, assesment_number: 1, mark: course, was: null };
      await done(teacher.call(markBookContract.saveMark, { ...page, ...mark }));
      const record = { student_id, subject_id, ...inTerm, exam_mark, was: { exam_mark: null } };
      await done(teacher.call(markSheetContract.saveSubjectRecord, record));
    }
  }
});

const write = (student_id: string, remarks: { times_absent?: number; comments?: string; dcomments?: string }) =>
  done(teacher.call(termReportsContract.saveTermReport, { student_id, ...inTerm, ...remarks }));

it('10 Remarks, 11 The check and the posting: it finds the remark that is left out', async () => {
  await write(sam, { times_absent: 3, comments: 'Sam works with care.', dcomments: 'A good first term.' });
  await write(anais, { comments: 'Anaïs is a help to everybody.' });
  const check = () => done(office.call(termReportsContract.checkPosting, { year: '2026', term: '1' }));
  expect(await check()).toMatchObject({
    reports: 2,
    students: [{ name: 'Baptiste, Anaïs', missing_marks: [], missing_remarks: ['Dean’s remarks'] }],
  });
  await write(anais, { dcomments: 'An excellent start.' });
  expect((await check()).students).toEqual([]);
  const posting = { 'Idempotency-Key': 'posting-1' };
  const post = { ...inTerm, title: 'Term 1', posted: 1 as const, date_posted: null };
  expect(await over(() => office.call(termReportsContract.postTermReports, post, posting))).toMatchObject({
    state: 'finished',
    posted: 1,
    left: [],
  });
});

it('12 Printing: a card for each student, with the marks and remarks', async () => {
  await done(office.call(termReportsContract.readClassTermReports, ofClass));
  const answer = await office.send({ method: 'GET', path: '/report-card?classId=1A&year=2026&term=1' });
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  const cards = await readCards(answer);
  expect(cards.map(({ name, rows }) => [name, ...rows.map((cells) => cells.slice(0, 4))])).toEqual([
    ['Ali, Sam', ['English Mónica Núñez', '18.0', '42', '60.0'], ['Mathematics Mónica Núñez', '21.0', '49', '70.0']],
    [
      'Baptiste, Anaïs',
      ['English Mónica Núñez', '25.5', '55', '80.5'],
      ['Mathematics Mónica Núñez', '27.0', '61', '88.0'],
    ],
  ]);
  const [first, second] = cards.map(({ texts }) => texts.join('\n'));
  for (const text of ['Average 65.0 %', 'Times absent 3', 'Sam works with care.', 'A good first term.', '07-Sep-2026'])
    expect(first).toContain(text);
  for (const text of ['Average 84.3 %', 'An excellent start.']) expect(second).toContain(text);
  expect(first).not.toContain('DRAFT');
});
