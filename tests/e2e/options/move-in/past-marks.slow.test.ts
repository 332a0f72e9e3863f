import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { moveInScreenWordings as wordings } from '#shared/options/move-in/wordings.ts';
import { spreadsheetWordings } from '#shared/spreadsheets.ts';
import { schoolInBrowser } from '../../../support/browser-school.ts';
import type { SheetOfFile } from '../../../support/options/move-in/files-of-school.ts';
import { choose, chooseBad, lookAt } from '../../../support/options/move-in/screen.ts';
import { password, startSmallSchool } from '../../../support/school/small-school.ts';
import { withSlowTable } from '../../../support/step-by-step/table-requests.ts';

const school = schoolInBrowser(() => startSmallSchool({ site: 'built' }));
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A mark sheet that does not say of which term it is, with a subject and a grade that the school does not have. */
const markSheet: SheetOfFile = {
  name: 'Form 3A',
  rows: [
    ['Mark sheet'],
    [null, null, 'Maths', null, null, 'English Language'],
    ['ID', 'Name', 'CW', 'Exam', 'Total', 'Total', 'Average', 'Times Absent'],
    ['S41', 'S41, Pupil', 25, 48, 73, 61, 67, 4],
    ['S42', 'S42, Pupil', 12, 40, null, 'A1', 50, 2],
    ['S43', 'S43, Pupil', null, null, 101, 55, 78, null],
    [null, 'Pupil S44 Lastname S44', null, null, 64, 70, 67, 1],
  ],
  merged: ['C2:E2'],
};

it('takes a mark sheet of an earlier term: asks for the term and each name once, stores, and takes it back', async () => {
  const { page } = await school.visitAs('admin', undefined, { password });
  await page.goto(`${school.url}/admin/dashboard/move-in`);
  await chooseBad(page, 'letter.pdf', Buffer.from('%PDF-1.7 nothing'), spreadsheetWordings.notSpreadsheet('a PDF'));
  await lookAt(page, 'error');

  await choose(page, 'Marks of 2022.xlsx', markSheet);
  await page.getByText(/rows wait for an answer above/).waitFor();
  await lookAt(page, 'term');
  const term = page.getByRole('group', { name: wordings.termOfSheet('Form 3A') });
  await term.getByRole('combobox', { name: wordings.year }).fill('2022-2023');
  await page.getByRole('option', { name: '2022-2023' }).click();
  await page.waitForTimeout(500);
  await term.getByRole('combobox', { name: wordings.term, exact: true }).click();
  await page.getByRole('option', { name: 'Term 3' }).click();
  await page.getByText(/1 row of earlier terms has a name and no ID/).waitFor();
  const names = page.getByRole('group', { name: wordings.names });
  await names.getByRole('combobox', { name: /Maths/ }).fill('Math');
  await page.getByRole('option', { name: 'Mathematics' }).click();
  await page.getByText(/1 mark is course and exam without a total/).waitFor();
  await names.getByRole('combobox', { name: /A1/ }).click();
  await page.getByRole('option', { name: wordings.asWritten }).click();
  await page.waitForTimeout(500);
  await lookAt(page, 'names');
  for (const question of [/has a name and no ID/, /without a total/]) {
    await page
      .getByRole('alert')
      .or(page.getByRole('status'))
      .filter({ hasText: question })
      .getByRole('button', { name: 'Yes' })
      .click();
    await page.getByText('You said yes.').first().waitFor();
    await page.waitForTimeout(500);
  }
  await lookAt(page, 'answered');
  await withSlowTable(2500, async () => {
    await button(page, 'Store 10 rows').click();
    await page.getByRole('progressbar', { name: wordings.storing }).waitFor();
    await lookAt(page, 'storing');
    await page.getByText('10 rows stored.').waitFor({ timeout: 60_000 });
  });
  await lookAt(page, 'past-stored');
  await page.getByText('Recent changes').click();
  await page.getByText(/^“[^”]+\.xlsx” moved in: Past marks \(7\), Past attendance \(3\)\.$/).waitFor();
  await lookAt(page, 'acts');
  await page.getByRole('button', { name: /^Undo.*Past marks \(7\), Past attendance/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: wordings.undo }).click();
  await page
    .getByText(/Undone/)
    .first()
    .waitFor({ timeout: 60_000 });
  await lookAt(page, 'undone');
});
