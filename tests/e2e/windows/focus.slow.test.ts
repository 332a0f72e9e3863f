import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { screenLooks } from '../../support/browser.ts';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { openAttendanceOfThirdTerm } from '../../support/school/open-attendance.ts';
import { everyWindow, openedWindows } from './every-window.ts';
import { focused, type OpenedWindow, openBy, openTitles, placeOf, popups, settled } from './open-a-window.ts';

const school = schoolInBrowser();
beforeAll(() => openAttendanceOfThirdTerm(school.url));
const [, , phone] = screenLooks;

const places = [...new Set(openedWindows.map(placeOf))];

/** Where the last key went: into the window on top, or else the name of what took it. */
const watchKeys = (page: Page) =>
  page.evaluate((popups) => {
    document.addEventListener(
      'keydown',
      ({ target }) => {
        const open = document.querySelectorAll(popups);
        const isIn = target instanceof Element && open.item(open.length - 1)?.contains(target);
        document.body.dataset.lastKey = isIn ? 'in the window' : `on ${(target as Element).outerHTML.slice(0, 80)}`;
      },
      { capture: true },
    );
  }, popups);

/**
 * What has the focus in place of the first thing to fill in, or of anything but the close button of the head; null
 * where it is right.
 */
const wrongFirst = (page: Page) =>
  page.evaluate((popups) => {
    const popup = [...document.querySelectorAll(popups)].at(-1);
    const active = document.activeElement;
    const body = [...(popup?.children ?? [])].filter(({ tagName }) => tagName !== 'HEADER' && tagName !== 'FOOTER');
    const fields = body
      .flatMap((part) => [...part.querySelectorAll<HTMLElement>('input, textarea, [role=combobox], [role=checkbox]')])
      .filter((one) => one.checkVisibility() && one.tabIndex >= 0 && !one.matches(':disabled, [readonly]'));
    const bottom = popup?.getBoundingClientRect().bottom ?? 0;
    // What is read before it is not scrolled away.
    const isFarDown = fields.length > 0 && (fields[0]?.getBoundingClientRect().bottom ?? 0) > bottom;
    const isRight =
      fields.length > 0 && !isFarDown ? fields.includes(active as HTMLElement) : !active?.closest('header');
    return isRight ? null : `${active?.outerHTML.slice(0, 80)}, not ${fields[0]?.outerHTML.slice(0, 80)}`;
  }, popups);

/**
 * What is wrong with a window of the screen that is open: where the focus is while it is open, where the first key
 * goes, and Escape.
 */
async function faultsOf(page: Page, way: OpenedWindow, how: 'mouse' | 'keyboard'): Promise<string[]> {
  const found: string[] = [];
  await openBy(page, way, how);
  const before = await openTitles(page);
  const atOnce = await focused(page);
  await settled(page);
  const first = way.isStep ? null : await wrongFirst(page);
  if (first) found.push(`the focus is first on ${first}`);
  await watchKeys(page);
  await page.keyboard.press('q');
  const key = await page.evaluate(() => document.body.dataset.lastKey);
  if (key !== 'in the window') found.push(`the first key goes ${key}`);
  const isText = await page.evaluate(() =>
    document.activeElement?.matches('textarea, input:not([type=checkbox], [type=radio])'),
  );
  if (isText) await page.keyboard.press('Backspace');
  await settled(page);
  const later = await focused(page);
  if (atOnce.in === null || later.in === null) found.push(JSON.stringify([atOnce, later]));
  // The first Escape may close the list that the key has opened.
  for (let tries = 0; tries < 5 && (await openTitles(page)).length >= before.length; tries += 1) {
    const discard = page.getByRole('button', { name: 'Discard changes' });
    await ((await discard.isVisible()) ? discard.click() : page.keyboard.press('Escape'));
    await page.waitForTimeout(150);
  }
  await expect.poll(async () => (await openTitles(page)).length).toBeLessThan(before.length);
  const pressed = way.press.findLast((name) => !name.startsWith('menu: ')) ?? '';
  const opener =
    way.back ??
    new RegExp(
      escapeRegExp(
        pressed
          .replace(/^link: /, '')
          .trim()
          .slice(0, 12),
      ),
    );
  await expect.poll(async () => (await focused(page)).name).toMatch(opener);
  return found;
}

const escapeRegExp = (text: string) => text.replace(/[()+?.]/g, '\\$&');

it.each(
  places,
)('every window of %s has the focus in what is filled in and the first key, by mouse and by keyboard, and gives the focus back on Escape', async (place) => {
  const own = openedWindows.filter((way) => placeOf(way) === place);
  const [first] = own;
  // Two ways to change the answer of one call are two places.
  expect(new Set(own.map(({ before }) => before)).size).toBe(1);
  const look = first?.isPhone ? phone : undefined;
  const { page } = await (first?.as ? school.visitAs(first.as, look) : school.visit(look));
  await first?.before?.(page);
  const wrong: string[] = [];
  // The screen is as it was before, unless there was a fault or a window lies over another one.
  let isAsLoaded = false;
  const hows = (way: OpenedWindow) =>
    way.press.length === 0 ? (['mouse'] as const) : (['mouse', 'keyboard'] as const);
  for (const [way, how] of own.flatMap((one) => hows(one).map((by) => [one, by] as const))) {
    if (!isAsLoaded || way.prepare) {
      await page.goto(school.url + way.at);
      await settled(page);
    }
    const found = await faultsOf(page, way, how).catch(async (error) => [
      `${String(error).split('\n')[0]} ${JSON.stringify(await focused(page).catch(() => null))}`,
    ]);
    wrong.push(...found.map((fault) => `${way.press.join(', ') || way.title}, by ${how}: ${fault}`));
    isAsLoaded = found.length === 0 && !way.prepare && (await openTitles(page)).length === 0;
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
