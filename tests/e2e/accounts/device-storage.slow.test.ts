import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { ClassPostEntity } from '#functions/people/records/store.ts';
import { findAccountByUserName } from '#functions/sessions/accounts.ts';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { makeWorkbook } from '../../support/files/class-list-files.ts';
import { pressCell } from '../../support/page/grid-page.ts';
import { readDevice } from '../../support/page/kept-on-device.ts';
import { executeActionOfTest } from '../../support/school/records.ts';

const school = schoolInBrowser();
beforeAll(async () => {
  const account = await findAccountByUserName('formteacher');
  if (!account) throw new Error('No form teacher');
  const post = { year: 2025, classId: '1A', formLevel: 1, as: 'form teacher', name: account.name } as const;
  await executeActionOfTest(ClassPostEntity.put({ ...post, employeeId: account.accountId }));
});

/** Names of fields and forms: in clear, they would be stored together with the typed values. */
const fieldNames = ['exam_mark', 'last_name', 'Reason', 'possible_attendance', 'comments', 'subject_id', 'left-out'];

const countDrafts = (page: Page) =>
  page.evaluate(
    () => Object.keys({ ...sessionStorage }).filter((key) => key.startsWith('formroom.encrypted-draft/')).length,
  );

/** @returns the secrets that the device keeps in clear */
async function findInClear(page: Page, secrets: readonly string[]): Promise<string[]> {
  const kept = await readDevice(page);
  return [...secrets, ...fieldNames].filter((secret) => kept.includes(secret));
}

async function leaveRowsOutOfUpload(page: Page): Promise<void> {
  await page.goto(`${school.url}/admin/dashboard/students`);
  await page.getByRole('button', { name: 'Upload Students' }).click();
  const list = await makeWorkbook([
    ['Surname', 'First Name', 'Class', 'DOB', 'Town'],
    ['Quillfeather', 'Anna', '1A', '5 March 2014', 'Arima'],
    ['Xylophont', 'Bela', '9Z', '1 March 2014', 'Couva'],
  ]);
  await page.locator('input[type=file]').setInputFiles({
    name: 'form one.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(list),
  });
  await page.getByRole('button', { name: 'Confirm Upload (1)' }).click();
  await page.getByText('1 record was uploaded.').waitFor();
  await page.getByText(/1 row was left out/).waitFor();
}

describe('of names, marks, remarks and forms the device keeps', () => {
  it('nothing in clear of the office, gives it back after a reload, and has none of it after Logout', async () => {
    const { page } = await school.visitAs('admin');
    const names = ['Quillfeather', 'Xylophont'];
    await leaveRowsOutOfUpload(page);
    await page.goto(`${school.url}/admin/dashboard/students?search=quill`);
    await page.getByRole('rowheader', { name: 'Quillfeather, Anna' }).waitFor();
    await page.goto(`${school.url}/admin/dashboard/teachers?search=formteacher`);
    await page.getByRole('button', { name: /^Lessons: / }).click();
    await page.getByRole('button', { name: 'New Lesson' }).click();
    await page
      .getByRole('combobox', { name: /^Subject of row/ })
      .last()
      .fill('a');
    await page.getByRole('option').first().click();
    await page.goto(`${school.url}/admin/dashboard`);
    await page.getByLabel('Possible Attendance').fill('79');
    // Of the upload, the lessons and the term.
    await expect.poll(() => countDrafts(page)).toBe(3);
    expect(await findInClear(page, names)).toEqual([]);

    await page.reload();
    await page.getByText(/These are your changes from before/).waitFor();
    expect(await page.getByLabel('Possible Attendance').inputValue()).toBe('79');
    await expect.poll(() => findInClear(page, names)).toEqual([]);
    expect(await countDrafts(page)).toBe(3);

    await page.getByRole('button', { name: 'Logout' }).first().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Logout' }).click();
    await page.getByLabel('Username').waitFor();
    expect([await countDrafts(page), ...(await findInClear(page, names))]).toEqual([0]);
  });

  it('nothing in clear of a teacher who types without a connection', async () => {
    const { page } = await school.visitAs('teacher');
    await page.getByRole('link', { name: /Enter Marks - End of Term/ }).click();
    await page.getByRole('button', { name: /Mathematics 1A$/ }).click();
    await page.getByRole('grid').waitFor();
    const names = (await page.getByRole('rowheader').allInnerTexts()).map((name) => name.trim());
    expect(names.length).toBeGreaterThan(10);
    await page.route('**/api/table2', (route) => route.abort());
    await pressCell(page, 0, 'exam_mark');
    await page.keyboard.type('5791');
    await page.keyboard.press('Enter');
    await page.keyboard.type('37');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /kept on this device/ }).waitFor();
    expect(await findInClear(page, [...names, '5791'])).toEqual([]);
  });

  it('nothing in clear of a remark that is sent, or still being typed', async () => {
    const { page } = await school.visitAs('formteacher');
    await page.goto(`${school.url}/term-reports/view-reports?class=1A`);
    await page.getByRole('table').first().waitFor();
    const name = await page.getByRole('heading', { level: 2 }).first().innerText();
    await page.route('**/api/table1', (route) => route.abort());
    const remark = page.getByRole('textbox', { name: 'Form teacher comments', exact: true });
    await remark.fill('Quixotic, but kind.');
    await remark.blur();
    await page.getByRole('button', { name: /kept on this device/ }).waitFor();
    await remark.pressSequentially(' Whimsical.');
    await page.waitForTimeout(600);
    expect(await findInClear(page, [name, 'Quixotic', 'Whimsical'])).toEqual([]);
  });
});
