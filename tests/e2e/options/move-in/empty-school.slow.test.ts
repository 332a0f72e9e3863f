import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { moveInScreenWordings } from '#shared/options/move-in/wordings.ts';
import { createFirstAdmin } from '../../../../infra/operators/accounts/first-admin.ts';
import { schoolInBrowser } from '../../../support/browser-school.ts';
import { submitSignIn } from '../../../support/callers/sign-in.ts';
import { readPrintedPdf } from '../../../support/files/printed-pdf.ts';
import { follow } from '../../../support/guide/follow-guide.ts';
import { choices, classLists, lessonList, teacherList } from '../../../support/options/move-in/files-of-school.ts';
import { choose, lookAt } from '../../../support/options/move-in/screen.ts';
import { startServer } from '../../../support/school/server.ts';

const school = schoolInBrowser(() => startServer({ isDemo: false }));
const own = 'Chalk-and-board-7';
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const screen = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();

async function store(page: Page, rows: number) {
  await button(page, `Store ${rows} rows`).click();
  await page.getByText(`${rows} rows stored.`).waitFor({ timeout: 60_000 });
}

it('moves in with four ordinary files, and prints its first report card', async () => {
  const once = await createFirstAdmin({ name: 'Ada Office', userName: 'ada' });
  const { page } = await school.visit();
  await page.goto(`${school.url}/admin`);
  await submitSignIn(page, 'ada', once);
  await page.getByLabel('New Password', { exact: true }).fill(own);
  await page.getByLabel('Confirm Password', { exact: true }).fill(own);
  await button(page, 'CHANGE PASSWORD').click();

  await screen(page, 'Current Term');
  await page.getByRole('combobox', { name: 'Academic Year' }).fill('2026-2027');
  await page.getByRole('option', { name: '2026-2027' }).click();
  await page.getByRole('combobox', { name: 'Term', exact: true }).click();
  await page.getByRole('option', { name: 'Term 1', exact: true }).click();
  await page.getByRole('textbox', { name: 'Possible Attendance' }).fill('140');
  await page.getByRole('textbox', { name: 'Term Start' }).fill('07-Sep-2026');
  await page.getByRole('textbox', { name: 'Term End' }).fill('11-Dec-2026');
  await button(page, 'Set / Update Term').click();
  await page.getByText('Term 1, 2026-2027 is set as the current term.').waitFor();

  // The first steps lead here.
  await page.getByRole('link', { name: moveInScreenWordings.firstStep }).click();
  await page.getByRole('heading', { level: 1, name: 'Move In' }).waitFor();
  await lookAt(page, 'empty');

  // By the guide, with the list of teachers; one row lacks its date of birth.
  const withoutDay = { ...teacherList, rows: [...teacherList.rows.slice(0, 7), [14, 'Lee, Kim', null, null, null]] };
  await follow(page, 'options/move-in/office.md', 'Move In', (see) => [
    () => choose(page, 'staff.xlsx', withoutDay),
    async () => {
      await page.getByRole('table').first().waitFor();
    },
    async () => {
      await lookAt(page, 'refused');
      await page.getByRole('textbox', { name: /^Date of Birth of STAFF 2025, row 8/ }).fill('31-Jan-1980');
      await see();
      await button(page, 'Check 1 Correction').click();
      await button(page, 'Store 6 rows').waitFor();
    },
    async () => {
      await see();
      await store(page, 6);
      await lookAt(page, 'stored');
    },
    async () => {
      await page.getByText('Recent changes').click();
      await page.getByText(/^“[^”]+\.xlsx” moved in: Teachers \(4\), Classes \(2\)\.$/).waitFor();
    },
  ]);

  // Subjects of an empty school are new ones; the list has them all.
  await choose(page, 'allocation.xlsx', lessonList);
  await store(page, 9);

  // Ids that a spreadsheet program took the zeros of are asked about once.
  await choose(page, 'class lists.xlsx', ...classLists);
  const question = page.getByText(/2 IDs are shorter than the others/);
  await question.waitFor();
  await lookAt(page, 'question');
  // Who takes what is asked, too; here a file of its own has it.
  await page.getByText(/take no subject yet/).waitFor();
  await page.getByRole('status').filter({ has: question }).getByRole('button', { name: 'Yes' }).click();
  await page.getByText('You said yes.').waitFor();
  await page.getByText(/^1A: Students, 3 rows/).click();
  await lookAt(page, 'sheets');
  await store(page, 4);

  await choose(page, 'options.xlsx', choices);
  await store(page, 5);
  // The same file again has nothing new.
  await choose(page, 'options.xlsx', choices);
  await page.getByText(moveInScreenWordings.nothing).waitFor();

  await screen(page, 'Current Term');
  await button(page, 'Register Students').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Register Students' }).click();
  await page.getByText('Students Registered Successfully.').waitFor({ timeout: 60_000 });
  await page.getByRole('alertdialog').getByRole('button').click();
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
  const texts = (pages[0]?.texts.map(({ text }) => text) ?? []).join(' ');
  expect(texts).toContain('Physics');
  expect(texts).toContain('Chemistry');
  expect(texts).toContain('Anna Bell');
  expect(texts).toMatch(/Alexis/);
});
