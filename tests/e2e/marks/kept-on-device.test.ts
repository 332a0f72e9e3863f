import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { pressCell, readShownValue } from '../../support/page/grid-page.ts';

const school = schoolInBrowser();

/** From the teacher's first screen. */
async function openSheet(page: Page): Promise<void> {
  await page.getByRole('link', { name: /Enter Marks - End of Term/ }).click();
  await page.getByRole('button', { name: /Mathematics 1A$/ }).click();
  await page.getByRole('grid').waitFor();
}

/** Makes of the device's only entry one of a page before kinds had versions, with damaged ones of every sort beside it. */
const ageAndDamage = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('formroom.outbox');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('waiting', 'readwrite');
          const store = transaction.objectStore('waiting');
          const keys = store.getAllKeys();
          const values = store.getAll();
          values.onsuccess = () => {
            const [[user]] = keys.result as unknown as [[string]];
            const [{ version: _unknownThen, ...old }] = values.result;
            store.put(old, keys.result[0]);
            store.put({ save: 'subjectRecord', marks: '41 for Bo' }, [user, 'subjectRecord/damaged']);
            store.put({ page: 'gone', take: '42 for Cy' }, [`draft of ${user}`, 'gone']);
            localStorage.setItem(`formroom.outbox.last-moment/${user}/gone`, '[{"43 for Di');
          };
          transaction.oncomplete = () => {
            opening.result.close();
            resolve(keys.result.length);
          };
        };
      }),
  );

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
  expect(await ageAndDamage(page)).toBe(1);
  await page.unroute('**/api/table2');

  // Twice, for nothing is forgotten by a reload; on a screen that knows of no marks.
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  for (const _time of [1, 2]) {
    await page.goto(`${school.url}/term-reports`);
    for (const text of ['41 for Bo', '42 for Cy', '43 for Di']) await dialog.getByText(text).first().waitFor();
    const reason = dialog.getByText(/kept by another version of Formroom/);
    expect(await reason.count()).toBe(3);
  }
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await dialog.waitFor({ state: 'hidden' });
  // Without a reload: one that comes before the device has forgotten them shows them again.
  await openSheet(page);
  await page.getByRole('button', { name: 'All saved' }).waitFor();
  expect(await readShownValue(page, 0, 'exam_mark')).toBe(mark);
});
