import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { findAxeViolations } from '../../support/browser.ts';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { makeWorkbook, readFirstSheet } from '../../support/files/class-list-files.ts';

const school = schoolInBrowser();

it('uploads a class list: chosen, corrected, uploaded, shown, and downloaded again', async () => {
  const { page } = await school.visitAs('admin');
  await page.getByRole('link', { name: 'Students' }).click();
  await page.getByRole('button', { name: 'Upload Students' }).click();
  const list = await makeWorkbook([
    ['Surname', 'First Name', 'Class', 'DOB', 'Town'],
    ['Zzyzx', 'Anna', '1A', '5/3/2014', 'Arima'],
    ['Zzyzx', 'Bela', '1B', '31/2/2014', 'Couva'],
    ['Zzyzx', 'Cora', '1C', '6 March 2014', 'Couva'],
  ]);
  const window = page.getByRole('dialog', { name: 'Upload Students' });
  await window.locator('input[type=file]').setInputFiles({
    name: 'form one.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(list),
  });
  await window.getByText('Which day is 5/3/2014?').waitFor();
  await window.getByRole('button', { name: '05-Mar-2014: the day comes first' }).click();
  const confirm = page.getByRole('alertdialog', { name: 'Upload Students' });
  await confirm.getByText('3 rows, 2 new, 1 that cannot be uploaded').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  const cell = confirm.getByLabel(/^Date of Birth, row 3/);
  await cell.fill('2 Jan 2014');
  await cell.press('Enter');
  await confirm.getByText('3 rows, 3 new.').waitFor();
  await confirm.getByLabel('Select Zzyzx, Cora').click();
  await confirm.getByRole('button', { name: 'Delete Records (1)' }).click();
  await confirm.getByRole('button', { name: 'Confirm Upload (2)' }).click();
  const end = page.getByRole('dialog', { name: 'Upload Students' });
  await end.getByText('2 records were uploaded.').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await end.getByRole('button', { name: 'Close' }).last().click();
  await page.getByLabel('Search').fill('zzyzx');
  await page.getByText('Total Number of Students: 2').waitFor();
  await page.getByRole('rowheader', { name: 'Zzyzx, Bela' }).waitFor();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Spreadsheet' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^Registration Data - \d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.xlsx$/);
  const rows = await readFirstSheet(await readFile(await download.path()));
  expect(rows.map(([, last, first]) => [last, first])).toEqual([
    ['Last Name', 'First Name'],
    ['Zzyzx', 'Anna'],
    ['Zzyzx', 'Bela'],
  ]);
});
