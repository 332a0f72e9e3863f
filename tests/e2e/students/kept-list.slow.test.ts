import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Output } from '#shared/http/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { clientOfAccount } from '../../support/callers/callers.ts';
import { signIn } from '../../support/callers/sign-in.ts';
import { readDevice } from '../../support/page/kept-on-device.ts';
import { password, startSmallSchool } from '../../support/school/small-school.ts';

const school = schoolInBrowser(() => startSmallSchool({ site: 'built' }));

type ListAnswer = Output<typeof studentRegisterContract.listAllStudents>;

/** How many lists the device keeps. */
const countKeptLists = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('formroom.lists');
        opening.onupgradeneeded = () => opening.result.createObjectStore('lists');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const keys = opening.result.transaction('lists').objectStore('lists').getAllKeys();
          keys.onsuccess = () => {
            opening.result.close();
            resolve(keys.result.filter((key) => key !== 'state').length);
          };
        };
      }),
  );

it('shows Students from the device before the answer, then the rows of the changed class; signed out, the device has nothing of it', async () => {
  const { page } = await school.visit();
  await signIn(page, school.url, 'admin', password);
  await page.goto(`${school.url}/admin/dashboard/students`);
  const row = (name: string) => page.getByRole('rowheader', { name });
  await row('Lastname S11, Pupil S11').waitFor();
  // The list, and the names of houses and codes in it.
  await expect.poll(() => countKeptLists(page)).toBe(3);
  expect(await readDevice(page)).not.toMatch(/Lastname|Pupil/);

  // Unchanged: nothing but the words that it is.
  const unchanged = page.waitForResponse((response) => response.url().includes('/api/admin-students'));
  await page.reload();
  const answer = await unchanged;
  expect([answer.status(), (await answer.request().sizes()).responseBodySize]).toEqual([304, 0]);
  await row('Lastname S11, Pupil S11').waitFor();

  const colleague = await clientOfAccount(school.url, 'A1');
  const saved = await colleague.call(studentRegisterContract.saveStudent, { id: 'S11', last_name: 'Changed' });
  expect(saved.status).toBe(200);
  const changed = page.waitForResponse((response) => response.url().includes('/api/admin-students'));
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
  const { current_students: sent, unchanged: notSent } = (await (await changed).json()) as ListAnswer;
  expect(sent?.map(({ id }) => id)).toEqual(['S11', 'S12', 'S13']);
  expect([notSent?.includes('1A'), notSent?.includes('1B')]).toEqual([true, false]);
  expect(await page.getByText(/^As of/).count()).toBe(0);
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('S11');

  // The rows of the other classes are still there, and the next page has all of them.
  await page.getByRole('searchbox', { name: 'Search' }).fill('');
  for (const name of ['Lastname S01, Pupil S01', 'Changed, Pupil S11', 'Lastname S46, Pupil S46'])
    await row(name).waitFor();

  // A page that has never shown the list, without a connection.
  await page.goto(`${school.url}/admin/dashboard`);
  await page.getByRole('link', { name: 'Students', exact: true }).first().waitFor();
  await page.route('**/api/**', (route) => route.abort('internetdisconnected'));
  await page.getByRole('link', { name: 'Students', exact: true }).first().click();
  await row('Changed, Pupil S11').waitFor();
  await page.getByText(/^As of \d\d:\d\d\. Unable to connect to the server\.$/).waitFor();
  await page.unroute('**/api/**');

  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByLabel('Username').waitFor();
  expect([await countKeptLists(page), (await readDevice(page)).includes('S11')]).toEqual([0, false]);
});
