import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findAxeViolations } from '../../support/browser.ts';
import { schoolInBrowser } from '../../support/browser-school.ts';
import {
  findCell,
  pasteText,
  pressCell,
  readColumn,
  readFocusedCell,
  readShownValue,
  waitUntilRowIsSaved,
} from '../../support/page/grid-page.ts';

const school = schoolInBrowser();

/** Opens a lesson in a browser of its own: what it shows is what the school has. Each test works on rows of its own. */
async function open(menu: 'Enter Marks - End of Term' | 'Enter Marks - Course Work', lesson: string) {
  const visited = await school.visitAs('teacher');
  await visited.page.getByRole('link', { name: new RegExp(menu) }).click();
  await visited.page.getByRole('button', { name: new RegExp(`${lesson}$`) }).click();
  await visited.page.getByRole('grid').waitFor();
  return visited;
}
const openSheet = () => open('Enter Marks - End of Term', 'Mathematics 1A');
const openBook = () => open('Enter Marks - Course Work', 'Mathematics 1A');

async function typeDown(page: Page, texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  }
}
const struck = (page: Page, row: number, id: string) => findCell(page, row, id).locator('s').allTextContents();
const bubble = (page: Page) => page.locator('[data-note]:not([data-column])').filter({ visible: true });

describe('what is typed into a mark sheet', () => {
  it('is judged when it is left: stored as meant, or left standing with its reason', async () => {
    const typed = ['-1', '1e2', '7o', 'abc', '４５', '٥٧٫٥', '60,5', '85'];
    const rows = typed.map((_text, row) => row);
    const { page, context } = await openSheet();
    await pressCell(page, 0, 'exam_mark');
    await typeDown(page, typed);
    expect(await readFocusedCell(page)).toBe('8 exam_mark');
    const stored = ['0', '', '', '', '45', '57.5', '60.5', '70'];
    expect(await readColumn(page, 'exam_mark', rows)).toEqual(stored);
    const left = await Promise.all(rows.map((row) => struck(page, row, 'exam_mark')));
    expect(left).toEqual([['-1'], ['1e2'], ['7o'], ['abc'], [], [], [], ['85']]);
    expect(await findAxeViolations(page)).toEqual([]);
    for (const row of [0, 4, 5, 6, 7]) await waitUntilRowIsSaved(page, row);
    await context.close();

    const again = await openSheet();
    expect(await readColumn(again.page, 'exam_mark', rows)).toEqual(stored);
  });

  it('says the reason beside the cell while the next one is typed, and whenever the cell is gone back to', async () => {
    const { page } = await openSheet();
    await pressCell(page, 10, 'late');
    await typeDown(page, ['2.5']);
    expect(await readFocusedCell(page)).toBe('11 late');
    expect(await bubble(page).innerText()).toBe('2.5: whole numbers only.');
    await page.keyboard.type('3');
    expect(await bubble(page).innerText()).toBe('2.5: whole numbers only.');
    await page.keyboard.press('Enter');
    expect(await bubble(page).count()).toBe(0);
    await pressCell(page, 10, 'late');
    expect(await bubble(page).innerText()).toBe('2.5: whole numbers only.');
  });

  it('is edited as it was typed, by F2 and by double click, and goes with undo', async () => {
    const { page } = await openSheet();
    await pressCell(page, 14, 'exam_mark');
    await typeDown(page, ['7o']);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('F2');
    expect(await page.locator('[data-over] > :focus').inputValue()).toBe('7o');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('1');
    await page.keyboard.press('Enter');
    expect(await readShownValue(page, 14, 'exam_mark')).toBe('70');
    expect(await struck(page, 14, 'exam_mark')).toEqual(['71']);

    await pressCell(page, 15, 'exam_mark');
    await typeDown(page, ['3x']);
    await findCell(page, 15, 'exam_mark').dblclick({ force: true });
    await page.keyboard.press('End');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('3');
    await page.keyboard.press('Enter');
    expect(await readShownValue(page, 15, 'exam_mark')).toBe('33');

    await typeDown(page, ['oops']);
    expect(await struck(page, 16, 'exam_mark')).toEqual(['oops']);
    await page.keyboard.press('Control+z');
    expect(await struck(page, 16, 'exam_mark')).toEqual([]);
    expect(await readShownValue(page, 15, 'exam_mark')).toBe('33');
  });
});

