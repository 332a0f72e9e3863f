import { beforeAll, expect, it, vi } from 'vitest';
import { connectionWordings } from '../../../web/ui/wordings.ts';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { openAttendanceOfThirdTerm } from '../../support/school/open-attendance.ts';
import { openedWindows } from './every-window.ts';
import { findControl, openTitles, placeOf, settled } from './open-a-window.ts';

const school = schoolInBrowser();
beforeAll(() => openAttendanceOfThirdTerm(school.url));
vi.setConfig({ testTimeout: 240_000 });

/** Those that one press on a loaded screen opens; that of the status itself has another name offline. */
const ways = openedWindows.filter(({ before, prepare, press, isPhone }) => {
  const isPlain = !before && !prepare && !isPhone && press.length === 1;
  return isPlain && !/^link: |^All saved/.test(press[0] ?? '');
});
const places = [...new Set(ways.map(placeOf))];

it.each(places)('a press on %s without a connection opens the window, or says what it waits for', async (place) => {
  const own = ways.filter((way) => placeOf(way) === place);
  const { page, context } = await school.visitAs(own[0]?.as ?? '');
  const silent: string[] = [];
  for (const { at, press } of own) {
    await page.goto(school.url + at);
    await settled(page);
    const control = findControl(page, press[0] ?? '');
    await control.waitFor();
    await page.getByRole('button', { name: 'All saved' }).waitFor();
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Offline, all saved' }).waitFor();
    await control.click();
    const said = page.getByText(/^(?:There is no connection|Unable to connect)/).first();
    const isClear = async () => {
      if (await said.isVisible()) return true;
      const isLoading = (await page.locator('[role=dialog] [aria-label^="Loading"]').count()) > 0;
      return !isLoading && (await openTitles(page)).some((title) => title !== '');
    };
    await expect
      .poll(isClear, { timeout: 4_000 })
      .toBe(true)
      .catch(() => silent.push(press[0] ?? ''));
    await context.setOffline(false);
  }
  expect(silent).toEqual([]);
});

it('opens what was pressed, and takes the message away, when the connection is back', async () => {
  const { page, context } = await school.visitAs('admin');
  await page.goto(`${school.url}/admin/dashboard/teachers`);
  await settled(page);
  await context.setOffline(true);
  await page
    .getByRole('button', { name: /^Sessions: / })
    .first()
    .click();
  const message = page.getByText(connectionWordings.opensLater);
  await message.first().waitFor();
  await context.setOffline(false);
  await page.getByRole('dialog', { name: /is signed in$/ }).waitFor();
  await expect.poll(() => message.count()).toBe(0);
});

it('does not do later, unseen, what was pressed without a connection', async () => {
  const { page, context } = await school.visitAs('admin');
  await page.goto(`${school.url}/admin/dashboard/students`);
  await settled(page);
  await page
    .getByRole('button', { name: /^Actions: / })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Reset Password' }).click();
  const window = page.getByRole('dialog', { name: /password\?$/ });
  const reset = window.getByRole('button', { name: 'Reset Password' });
  await reset.waitFor();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('reset-password')) asked.push(request.url());
  });
  await context.setOffline(true);
  await reset.click();
  await window.getByText('The password was not reset. Unable to connect to the server.').waitFor();
  await window.getByRole('button', { name: 'Cancel' }).click();
  const triedOffline = asked.length;
  await context.setOffline(false);
  await page.getByRole('button', { name: 'All saved', exact: true }).waitFor();
  await page.waitForTimeout(1_500);
  expect(asked.length).toBe(triedOffline);
});
