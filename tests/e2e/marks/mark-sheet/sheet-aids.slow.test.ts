import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { uiWordings } from '../../../../web/ui/wordings.ts';
import { findAxeViolations } from '../../../support/browser.ts';
import { schoolInBrowser } from '../../../support/browser-school.ts';
import { signIn } from '../../../support/callers/sign-in.ts';
import { waitUntilRowIsSaved } from '../../../support/page/grid-page.ts';

const school = schoolInBrowser();

let page: Page;
beforeEach(async () => {
  ({ page } = await school.visit());
});
async function openSheet(): Promise<void> {
  await page.goto(`${school.url}/term-reports/enter-marks`);
  await page.getByRole('button', { name: /Mathematics 1A$/ }).click();
  const grid = page.getByRole('grid');
  await grid.waitFor();
  // The rows in sight are drawn first, the others a moment later.
  const rows = Number(await grid.getAttribute('aria-rowcount')) - 1;
  await expect.poll(() => page.locator('[data-row]').count()).toBe(rows);
}
/** Of several classes that sit together: more students than are drawn. */
async function openLongPage(): Promise<void> {
  await page.goto(`${school.url}/term-reports/mark-book?option=book`);
  await page
    .getByRole('button', { name: /\d\w+, \d/ })
    .first()
    .click();
  await page.getByRole('grid').waitFor();
}

/** What each student's row holds in a column, by name, in the order shown. */
const marks = (column: string): Promise<[string, string][]> =>
  page
    .locator('[data-row]')
    .evaluateAll(
      (rows, id) =>
        rows.map((row): [string, string] => [
          row.querySelector('[role=rowheader]')?.textContent?.replace(/^[A-ZÀ-Ý]{2}(?=[A-ZÀ-Ý])/u, '') ?? '',
          row.querySelector(`[data-column="${id}"]`)?.lastChild?.textContent ?? '',
        ]),
      column,
    );
const names = async () => (await marks('exam_mark')).map(([name]) => name);
const pressCell = (name: string, column: string) =>
  page.locator('[data-row]', { hasText: name }).locator(`[data-column="${column}"]`).click({ force: true });
/** The student whose row has the focus. */
const here = () => page.locator('[data-here]').evaluate((header) => header.parentElement?.getAttribute('data-row'));
const idOf = (name: string) => page.locator('[data-row]', { hasText: name }).first().getAttribute('data-row');
const announced = (text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text }).first().waitFor({ state: 'attached' });
async function choose(item: string | RegExp, role: 'menuitem' | 'menuitemradio' | 'menuitemcheckbox' = 'menuitem') {
  await page.getByRole('button', { name: 'Sheet menu' }).click();
  await page.getByRole(role, { name: item }).click();
  await page.getByRole('menu').waitFor({ state: 'detached' });
}

