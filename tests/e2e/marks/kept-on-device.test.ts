import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { pressCell, readShownValue } from '../../support/page/grid-page.ts';
import { readOutbox } from '../../support/page/kept-on-device.ts';

const school = schoolInBrowser();

/** From the teacher's first screen. */
async function openSheet(page: Page): Promise<void> {
  await page.getByRole('link', { name: /Enter Marks - End of Term/ }).click();
  await page.getByRole('button', { name: /Mathematics 1A$/ }).click();
  await page.getByRole('grid').waitFor();
}

/** Leaves a record on the device that nobody can read. */
const leaveDamaged = (page: Page, user: string) =>
  page.evaluate(
    (owner) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('formroom.encrypted-outbox');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('waiting', 'readwrite');
          transaction
            .objectStore('waiting')
            .put({ save: 'subjectRecord', marks: '41 for Bo' }, [owner, 'subjectRecord/damaged']);
          transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    user,
  );

const ofUser = (page: Page): Promise<string> =>
  page.evaluate(async () => (await (await fetch('/api/user-employee')).json()).employee_id as string);

it('sends what a page of an earlier day kept, and shows what cannot be read until the user gives it up', async () => {
  const { page } = await school.visitAs('teacher');
  await page.goto(`${school.url}/term-reports`);
  await openSheet(page);
  await page.route('**/api/table2', (route) => route.abort());
  // A second try finds what the first one stored.
  const mark = (await readShownValue(page, 0, 'exam_mark')) === '37' ? '38' : '37';
  await pressCell(page, 0, 'exam_mark');
  await page.keyboard.type(mark);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /1 kept on this device/ }).waitFor();
  // A page of the same origin without the app.
  await page.goto(`${school.url}/school.json`);
  const { records, raw } = await readOutbox(page);
  expect(raw).not.toMatch(/subjectRecord|exam_mark/);
  expect(records).toMatchObject([{ save: 'subjectRecord', open: {}, sent: { fields: { exam_mark: Number(mark) } } }]);
  await leaveDamaged(page, await ofUser(page));
  await page.unroute('**/api/table2');

  // Twice, for nothing is forgotten by a reload; on a screen that knows of no marks.
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  for (const _time of [1, 2]) {
    await page.goto(`${school.url}/term-reports`);
    await dialog.getByText('Encrypted with a key that is no longer there').waitFor();
    expect(await dialog.getByText(/kept by another version of Formroom/).count()).toBe(1);
  }
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await dialog.waitFor({ state: 'hidden' });
  // Without a reload: one that comes before the device has forgotten them shows them again.
  await openSheet(page);
  await page.getByRole('button', { name: 'All saved' }).waitFor();
  expect(await readShownValue(page, 0, 'exam_mark')).toBe(mark);
});
