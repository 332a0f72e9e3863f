import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { openAttendanceOfThirdTerm } from '../../support/school/open-attendance.ts';
import { everyWindow, type OpenedWindow, openedWindows } from './every-window.ts';
import { focused, openBy, openTitles, settled } from './open-a-window.ts';

const school = schoolInBrowser();
beforeAll(() => openAttendanceOfThirdTerm(school.url));

const screens = [...new Set(openedWindows.map(({ as, at }) => `${as} ${at}`))];

/** What is wrong with a window of the screen that is open: where the focus is while it is open, and after Escape. */
async function faultsOf(page: Page, way: OpenedWindow, how: 'mouse' | 'keyboard'): Promise<string[]> {
  await openBy(page, way, how);
  const before = await openTitles(page);
  const atOnce = await focused(page);
  await settled(page);
  const later = await focused(page);
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await openTitles(page)).length).toBe(before.length - 1);
  const opener = (way.press.findLast((name) => !name.startsWith('menu: ')) ?? '').replace(/^link: /, '').trim();
  await expect.poll(async () => (await focused(page)).name, { timeout: 2_000 }).toMatch(opener.slice(0, 12));
  return atOnce.in === null || later.in === null ? [JSON.stringify([atOnce, later])] : [];
}

it.each(
  screens,
)('every window of %s has the focus at once, by mouse and by keyboard, and gives it back on Escape', async (screen) => {
  const own = openedWindows.filter(({ as, at }) => `${as} ${at}` === screen);
  const { page } = await school.visitAs(own[0]?.as ?? '');
  const wrong: string[] = [];
  // The screen is as it was before, unless there was a fault or a window lies over another one.
  let isAsLoaded = false;
  for (const [way, how] of own.flatMap((one) => (['mouse', 'keyboard'] as const).map((by) => [one, by] as const))) {
    if (!isAsLoaded) {
      await page.goto(school.url + way.at);
      await settled(page);
    }
    const found = await faultsOf(page, way, how).catch(async (error) => [
      `${String(error).split('\n')[0]} ${JSON.stringify(await focused(page).catch(() => null))}`,
    ]);
    wrong.push(...found.map((fault) => `${way.press.join(', ')}, by ${how}: ${fault}`));
    isAsLoaded = found.length === 0 && (await openTitles(page)).length === 0;
  }
  expect(wrong).toEqual([]);
});

it('has the way to every window of the product', async () => {
  const found: string[] = [];
  for (const file of await readdir('web', { recursive: true })) {
    if (!file.endsWith('.tsx') || file.startsWith(join('ui', 'overlays', 'dialog'))) continue;
    const text = await readFile(join('web', file), 'utf8');
    if (/<(?:Dialog|FormDialog|BottomSheet|SideDrawer|DocumentWindow)(?![\w.])/.test(text)) found.push(file);
  }
  // The question before a save: web/school/current-term.test.tsx, web/attendance/attendance-office.test.tsx.
  const kits = ['forms/form-dialog.tsx', 'forms/change-question.tsx'];
  expect(found.filter((file) => !kits.includes(file)).sort()).toEqual(Object.keys(everyWindow).sort());
});