describe('a sheet with its aids', () => {
  it('is in sight again after a choice in its menu where the window is small, and the menu names a column shortly', async () => {
    await page.setViewportSize({ width: 683, height: 384 });
    await signIn(page, school.url, 'teacher');
    await page.goto(`${school.url}/term-reports/mark-book?option=book`);
    await page.getByRole('button', { name: /Mathematics 1A$/ }).click();
    await page.getByRole('grid').waitFor();
    const tools = page.getByRole('button', { name: 'Sheet tools' });
    await tools.click();
    await page.getByRole('button', { name: 'Sheet menu' }).click();
    const menu = page.getByRole('menu');
    await menu.waitFor();
    expect((await menu.boundingBox())?.width).toBeLessThanOrEqual(420);
    await page.getByRole('menuitemradio', { name: /^Assessment 1: [^,]+, lowest first$/ }).click();
    await menu.waitFor({ state: 'detached' });
    expect(await tools.getAttribute('aria-expanded')).toBe('false');
    expect(await page.locator('[data-over] input').evaluate((field) => field === document.activeElement)).toBe(true);
    const rowsAt = (top: number) =>
      page
        .locator('[data-row]')
        .evaluateAll(
          (all, from) =>
            all.filter(
              (row) => row.getBoundingClientRect().top > from && row.getBoundingClientRect().bottom < innerHeight,
            ).length,
          top,
        );
    expect(await rowsAt(100)).toBeGreaterThanOrEqual(4);
    await page.getByRole('button', { name: uiWordings.sortAsTheClassList }).click();
  });

  it('takes marks typed after a sort and with missing only for the students beside them, and keeps the rows in place', async () => {
    await signIn(page, school.url, 'teacher');
    await openSheet();
    const list = await names();
    const [first, second, third] = list as [string, string, string];
    await pressCell(first, 'exam_mark');
    await page.keyboard.type('11\n66\n33\n', { delay: 5 });
    await choose('Exam mark, highest first', 'menuitemradio');
    await announced('Sorted by Exam mark, highest first.');
    expect((await marks('exam_mark')).slice(0, 3)).toEqual([
      [second, '66'],
      [third, '33'],
      [first, '11'],
    ]);

    // Each mark typed would sort its row to another place: none moves, and the next row takes the next mark.
    await pressCell(second, 'exam_mark');
    await page.keyboard.type('1\n70\n45\n', { delay: 5 });
    const typed = new Map([
      [second, '1'],
      [third, '70'],
      [first, '45'],
    ]);
    expect((await marks('exam_mark')).slice(0, 3)).toEqual([...typed]);
    await page.getByRole('button', { name: 'Sort again' }).click();
    expect((await marks('exam_mark')).slice(0, 3)).toEqual([
      [third, '70'],
      [first, '45'],
      [second, '1'],
    ]);

    await choose('Missing only: Exam mark', 'menuitemcheckbox');
    await announced(`Without Exam mark: ${list.length - 3} of ${list.length}.`);
    const missing = await names();
    expect([...missing].sort()).toEqual(list.slice(3).sort());
    const [one, two, three] = missing as [string, string, string];
    await pressCell(one, 'exam_mark');
    await page.keyboard.type('21\n22\n23\n', { delay: 5 });
    for (const [name, mark] of [
      [one, '21'],
      [two, '22'],
      [three, '23'],
    ] as const)
      typed.set(name, mark);
    expect((await marks('exam_mark')).slice(0, 3)).toEqual([
      [one, '21'],
      [two, '22'],
      [three, '23'],
    ]);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Filter again' }).click();
    expect(await names()).toEqual(missing.slice(3));
    await page.getByRole('button', { name: 'Show all' }).click();
    for (const row of [0, 1, 2]) await waitUntilRowIsSaved(page, row);

    // Kept for the person: the sheet opens sorted; every mark is its student's, as the server has it.
    await page.getByRole('button', { name: 'All saved' }).waitFor();
    await openSheet();
    await announced('Sorted by Exam mark, highest first.');
    const stored = (await marks('exam_mark')).filter(([, mark]) => mark !== '');
    expect(new Map(stored)).toEqual(typed);
    expect(stored.map(([, mark]) => Number(mark))).toEqual([...typed.values()].map(Number).sort((a, b) => b - a));
    await page.getByRole('button', { name: uiWordings.sortAsTheClassList }).click();
    expect(await names()).toEqual(list);
  });

  it('shows all keys for ?, which stays text in a comment, and never takes the keyboard from the cell', async () => {
    await signIn(page, school.url, 'teacher');
    await openSheet();
    const list = await names();
    const panel = page.getByRole('region', { name: 'Keyboard' });
    await pressCell(list[10] as string, 'late');
    await page.keyboard.press('?');
    await panel.waitFor();
    await page.keyboard.type('7\n8\n', { delay: 5 });
    expect((await marks('late')).slice(10, 12).map(([, mark]) => mark)).toEqual(['7', '8']);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await panel.count()).toBe(0);

    await page.keyboard.type('9?');
    expect(await panel.count()).toBe(0);
    await page.keyboard.press('Escape');
    await pressCell(list[10] as string, 'comment');
    await page.getByRole('textbox', { name: 'Comment' }).waitFor();
    await page.keyboard.type('Why?');
    expect(await page.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('Why?');
    expect(await panel.count()).toBe(0);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await choose('Keyboard');
    await panel.waitFor();
    await page.getByRole('button', { name: 'Close keyboard' }).click();
    expect(await panel.count()).toBe(0);
  });
});

