import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningSchool } from '../../local/school.ts';
import { axe, launchBrowser, looks, visit } from '../support/browser.ts';
import { edited, firstSheet } from '../support/edited-workbook.ts';
import { startServer } from '../support/server.ts';
import { signIn } from '../support/sign-in.ts';

let school: RunningSchool;
let browser: Browser;
beforeAll(async () => {
  [school, browser] = await Promise.all([startServer({ today: new Date('2026-05-20T08:00:00Z') }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await school?.stop();
});

const [look] = looks;

it('takes a page down, filled in up again, and saves what is confirmed', async () => {
  const { page } = await visit(browser, look as never);
  await signIn(page, school.url, 'teacher');
  await page.getByRole('link', { name: /Enter Marks - Course Work/ }).click();
  await page.getByRole('button', { name: /Mathematics 1A$/ }).click();
  await page.getByRole('grid').waitFor();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const file = await (await downloading).path();
  let was = 0;
  const filled = await edited(await readFile(file), (workbook) => {
    const cell = firstSheet(workbook).getCell('E7');
    was = Number(cell.value);
    cell.value = was === 3 ? 4 : 3;
    firstSheet(workbook).getCell('E8').value = 9999;
  });
  await page.getByRole('button', { name: 'Upload' }).click();
  const chooser = page.getByRole('dialog', { name: 'Upload marks' });
  await chooser.getByRole('button', { name: 'Upload' }).click();
  await chooser.getByText('Please select a file!').waitFor();
  await chooser.getByLabel('Excel workbook (.xlsx)').setInputFiles({
    name: 'page.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(filled),
  });
  await chooser.getByRole('button', { name: 'Upload' }).click();
  const preview = page.getByRole('dialog', { name: 'What the file changes' });
  await preview.getByText('Mark Entered is greater than the assigned total.').waitFor();
  expect(await axe(page)).toEqual([]);
  await preview.getByRole('button', { name: 'Confirm 1 change' }).click();
  await page.getByText('1 mark saved.').waitFor();
  const shown = page.locator('[data-row]').first().locator('[data-column="1"], [data-column="assessment-1"]').first();
  if ((await shown.count()) > 0) await expect.poll(() => shown.innerText()).toContain(was === 3 ? '4' : '3');
  await page.context().close();
});

it('makes the spreadsheet of a form level while it shows how far it is', async () => {
  const { page } = await visit(browser, look as never);
  await signIn(page, school.url, 'admin');
  await page.getByRole('link', { name: 'Course Mark' }).click();
  await page.getByRole('button', { name: /Mark Book Spreadsheet/ }).click();
  await page.getByRole('button', { name: 'Download Spreadsheet' }).click();
  await page.getByText('No Fields selected. Please select field to download spreadsheet.').waitFor();
  expect(await axe(page)).toEqual([]);
  await page.getByRole('combobox', { name: 'Form Level' }).click();
  await page.getByRole('option', { name: 'Form 1' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Spreadsheet' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('Mark Book Spreadsheet.xlsx');
  await page.context().close();
});
