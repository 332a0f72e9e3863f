import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { isWholeRun } from '../../support/samples/whole-run.ts';
import { openAttendanceOfThirdTerm } from '../../support/school/open-attendance.ts';
import { everyWindow } from './every-window.ts';
import { openBy, openTitles, settled } from './open-a-window.ts';

const school = schoolInBrowser();
beforeAll(() => openAttendanceOfThirdTerm(school.url));
// A screen has up to a dozen windows, each opened once for each gap.
vi.setConfig({ testTimeout: 900_000 });

/** What the server is asked to do, answered with a refusal, so that every press finds the school as the one before did. */
async function refuseActs(page: Page): Promise<string[]> {
  const acts: string[] = [];
  await page.route('**/api/**', async (route) => {
    const request = route.request();
    if (request.method() === 'GET' || request.headers()['idempotency-key'] === undefined) return route.continue();
    acts.push(new URL(request.url()).pathname);
    await new Promise((resolve) => setTimeout(resolve, 60));
    return route.fulfill({ status: 422, json: { errors: { message: ['Not now.'] } } });
  });
  return acts;
}

/** Milliseconds between the two presses; 0 is the browser's own double click. By day one of them. */
const gaps = isWholeRun ? [0, 80, 150] : [120];

async function pressAt(page: Page, { x, y }: { x: number; y: number }, gap: number | null): Promise<void> {
  if (gap === 0) return page.mouse.dblclick(x, y);
  await page.mouse.click(x, y);
  if (gap === null) return;
  await page.waitForTimeout(gap);
  await page.mouse.click(x, y);
}

type Outcome = { acts: string[]; windows: string[]; path: string } | null;

interface Pressed {
  /** Milliseconds until it is pressed again; null: once. */
  gap: number | null;
  isInWindow: boolean;
  /** What one press has led to: then the button takes presses, and its answer may take longer. */
  once?: Outcome | undefined;
}

/** What a press of the main button leads to: acts, and the windows that are open then. Null where it takes none. */
async function outcomeOf(page: Page, acts: string[], { gap, isInWindow, once }: Pressed): Promise<Outcome> {
  acts.length = 0;
  const main = page
    .locator(isInWindow ? '[role="dialog"] [data-main], [role="alertdialog"] [data-main]' : 'main [data-main]')
    .last();
  if (once) await expect.poll(() => main.isEnabled()).toBe(true);
  else if ((await main.count()) === 0 || !(await main.isEnabled())) return null;
  const box = await main.boundingBox();
  if (!box) return null;
  await pressAt(page, { x: box.x + box.width / 2, y: box.y + box.height / 2 }, gap);
  // An answer opens its window once no key is used; a double click is longer than a click.
  await page.waitForTimeout(isWholeRun ? 1_500 : 1_000);
  await settled(page);
  const read = async () => ({ acts: [...acts], windows: await openTitles(page), path: new URL(page.url()).pathname });
  for (let tries = 0; once && tries < 20 && JSON.stringify(await read()) !== JSON.stringify(once); tries += 1)
    await page.waitForTimeout(200);
  return read();
}

const screens = [
  ...['current-term', 'teachers', 'teachers?tab=administrators', 'students', 'subjects', 'families', 'completeness'],
  'subjects?tab=batch&subject=BIOL&level=4',
].map((at) => ['admin', `/admin/dashboard/${at}`] as const);