describe('finding a student', () => {
  it('goes there while the name is typed, from the first key after Ctrl+F, and back with Escape', async () => {
    await signIn(page, school.url, 'teacher');
    await openSheet();
    const list = await names();
    const sought = list.at(-2) as string;
    await pressCell(list[3] as string, 'exam_mark');
    // Half typed: it is taken as on any leaving, and no letter of the name goes into a mark.
    await page.keyboard.type('44');
    await page.keyboard.press('Control+f');
    await page.keyboard.type(sought.toLowerCase().slice(0, 6));
    expect(await here()).toBe(await idOf(sought));
    await page.keyboard.press('Escape');
    expect(await here()).toBe(await idOf(list[3] as string));
    expect((await marks('exam_mark'))[3]).toEqual([list[3], '44']);

    await page.keyboard.press('Control+f');
    await page.keyboard.type(`${sought.slice(0, 6)}\n52\n`, { delay: 5 });
    expect((await marks('exam_mark')).at(-2)).toEqual([sought, '52']);
    await page.keyboard.press('Control+f');
    await page.keyboard.type('qqqq');
    await announced(uiWordings.noNameContainsThis);
    expect(await findAxeViolations(page)).toEqual([]);
  });

  it('stays in the column where somebody was before they went into a search that had been left open', async () => {
    await signIn(page, school.url, 'teacher');
    await openSheet();
    const list = await names();
    const sought = list.at(-3) as string;
    await pressCell(list[3] as string, 'exam_mark');
    await page.keyboard.press('Control+f');
    await page.keyboard.type(list[8] as string);
    await pressCell(list[5] as string, 'late');
    await page.keyboard.press('Control+f');
    await page.keyboard.type(`${sought}\n6\n`, { delay: 5 });
    expect((await marks('late')).at(-3)).toEqual([sought, '6']);
    expect((await marks('exam_mark')).at(-3)).toEqual([sought, '']);

    await page.keyboard.press('Control+f');
    await pressCell(list[2] as string, 'absent');
    await page.keyboard.press('Control+f');
    await page.keyboard.type(sought);
    await page.keyboard.press('Escape');
    await page.keyboard.type('7\n', { delay: 5 });
    expect((await marks('absent')).slice(2, 4)).toEqual([
      [list[2], '7'],
      [list[3], ''],
    ]);
  });

  it('looks among students that are not drawn, goes from one to the next, and offers those that a filter hides', async () => {
    await signIn(page, school.url, 'dean');
    await openLongPage();
    const count = Number(await page.getByRole('grid').getAttribute('aria-rowcount'));
    const row = page.locator(`[aria-rowindex="${count}"]`);
    const drawn = () => row.count();
    expect(await drawn()).toBe(0);
    // Listened for before the key is pressed: a page that is still busy would hear of it too late.
    await page.evaluate(() => {
      addEventListener(
        'keyup',
        () => {
          const { activeElement } = document;
          document.body.dataset.atKeyUp = activeElement?.getAttribute('role') ?? activeElement?.tagName ?? '';
        },
        { once: true },
      );
    });
    await page.keyboard.press('Control+End');
    await expect.poll(() => page.locator('body').getAttribute('data-at-key-up')).toBe('gridcell');
    await row.locator(':focus').waitFor();
    const last = await row.locator('[role=rowheader]').innerText();
    await page.keyboard.press('Control+Home');
    await expect.poll(drawn).toBe(0);
    await page.keyboard.press('Control+f');
    await page.keyboard.type(last);
    await expect.poll(drawn).toBe(1);
    expect(await here()).toBe(await idOf(last));
    await page.keyboard.press('Escape');

    await page.keyboard.press('Control+f');
    await page.keyboard.type('an');
    const found = page.getByRole('search').getByRole('status');
    await expect.poll(() => found.textContent()).toMatch(/^1 of \d+: /);
    const first = await here();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => found.textContent()).toMatch(/^2 of \d+: /);
    expect(await here()).not.toBe(first);
    await page.keyboard.press('ArrowUp');
    expect(await here()).toBe(first);
    await page.keyboard.press('Escape');

    await page.getByLabel('Search').fill('qqqq');
    await page.getByText(uiWordings.noNameContainsThis).waitFor();
    await page.keyboard.press('Control+f');
    await page.getByRole('search').getByRole('searchbox').pressSequentially(last.slice(0, 5));
    await page
      .getByRole('search')
      .getByText(/not shown/)
      .waitFor();
    await page.getByRole('search').getByRole('button', { name: 'Show all' }).click();
    await page.locator('[data-row]').first().waitFor();
  });
});
