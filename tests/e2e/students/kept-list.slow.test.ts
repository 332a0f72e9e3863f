import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { clientOfAccount } from '../../support/callers/callers.ts';
import { signIn } from '../../support/callers/sign-in.ts';
import { password, startSmallSchool } from '../../support/school/small-school.ts';

const school = schoolInBrowser(() => startSmallSchool({ site: 'built' }));

/** Everything in the databases of the browser, bytes in Latin-1, and the entries of kept lists. */
const readDatabases = (page: Page) =>
  page.evaluate(async () => {
    const finished = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const textOf = (value: unknown): string => {
      if (value instanceof ArrayBuffer) return String.fromCharCode(...new Uint8Array(value));
      if (ArrayBuffer.isView(value)) return textOf(value.buffer.slice());
      if (typeof value !== 'object' || value === null) return String(value);
      return Object.entries(value)
        .map(([name, part]) => `${name} ${textOf(part)}`)
        .join('\n');
    };
    let text = '';
    let lists = 0;
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await finished(indexedDB.open(name));
      for (const storeName of database.objectStoreNames) {
        const store = database.transaction(storeName).objectStore(storeName);
        const [keys, values] = await Promise.all([finished(store.getAllKeys()), finished(store.getAll())]);
        if (name === 'formroom.lists') lists = keys.filter((key) => key !== 'state').length;
        text += textOf([name, keys, values]);
      }
      database.close();
    }
    return { text, lists };
  });

it('shows Students from the device before the answer, then the changed row; signed out, the device has nothing of it', async () => {
  const { page } = await school.visit();
  await signIn(page, school.url, 'admin', password);
  await page.goto(`${school.url}/admin/dashboard/students`);
  const row = (name: string) => page.getByRole('rowheader', { name });
  await row('Lastname S11, Pupil S11').waitFor();
  await expect.poll(async () => (await readDatabases(page)).lists).toBe(1);
  expect((await readDatabases(page)).text).not.toMatch(/Lastname|Pupil/);

  // Unchanged: nothing but the words that it is.
  const unchanged = page.waitForResponse((response) => response.url().includes('/api/admin-students'));
  await page.reload();
  const answer = await unchanged;
  expect([answer.status(), (await answer.request().sizes()).responseBodySize]).toEqual([304, 0]);
  await row('Lastname S11, Pupil S11').waitFor();

  const colleague = await clientOfAccount(school.url, 'A1');
  const saved = await colleague.call(studentRegisterContract.saveStudent, { id: 'S11', last_name: 'Changed' });
  expect(saved.status).toBe(200);
  const held = Promise.withResolvers<void>();
  await page.route('**/api/admin-students?*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.reload();
  await row('Lastname S11, Pupil S11').waitFor();
  await page.getByText(/^As of \d\d:\d\d$/).waitFor();
  await page.getByRole('searchbox', { name: 'Search' }).fill('S11');
  held.resolve();
  await row('Changed, Pupil S11').waitFor();
  expect(await page.getByText(/^As of/).count()).toBe(0);
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('S11');

  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByLabel('Username').waitFor();
  const left = await readDatabases(page);
  expect([left.lists, left.text.includes('S11')]).toEqual([0, false]);
});