describe('a double click on a main button does what a click does', () => {
  it.each(screens)('on the screen of %s %s', async (user, at) => {
    const { page } = await school.visitAs(user);
    const acts = await refuseActs(page);
    const outcomes: Outcome[] = [];
    for (const gap of [null, ...gaps]) {
      await page.goto(school.url + at);
      await settled(page);
      outcomes.push(await outcomeOf(page, acts, { gap, isInWindow: false, once: outcomes[0] }));
    }
    const [once, ...twice] = outcomes;
    expect(once).not.toBeNull();
    expect(twice).toEqual(twice.map(() => once));
  });

  const firstWays = Object.values(everyWindow).flatMap((ways) => (typeof ways === 'string' ? [] : ways.slice(0, 1)));
  const places = [...new Set(firstWays.map(({ as, at }) => `${as} ${at}`))];
  it.each(places)('in the windows of %s', async (place) => {
    const own = firstWays.filter(({ as, at }) => `${as} ${at}` === place);
    const { page } = await school.visitAs(own[0]?.as ?? '');
    const acts = await refuseActs(page);
    const wrong: string[] = [];
    for (const way of own) {
      const outcomes: Outcome[] = [];
      for (const gap of [null, ...gaps]) {
        await page.goto(school.url + way.at);
        await settled(page);
        await openBy(page, way, 'mouse');
        await settled(page);
        const outcome = await outcomeOf(page, acts, { gap, isInWindow: true, once: outcomes[0] });
        outcomes.push(outcome);
        if (outcome === null) break;
      }
      const [once, ...twice] = outcomes.map((one) => JSON.stringify(one));
      if (twice.some((one) => one !== once)) wrong.push(`${way.press.join(', ')}: ${once}, but ${twice.join(' and ')}`);
    }
    expect(wrong).toEqual([]);
  });

  it('opens a window once, and a press beside it right after closes it not', async () => {
    const { page } = await school.visitAs('admin');
    await page.goto(`${school.url}/admin/dashboard/students`);
    await settled(page);
    const box = await page.getByRole('button', { name: 'Add Student' }).boundingBox();
    if (!box) throw new Error('Add Student is not there.');
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await pressAt(page, at, 120);
    await page.getByRole('dialog', { name: 'Add Student' }).waitFor();
    await page.waitForTimeout(700);
    expect(await openTitles(page)).toEqual(['Add Student']);
    const inside = await page.getByLabel('First Name').boundingBox();
    if (!inside) throw new Error('First Name is not there.');
    await page.mouse.click(inside.x + 5, inside.y + 5);
    await page.mouse.click(8, 300);
    await page.waitForTimeout(300);
    expect(await openTitles(page)).toEqual(['Add Student']);
    await page.waitForTimeout(500);
    await page.mouse.click(8, 300);
    await expect.poll(() => openTitles(page)).toEqual([]);
  });

  it('keeps the width of a button that is busy, and shows in the colour of its words that it is', async () => {
    const { page } = await school.visitAs('admin');
    await page.goto(`${school.url}/admin/dashboard/current-term`);
    await settled(page);
    const button = page.getByRole('button', { name: 'Set / Update Term' });
    const before = await button.boundingBox();
    await page.route('**/api/**', async (route) => {
      if (route.request().method() !== 'GET') await new Promise((resolve) => setTimeout(resolve, 800));
      await route.continue();
    });
    await button.click();
    await page.locator('[data-busy]').waitFor();
    expect(await button.boundingBox()).toEqual(before);
    const colours = await page.locator('[data-busy]').evaluate((busy) => {
      const arc = busy.querySelector('circle:last-of-type');
      return arc?.checkVisibility() && [getComputedStyle(arc).stroke, getComputedStyle(busy).color];
    });
    if (!colours) throw new Error('Nothing turns in the busy button.');
    expect(colours[0]).toBe(colours[1]);
  });
});

it('a table’s menu lies over the window that the table is in', async () => {
  const { page } = await school.visitAs('admin');
  await page.goto(`${school.url}/admin/dashboard/subjects?tab=assignment&students=ACCT`);
  await settled(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Filter Class' }).click();
  const search = page.getByRole('searchbox', { name: 'Search the values of Class' });
  await search.waitFor();
  const isOnTop = await search.evaluate((field) => {
    const { left, top, width, height } = field.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2) === field;
  });
  expect(isOnTop).toBe(true);
});

it('a screen begins at its top, and Back leads to where one was', async () => {
  const { page } = await school.visitAs('admin', { name: 'low', size: { width: 1280, height: 420 }, theme: 'light' });
  await page.goto(`${school.url}/admin/dashboard/current-term`);
  await settled(page);
  await page.evaluate(() => window.scrollTo(0, 10_000));
  const where = () => page.evaluate(() => window.scrollY);
  const before = await where();
  expect(before).toBeGreaterThan(50);
  await page.evaluate(() => document.querySelector<HTMLElement>('nav a[href$="/families"]')?.click());
  await page.getByRole('heading', { name: 'Families', level: 1 }).waitFor();
  await settled(page);
  expect(await where()).toBe(0);
  await page.goBack();
  await expect.poll(where).toBe(before);
});
