import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createFirstAdmin } from '../../../infra/operators/accounts/first-admin.ts';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { submitSignIn } from '../../support/callers/sign-in.ts';
import { readPrintedPdf } from '../../support/files/printed-pdf.ts';
import { pressCell } from '../../support/page/grid-page.ts';
import { addManyStudents } from '../../support/school/many-students.ts';
import { startServer } from '../../support/school/server.ts';

const school = schoolInBrowser(() => startServer({ isDemo: false }));

const own = 'Chalk-and-board-7';

/** Signs in with a one-time password, chooses a password, and is where the account belongs. */
async function signInFirst(page: Page, { path, user, once }: { path: string; user: string; once: string }) {
  await page.goto(`${school.url}${path}`);
  await submitSignIn(page, user, once);
  await page.getByLabel('New Password', { exact: true }).fill(own);
  await page.getByLabel('Confirm Password', { exact: true }).fill(own);
  await page.getByRole('button', { name: 'CHANGE PASSWORD' }).click();
  await page.getByRole('main').waitFor();
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const screen = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();

async function choose(page: Page, field: string, option: string) {
  await page.getByRole('combobox', { name: field, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** What the window with a one-time password says; it is closed then. */
async function slip(page: Page): Promise<{ user: string; once: string }> {
  const window = page.getByRole('alertdialog', { name: /^Sign-in of / });
  await window.waitFor();
  const [, user = '', once = ''] = await window.getByRole('definition').allInnerTexts();
  await window.getByRole('button', { name: 'Done' }).click();
  await window.waitFor({ state: 'detached' });
  return { user, once };
}

it('is set up from an empty table by the screens alone, up to a mark on a report card', async () => {
  const once = await createFirstAdmin({ name: 'Ada Office', userName: 'ada' });
  const { page } = await school.visit();
  await signInFirst(page, { path: '/admin', user: 'ada', once });

  // The current term.
  await screen(page, 'Current Term');
  await page.getByRole('combobox', { name: 'Academic Year' }).fill('2026-2027');
  await page.getByRole('option', { name: '2026-2027' }).click();
  await choose(page, 'Term', 'Term 1');
  await page.getByRole('textbox', { name: 'Possible Attendance' }).fill('140');
  await page.getByRole('textbox', { name: 'Term Start' }).fill('07-Sep-2026');
  await page.getByRole('textbox', { name: 'Term End' }).fill('11-Dec-2026');
  await button(page, 'Set / Update Term').click();
  await page.getByText('Term 1, 2026-2027 is set as the current term.').waitFor();

  // Another administrator, who does the rest.
  await screen(page, 'Teachers');
  await page.getByRole('tab', { name: 'Administrators' }).click();
  await button(page, 'Add Administrator').click();
  const administrator = page.getByRole('dialog', { name: 'New Administrator' });
  await administrator.getByRole('textbox', { name: 'Name', exact: true }).fill('Olive O’Hara');
  await administrator.getByRole('textbox', { name: 'User Name' }).fill('olive');
  await administrator.getByRole('button', { name: 'Everything' }).click();
  await administrator.getByRole('button', { name: 'Add Administrator' }).click();
  const olive = await slip(page);
  await button(page, 'Logout').click();
  await page.waitForURL(`${school.url}/admin`);
  await signInFirst(page, { path: '/admin', ...olive });

  // A subject.
  await screen(page, 'Subjects');
  await button(page, 'Add New Subject').click();
  await page.getByRole('textbox', { name: 'Subject Title' }).fill('Mathematics');
  await page.getByRole('textbox', { name: 'Subject Abbreviation' }).fill('MATH');
  await page.getByRole('dialog').getByRole('button', { name: 'Add Subject' }).click();
  await page.getByText('Subject Added').waitFor();

  // A teacher with a lesson and a form class.
  await screen(page, 'Teachers');
  await button(page, 'Add New Teacher').click();
  await page.getByLabel('Teacher No').fill('12');
  await page.getByLabel('First Name').fill('Mónica');
  await page.getByLabel('Last Name').fill('Núñez');
  await page.getByRole('textbox', { name: 'Date of Birth' }).fill('03-Feb-1990');
  await expect.poll(() => page.getByLabel('User Name').inputValue()).toBe('mnunez');
  await button(page, 'Add Teacher').click();
  const monica = await slip(page);
  expect(monica.user).toBe('mnunez');
  await page.getByRole('button', { name: /^Lessons: / }).click();
  const lessons = page.getByRole('dialog', { name: 'Lessons of Mónica Núñez' });
  await lessons.getByRole('button', { name: 'New Lesson' }).click();
  await choose(page, 'Subject of row 1', 'Mathematics');
  await choose(page, 'Class of row 1', '1A');
  await page.keyboard.press('Escape');
  await choose(page, 'Form Class', '1A');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect.poll(() => lessons.getByText('Saved', { exact: true }).count()).toBe(2);
  await lessons.getByRole('button', { name: 'Close Form' }).click();
  await lessons.waitFor({ state: 'detached' });

  // The class's students, who come with a file of their own, take the subject and are registered.
  await addManyStudents({ count: 3, classes: [{ classId: '1A', formLevel: 1 }], subjectIds: [] });
  await screen(page, 'Subjects');
  await page.getByRole('tab', { name: 'Batch Assignment' }).click();
  await choose(page, 'Subject', 'Mathematics');
  await choose(page, 'Form level', 'Form 1');
  await page.getByRole('checkbox', { name: /^Select all/ }).click();
  await button(page, 'Assign Selected Students').click();
  await button(page, 'Assign 3').click();
  await page.getByText('3 Student(s) Assigned').waitFor();
  await screen(page, 'Current Term');
  await button(page, 'Register Students').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Register Students' }).click();
  await page.getByText('Students Registered Successfully.').waitFor();
  await page.getByRole('alertdialog').getByRole('button').click();

  // The teacher enters a mark.
  const teacher = await school.visit();
  await signInFirst(teacher.page, { path: '/', ...monica });
  await teacher.page.getByRole('link', { name: /Enter Marks - End of Term/ }).click();
  await teacher.page.getByRole('button', { name: /Mathematics 1A$/ }).click();
  await teacher.page.getByRole('grid').waitFor();
  await pressCell(teacher.page, 0, 'exam_mark');
  await teacher.page.keyboard.type('61');
  await teacher.page.keyboard.press('Enter');
  await teacher.page.getByText('All saved').waitFor();

  // It is on the report card.
  await screen(page, 'Edit\\View Term Details');
  await button(page, '1A').click();
  await button(page, 'Print One').click();
  const card = page.getByRole('dialog', { name: /^Report card/ });
  await card.locator('iframe').waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('link', { name: 'Download' }).click(),
  ]);
  const { pages } = await readPrintedPdf(await readFile(await file.path()));
  const texts = pages[0]?.texts.map(({ text }) => text) ?? [];
  expect(texts).toContain('Mathematics');
  expect(texts).toContain('61');
  expect(texts.join(' ')).toContain('Mónica Núñez');
});
