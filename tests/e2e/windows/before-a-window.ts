import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { school } from '#functions/school/records/school.ts';
import { signIn } from '../../support/callers/sign-in.ts';
import { editWorkbook, findFirstSheet } from '../../support/files/edit-workbook.ts';
import { changeAnswer, withWeeklyTests as weeklyTestsOfPage } from '../../support/page/changed-answer.ts';
import { findColumnOfMarks, pressCell, readCellValue } from '../../support/page/grid-page.ts';
import { weeklyTestSettings } from '../../support/school/weekly-test-settings.ts';

/** The first cell of a column of the sheet is the active one; without a name the first column of marks. */
export const inCell = (column?: string) => async (page: Page) => {
  await page.getByRole('grid').waitFor();
  await pressCell(page, 0, column ?? (await findColumnOfMarks(page)));
};

/** As the account of somebody who has set up an authenticator app. */
export const withApp = async (page: Page) => {
  const answer = { rule: 'offered', since: '2026-01-05T12:00:00.000Z', recovery_codes_left: 2 };
  await page.route('**/api/second-factor', (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: answer }) : route.fallback(),
  );
};

/** Of a school that has weekly tests. */
export const withWeeklyTests = async (page: Page) => {
  Object.assign(school().weeklyTests, weeklyTestSettings);
  await weeklyTestsOfPage(page);
};

/** The shown week has a test. */
export async function addWeeklyTest(page: Page): Promise<void> {
  const marks = page.getByRole('button', { name: 'Edit/View Marks' }).first();
  const add = page.getByRole('button', { name: /^Add / }).first();
  await marks.or(add).first().waitFor();
  if (!(await marks.isVisible())) await add.click();
  await marks.waitFor();
}

/**
 * From now on a call is answered with what `change` makes of the server's answer. The function is named after the path,
 * which names its place in the tests.
 */
const answering = (path: string, change: (answer: never) => object) =>
  Object.defineProperty((page: Page) => changeAnswer(page, ({ pathname }) => pathname === path, change), 'name', {
    value: path,
  });

/** Somebody whose one-time password was made within the hour. */
export const withNewSignIn = answering('/api/sign-in-slips', () => [
  { account_id: 'A7', name: 'Olga Office', user_name: 'olga', area: 'admin', one_time_password: 'k7mq-2xhd-9rtp' },
]);

/** An archived teacher still has lessons and a class. */
export const withLessonsLeft = answering('/api/lessons-without-teacher', (answer: object) => ({
  ...answer,
  teachers: [
    {
      employee_id: 'T99',
      first_name: 'Mona',
      last_name: 'Gone',
      form_teacher_of: ['1A'],
      dean_of: [],
      lessons: [{ id: 'MATH-1', lesson: 'Mathematics', form_classes: ['1A', '1B'] }],
    },
  ],
  form_classes: ['2B'],
}));

/** Archived students whose years have ended. */
export const withErasuresDue = answering('/api/student-erasures', () => ({
  years: 7,
  more: 0,
  changed_lately: 0,
  undated: 0,
  run: null,
  students: [{ student_id: '00412', name: 'Gone, Gary', class_id: '6A', date_of_leaving: '2012-07-06' }],
}));

/** Links for parents are open. */
export const withOpenLinks = answering('/api/family-accounts', (answer: { classes: { links: number }[] }) => ({
  ...answer,
  classes: answer.classes.map((one) => ({ ...one, links: 3 })),
}));

/** A student has a document that was issued. */
export const withDocument = answering('/api/student-transcript', (answer: { documents: object[] }) => ({
  ...answer,
  documents: [
    {
      number: '2026-0001',
      kind: 'transcript',
      issued_at: '2026-05-19T14:00:00.000Z',
      issued_by: 'Ada Office',
      withdrawn: null,
    },
  ],
}));

/** As an administrator who has every menu but Current Term. */
export const withoutCurrentTerm = answering(
  '/api/admin-permissions',
  (answer: { permissions: { menu: string }[] }) => ({
    ...answer,
    permissions: answer.permissions.filter(({ menu }) => menu !== 'dashboard'),
  }),
);

/** A list of students was chosen, and is shown before it is uploaded. */
export async function chooseStudentList(page: Page): Promise<void> {
  const window = page.getByRole('dialog', { name: 'Upload Students' });
  await window.locator('input[type=file]').setInputFiles({
    name: 'form one.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Last Name,First Name,Class\nZzyzx,Anna,1A\nZzyzx,Bela,1B\n'),
  });
  // The list is a window of its own with the same title. Where acts are refused, it does not come.
  const list = page.getByRole('button', { name: /^Confirm Upload/ });
  const refused = page.getByRole('alert').or(page.locator('[data-snackbars] [role]'));
  await list
    .or(refused)
    .first()
    .waitFor({ timeout: 5_000 })
    .catch(() => undefined);
}

/** A year without lessons, on its first day. */
export const withNewYear = answering('/api/lessons-take-over', (answer: object) => ({
  ...answer,
  has_lessons: false,
  from: '20242025',
  is_promoted: true,
  teachers: [
    {
      employee_id: 'T1',
      name: 'Abel, Ann',
      lessons: 3,
      taken: 2,
      posts: 1,
      has_left: false,
      classes_gone: [],
      subjects_ended: ['Latin'],
    },
  ],
}));

