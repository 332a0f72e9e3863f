import type { Page } from 'playwright-core';
import { school } from '#functions/school/records/school.ts';
import { changeAnswer, withWeeklyTests as weeklyTestsOfPage } from '../../support/page/changed-answer.ts';
import { findColumnOfMarks, pressCell } from '../../support/page/grid-page.ts';
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
