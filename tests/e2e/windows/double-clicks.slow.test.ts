import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { screenLooks } from '../../support/browser.ts';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { openAttendanceOfThirdTerm } from '../../support/school/open-attendance.ts';
import { addWeeklyTest, withWeeklyTests } from './before-a-window.ts';
import { everyWindow } from './every-window.ts';
import { type OpenedWindow, openBy, openScreen, openTitles, placeOf, settled, untilShown } from './open-a-window.ts';
import { gaps, noteAsked, type Outcome, outcomeOf, pressAt, refuseActs } from './press-twice.ts';

const nameOf = ({ press, title }: OpenedWindow) => [...press.slice(-1), String(title)].join(': ');

const school = schoolInBrowser();
beforeAll(() => openAttendanceOfThirdTerm(school.url));
const [, , phone] = screenLooks;
// A screen has up to a dozen windows, each opened once for each gap.
vi.setConfig({ testTimeout: 900_000 });

const screens = [
  ...['current-term', 'teachers', 'teachers?tab=administrators', 'students', 'subjects', 'families', 'completeness'],
  'subjects?tab=batch&subject=BIOL&level=4',
].map((at) => ['admin', `/admin/dashboard/${at}`] as const);

/** Windows that have no main button as they open, or one that waits for what is typed, chosen or looked up. */
const foundWaiting: string[] = [];

describe('a double click on a main button does what a click does', () => {
  it.each(screens)('on the screen of %s %s', async (user, at) => {
    const { page } = await school.visitAs(user);
    const acts = await refuseActs(page);
    const outcomes: Outcome[] = [];
    for (const gap of [null, ...gaps]) {
      await openScreen(page, school.url + at);
      outcomes.push(await outcomeOf(page, acts, { gap, isInWindow: false, once: outcomes[0] }));
    }
    const [once, ...twice] = outcomes;
    expect(once).not.toBeNull();
    expect(twice).toEqual(twice.map(() => once));
    expect(once?.under).toBeNull();
  });

  /** Whose acts lead on to others by themselves: a test is added, a sheet is printed. */
  const elsewhere = [
    'features/marks/weekly-tests/weekly-marks-dialog.tsx',
    'features/term-reports/documents/class-sheet-dialog.tsx',
    // Open by an act, and every act is refused here.
    'features/accounts/sign-in/credentials-step.tsx',
    'features/marks/mark-book/spreadsheets/upload-preview.tsx',
    'features/students/upload/upload-outcome.tsx',
    'options/transcripts/documents-window.tsx',
    'session/expiry/sign-in-again.tsx',
    'session/signed-in/use-owner-proof.tsx',
  ];
  const firstWays = Object.entries(everyWindow).flatMap(([file, ways]) =>
    typeof ways === 'string' || elsewhere.includes(file) ? [] : ways.slice(0, 1),
  );
  const places = [...new Set(firstWays.map(placeOf))];
  it.each(places)('in the windows of %s', async (place) => {
    const own = firstWays.filter((way) => placeOf(way) === place);
    const [{ as, isPhone } = { as: '', isPhone: false }] = own;
    const look = isPhone ? phone : undefined;
    const { page } = await (as ? school.visitAs(as, look) : school.visit(look));
    await own[0]?.before?.(page);
    const acts = await refuseActs(page);
    const wrong: string[] = [];
    // A window that was opened, and closed without a press, leaves the screen as it was loaded.
    let isAsLoaded = false;
    for (const way of own) {
      const outcomes: Outcome[] = [];
      for (const gap of [null, ...gaps]) {
        if (!isAsLoaded || way.prepare) await openScreen(page, school.url + way.at);
        await openBy(page, way, 'mouse');
        await untilShown(page);
        const outcome = await outcomeOf(page, acts, { gap, isInWindow: true, once: outcomes[0] });
        outcomes.push(outcome);
        isAsLoaded = false;
        if (outcome !== null) continue;
        foundWaiting.push(nameOf(way));
        await page.keyboard.press('Escape');
        isAsLoaded = !way.prepare && (await openTitles(page)).length === 0;
        break;
      }
      const [once, ...twice] = outcomes.map((one) => JSON.stringify(one));
      if (twice.some((one) => one !== once)) wrong.push(`${nameOf(way)}: ${once}, but ${twice.join(' and ')}`);
      if (outcomes[0]?.under) wrong.push(`${nameOf(way)}: ${outcomes[0].under} comes under the pointer`);
    }
    expect(wrong).toEqual([]);
  });

  it('in most windows: the main button of others waits for a choice', () => {
    if (foundWaiting.length > 0) console.log(`Not pressed twice: ${foundWaiting.toSorted().join('; ')}`);
    expect(foundWaiting.length).toBeLessThan(firstWays.length / 2);
  });

  it('deletes a weekly test once: the second press does not answer the question, nor delete another one', async () => {
    const { page } = await school.visitAs('teacher');
    await withWeeklyTests(page);
    await page.goto(`${school.url}/term-reports/weekly-tests`);
    await addWeeklyTest(page);
    const tests = page.getByRole('button', { name: /^Delete / });
    const count = await tests.count();
    const asked = noteAsked(page);
    const press = async (button: Locator) => {
      const box = await button.boundingBox();
      if (!box) throw new Error('The button is not there.');
      await pressAt(page, { x: box.x + box.width / 2, y: box.y + box.height / 2 }, 120);
    };
    await press(tests.first());
    await page.waitForTimeout(700);
    expect([await openTitles(page), asked()]).toEqual([['Delete Subject'], []]);
    await press(page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }));
    await expect.poll(() => tests.count()).toBe(count - 1);
    await page.waitForTimeout(700);
    expect([await openTitles(page), asked()]).toEqual([[], ['DELETE /api/weekly-test-subject']]);
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

  it('presses the button that the press began on, where the field that loses the focus is refused by that', async () => {
    const { page } = await school.visitAs('admin');
    await page.goto(`${school.url}/admin/dashboard/students?add=1`);
    const form = page.getByRole('dialog', { name: 'Add Student' });
    await form.getByRole('textbox', { name: 'Date of Birth' }).fill('31-Feb-2014');
    await form.getByRole('button', { name: 'Add Student' }).click();
    // The window grows by the words under the field.
    await form.getByText('This is not a date. Please write').waitFor();
    // The press counts: what else is missing is said.
    await form.getByText('Required', { exact: true }).first().waitFor();
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