/** Somebody who signed in hours ago: the password is asked for again. */
export const withOldSignIn = async (page: Page) => {
  await page.route('**/api/end-own-sessions', (route) =>
    route.fulfill({ status: 428, json: { errors: { message: ['Please show that it is you.'] } } }),
  );
};

/** No answer comes from the server that signs in. */
export const withoutServer = async (page: Page) => {
  await page.route('**/api/employee-login', (route) => route.abort());
};

/** A name and a password are typed at the entrance. */
export async function fillInEntrance(page: Page): Promise<void> {
  await page.getByLabel('Username').fill('teacher');
  await page.getByRole('textbox', { name: 'Password' }).fill('not the right one');
}

/** Somebody is at work on a sheet, the session has ended, and the band above says so. */
export const endSessionAt = (sheet: string) => async (page: Page) => {
  const { origin } = new URL(page.url());
  // The sheet is loaded before it ends.
  await signIn(page, origin, 'teacher');
  await page.goto(origin + sheet);
  await inCell()(page);
  await page.context().clearCookies();
  const mark = page.locator('[data-row]').first().locator('[data-column="exam_mark"]');
  await page.keyboard.type((await readCellValue(mark)) === '31' ? '32' : '31');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'signed out' }).waitFor();
};

/** The shown day is today. */
export const withRegisterOfToday = answering('/api/attendance-register', (register: { date: string }) => ({
  ...register,
  today: register.date,
}));

/** The first student of the register has the form teacher's mark, and the user is a teacher of another subject. */
export const withMarkOfFormTeacher = answering(
  '/api/attendance-register',
  ({ students: [first = {}, ...others], ...register }: { date: string; students: object[] }) => {
    const entry = { by: 'Fay Form', as: 'form teacher', at: '2026-05-19T12:05:00.000Z' };
    const marks = ['am', 'pm'].flatMap((session) => [
      [session, 'P'],
      ...Object.entries(entry).map(([key, value]) => [`${session}_${key}`, value]),
    ]);
    return {
      ...register,
      today: register.date,
      as: 'lesson',
      only_looks: null,
      students: [{ ...first, ...Object.fromEntries(marks) }, ...others],
    };
  },
);

const withPostedReport = answering('/api/posted-report', (answer: object) => ({
  ...answer,
  date_posted: '2026-05-12T15:30:00.000Z',
  reason: null,
  changed: ['Form teacher comments'],
}));
const withPostedTerm = answering('/api/class-term-reports', (answer: object) => ({ ...answer, is_posted: true }));

/** The shown term and report were posted, and something in it has been changed since. */
export async function withChangeSincePosting(page: Page): Promise<void> {
  await withPostedTerm(page);
  await withPostedReport(page);
}

/** Every term was posted. */
export const withPostedTerms = answering('/api/term-reports-posted', (answer: object[]) =>
  answer.map((one) => ({ ...one, posted: 1 })),
);

/** The workbook of all marks takes long to make. */
export const withSlowSpreadsheet = async (page: Page) => {
  await page.route('**/api/spreadsheet?*', () => {});
};

/** A class is chosen for the workbook of all marks. */
export async function chooseClassOfSpreadsheet(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Form Class' }).click();
  await page.getByRole('option', { name: '1A', exact: true }).click();
}

/** The page of the mark book was downloaded, changed in one cell, and chosen to be uploaded. */
export async function choosePageOfMarkBook(page: Page): Promise<void> {
  await page.getByRole('grid').waitFor();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const filled = await editWorkbook(await readFile(await (await downloading).path()), (workbook) => {
    const cell = findFirstSheet(workbook).getCell('E7');
    cell.value = Number(cell.value) === 3 ? 4 : 3;
  });
  await page.getByRole('button', { name: 'Upload' }).click();
  const chooser = page.getByRole('dialog', { name: 'Upload marks' });
  const file = { name: 'page.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from(filled) };
  await chooser.getByLabel('Excel workbook (.xlsx)').setInputFiles(file);
  // Nobody chooses a file within half a second, in which a second press of the same button does nothing.
  await page.waitForTimeout(600);
}

/** An upload of students is never done. */
export const withLongUpload = async (page: Page) => {
  await page.route('**/api/upload-new-students?*', (route) =>
    route.fulfill({
      json: {
        rows_processed: 1,
        total_rows: 2,
        state: 'running',
        upload: new URL(route.request().url()).searchParams.get('upload'),
        rows: [],
      },
    }),
  );
};

/** The page was loaded again while an upload of students was going on. */
export async function reloadDuringUpload(page: Page): Promise<void> {
  const upload = page.getByRole('button', { name: 'Upload Students' });
  await upload.click();
  const window = page.getByRole('dialog', { name: 'Upload Students' });
  await window.waitFor();
  if ((await window.getByRole('progressbar').count()) === 0) {
    await chooseStudentList(page);
    const confirm = page.getByRole('alertdialog').getByRole('button', { name: /^Confirm Upload/ });
    await confirm.click();
    await page.getByRole('progressbar').waitFor();
  }
  await page.reload();
  await upload.waitFor();
}