describe('what is typed into a mark book', () => {
  it('is a whole mark or is refused, never one with its point left out', async () => {
    const { page, context } = await openBook();
    await pressCell(page, 0, 'assessment 1');
    const before = await readColumn(page, 'assessment 1', [0, 1, 3]);
    await typeDown(page, ['4.5', '12.5', '-3', '1e1']);
    expect(await struck(page, 0, 'assessment 1')).toEqual(['4.5']);
    expect(await readShownValue(page, 2, 'assessment 1')).toBe('0');
    await waitUntilRowIsSaved(page, 2);
    expect(await findAxeViolations(page)).toEqual([]);
    await context.close();
    const again = await openBook();
    expect(await readColumn(again.page, 'assessment 1', [0, 1, 3])).toEqual(before);
    expect(await readShownValue(again.page, 2, 'assessment 1')).toBe('0');
  });
});

describe('a second click on a cell', () => {
  it('leaves it ready: a mark replaces its value, and a pasted column goes down', async () => {
    const { page } = await openSheet();
    await pressCell(page, 20, 'exam_mark');
    await typeDown(page, ['11']);
    await pressCell(page, 20, 'exam_mark');
    // Slower than a double click.
    await page.waitForTimeout(600);
    await pressCell(page, 20, 'exam_mark');
    await page.keyboard.type('14');
    await page.keyboard.press('Enter');
    expect(await readShownValue(page, 20, 'exam_mark')).toBe('14');

    await pressCell(page, 20, 'exam_mark');
    await page.waitForTimeout(600);
    await pressCell(page, 20, 'exam_mark');
    await pasteText(page, '21\r\n22\r\n23\r\n');
    expect(await readColumn(page, 'exam_mark', [20, 21, 22])).toEqual(['21', '22', '23']);
  });

  it('twice at once edits: one value goes into the text, several lines go to the grid', async () => {
    const { page } = await openSheet();
    await pressCell(page, 24, 'exam_mark');
    await typeDown(page, ['1']);
    await findCell(page, 24, 'exam_mark').dblclick({ force: true });
    await pasteText(page, '2');
    await page.keyboard.press('Enter');
    expect(await readShownValue(page, 24, 'exam_mark')).toBe('12');
    await pressCell(page, 24, 'exam_mark');
    await page.keyboard.press('F2');
    await pasteText(page, '31\n32');
    expect(await readColumn(page, 'exam_mark', [24, 25])).toEqual(['31', '32']);
  });
});

describe('what a sheet says', () => {
  it('is seen as well as heard, moves nothing and leaves the focus where it is', async () => {
    const { page } = await openSheet();
    const rows = Number(await page.getByRole('grid').getAttribute('aria-rowcount')) - 1;
    await expect.poll(() => page.locator('[data-row]').count()).toBe(rows);
    await pressCell(page, rows - 1, 'late');
    const places = () =>
      page.getByRole('grid').evaluate((grid) => JSON.stringify(grid.parentElement?.getBoundingClientRect()));
    const before = await places();
    await pasteText(page, '1\n2\n3');
    const said = page
      .getByRole('status')
      .getByText(/^1 value pasted\. 2 values left out beyond the end of the sheet: 2, 3\.$/);
    await said.waitFor();
    expect((await said.boundingBox())?.width).toBeGreaterThan(100);
    expect(await said.evaluate((text) => getComputedStyle(text).opacity)).toBe('1');
    expect(await places()).toBe(before);
    expect(await readFocusedCell(page)).toBe(`${rows - 1} late`);
    expect(await findAxeViolations(page)).toEqual([]);
    // A closed cell says why, to the eye too.
    await pressCell(page, 3, 'total');
    await page.keyboard.type('5');
    const why = page.getByRole('status').getByText('Total is read-only.');
    expect((await why.boundingBox())?.width).toBeGreaterThan(60);
  });
});
