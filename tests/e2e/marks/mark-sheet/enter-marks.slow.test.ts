import { describe, expect, it } from 'vitest';
import { sessionWordings } from '../../../../web/session/wordings.ts';
import { findAxeViolations, isPhoneLook, screenLooks, screenLooksForAxe } from '../../../support/browser.ts';
import { schoolInBrowser } from '../../../support/browser-school.ts';
import {
  findCell,
  pasteText,
  pressCell,
  readColumn,
  readFocusedCell,
  readShownValue,
  waitUntilRowIsSaved,
} from '../../../support/page/grid-page.ts';

const school = schoolInBrowser();

/** Signs in and opens a mark sheet. Tests share the school: each works on a lesson or on rows of its own. */
async function openSheet({ user = 'teacher', lesson = 'Mathematics 1A', look = screenLooks[0] } = {}) {
  const visited = await school.visitAs(user, look);
  await visited.page.getByRole('link', { name: /Enter Marks - End of Term/ }).click();
  await visited.page.getByRole('button', { name: new RegExp(`${lesson}$`) }).click();
  await visited.page.getByRole('grid').waitFor();
  return visited;
}

describe.each(screenLooksForAxe)('Enter Marks on a $name', (look) => {
  // Rows of its own for each look, so that every one finds blanks to fill.
  const first = 4 * screenLooks.indexOf(look);

  it('has no accessibility fault: picker, sheet, clamped and refused marks, comment', async () => {
    const { page } = await school.visitAs('teacher', look);
    await page.getByRole('link', { name: /Enter Marks - End of Term/ }).click();
    await page.getByRole('heading', { name: 'Select Subject Class' }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: /Mathematics 3C$/ }).click();
    await page.getByRole('grid').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await pressCell(page, first, 'exam_mark');
    await page.keyboard.type('85');
    await page.keyboard.press('Enter');
    await pasteText(page, 'sick');
    await waitUntilRowIsSaved(page, first);
    expect(await findAxeViolations(page)).toEqual([]);
    await pressCell(page, first, 'app');
    expect(await findAxeViolations(page)).toEqual([]);
    await pressCell(page, first, 'comment');
    await page.getByRole('textbox', { name: 'Comment' }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    if (isPhoneLook(look)) {
      await page.keyboard.press('Escape');
      await page.getByRole('textbox', { name: 'Comment' }).waitFor({ state: 'detached' });
      // Below 16 pixels a phone zooms to the field.
      await findCell(page, first + 2, 'exam_mark').tap();
      expect(await page.locator('[data-over] > :focus').evaluate((field) => getComputedStyle(field).fontSize)).toBe(
        '16px',
      );
    }
  });
});

it('is ready to be typed into as soon as it is opened, without the pointer', async () => {
  const { page } = await school.visitAs('teacher');
  await page.getByRole('link', { name: /Enter Marks - End of Term/ }).press('Enter');
  await page.getByRole('button', { name: /Mathematics 1A$/ }).press('Enter');
  await page.getByRole('grid').waitFor();
  await expect.poll(() => readFocusedCell(page)).toBe('0 exam_mark');
  await page.keyboard.type('61');
  await page.keyboard.press('Enter');
  expect(await readShownValue(page, 0, 'exam_mark')).toBe('61');
  expect(await readFocusedCell(page)).toBe('1 exam_mark');
});

it('takes a press that meets a row in place of its cell, as it does in the frame in which the sheet comes to rest', async () => {
  const { page } = await openSheet();
  await findCell(page, 20, 'exam_mark').evaluate((pressed) => {
    const { x, y, width, height } = pressed.getBoundingClientRect();
    const [clientX, clientY] = [x + width / 2, y + height / 2];
    const press = new MouseEvent('mousedown', { bubbles: true, cancelable: true, detail: 1, clientX, clientY });
    pressed.parentElement?.dispatchEvent(press);
  });
  await page.keyboard.type('47');
  await page.keyboard.press('Escape');
  const over = () => document.activeElement?.closest<HTMLElement>('[data-over]')?.dataset.over;
  expect(await page.evaluate(over)).toBe(await findCell(page, 20, 'exam_mark').getAttribute('id'));
});

it('saves a column typed from the keyboard, shows totals, and has it after a reload', async () => {
  const { page } = await openSheet();
  const course = Number(await readShownValue(page, 0, 'course_mark'));
  await pressCell(page, 0, 'exam_mark');
  for (const mark of ['57,5', '61', '85']) {
    await page.keyboard.type(mark);
    await page.keyboard.press('Enter');
  }
  expect(await readFocusedCell(page)).toBe('3 exam_mark');
  expect(await readShownValue(page, 0, 'total')).toBe((course + 57.5).toFixed(1));
  expect(await readColumn(page, 'exam_mark', [0, 1, 2])).toEqual(['57.5', '61', '70']);
  expect(await findCell(page, 2, 'exam_mark').locator('s').innerText()).toBe('85');
  expect(await page.getByRole('status').filter({ hasText: '85 typed, 70 kept.' }).count()).toBe(1);
  for (const row of [0, 1, 2]) await waitUntilRowIsSaved(page, row);
  await page.reload();
  await page.getByRole('grid').waitFor();
  expect(await readColumn(page, 'exam_mark', [0, 1, 2])).toEqual(['57.5', '61', '70']);
});

it('says why a closed column takes no mark, and shows past terms of the year', async () => {
  const { page } = await openSheet();
  await page.getByRole('combobox', { name: 'Term' }).click();
  await page.getByRole('option', { name: 'Term 2' }).click();
  await page.getByText(/There is no exam in this term: the total is the course mark/).waitFor();
  expect(await findCell(page, 0, 'exam_mark').getAttribute('aria-readonly')).toBe('true');
  expect(await readShownValue(page, 0, 'total')).toBe(Number(await readShownValue(page, 0, 'course_mark')).toFixed(1));
  await pressCell(page, 0, 'exam_mark');
  await page.keyboard.type('5');
  await page
    .getByRole('status')
    .filter({ hasText: /There is no exam in this term/ })
    .waitFor({ state: 'attached' });
  expect(new URL(page.url()).searchParams.get('term')).toBe('2');
  await page.goBack();
  await page.getByText(/30 % course and 70 % exam/).waitFor();
});

it('goes to rows of a long sheet that are not in the page yet, and keeps the one that is being typed into', async () => {
  const { page } = await school.visitAs('dean');
  await page.getByRole('link', { name: /Enter Marks - End of Term/ }).click();
  await page
    .getByRole('button', { name: /\d\w+, \d/ })
    .first()
    .click();
  const count = Number(await page.getByRole('grid').getAttribute('aria-rowcount'));
  const rowWithFocus = () =>
    page.evaluate(() => {
      const frame = document.activeElement?.closest<HTMLElement>('[data-over]');
      const active = frame ? document.getElementById(frame.dataset.over ?? '') : document.activeElement;
      return Number(active?.closest('[data-row]')?.getAttribute('aria-rowindex'));
    });
  const last = page.locator(`[aria-rowindex="${count}"]`);
  expect(await last.count()).toBe(0);
  await pressCell(page, 0, 'exam_mark');
  // The listener is added before the key is sent.
  await page.evaluate(() => {
    addEventListener(
      'keyup',
      () => {
        const isInSheet = document.activeElement?.closest('[data-over], [data-column]');
        document.body.dataset.atKeyUp = isInSheet ? 'sheet' : 'nowhere';
      },
      { once: true },
    );
  });
  await page.keyboard.press('Control+End');
  expect(await page.evaluate(() => document.body.dataset.atKeyUp)).toBe('sheet');
  await expect.poll(rowWithFocus).toBe(count);
  expect(await page.locator('[data-row]').count()).toBeLessThan(count - 1);
  await page.keyboard.press('Home');
  await page.keyboard.press('Tab');
  await page.keyboard.type('12');
  // Scrolled away, the row stays, and so does what was typed.
  await page.getByRole('grid').evaluate((grid) => grid.parentElement?.scrollTo({ top: 0 }));
  await page.locator('[aria-rowindex="2"]').waitFor();
  expect(await rowWithFocus()).toBe(count);
  await page.keyboard.type('.5');
  await page.keyboard.press('Shift+Enter');
  await expect.poll(() => last.locator('[data-column=exam_mark]').innerText()).toBe('12.5');
  expect(await rowWithFocus()).toBe(count - 1);
  const box = await page.locator('[data-over]').boundingBox();
  expect(box).toEqual(
    await page
      .locator(`[aria-rowindex="${count - 1}"] [data-column=exam_mark]`)
      .boundingBox()
      .then((cell) => cell && { ...cell, x: cell.x + 1, width: cell.width - 1 }),
  );
});

describe('what was typed and not acknowledged', () => {
  it('survives a reload in the middle of typing, without a connection, and is then saved once', async () => {
    const { page } = await openSheet();
    await page.route('**/api/table2', (route) => route.abort());
    await pressCell(page, 18, 'exam_mark');
    await page.keyboard.type('47');
    await page.reload();
    await page.getByRole('grid').waitFor();
    await expect.poll(() => readShownValue(page, 18, 'exam_mark')).toBe('47');
    await page.getByRole('button', { name: '1 kept on this device' }).waitFor();
    const keys: string[] = [];
    // The later route comes first: no save goes past both.
    await page.route('**/api/table2', async (route) => {
      keys.push(route.request().headers()['idempotency-key'] ?? '');
      await route.continue();
    });
    await waitUntilRowIsSaved(page, 18);
    expect(keys).toHaveLength(1);
    await pressCell(page, 19, 'comment');
    await page.getByRole('textbox', { name: 'Comment' }).waitFor();
    await page.keyboard.type('Cut off');
    await page.reload();
    await page.getByRole('grid').waitFor();
    await expect.poll(() => readShownValue(page, 19, 'comment')).toBe('Cut off');
    await waitUntilRowIsSaved(page, 19);
  });

  it('is sent after the tab was closed, by the next one, exactly once', async () => {
    const { page, context } = await openSheet();
    const lost = async (sent: string[]) => {
      await context.route('**/api/table2', async (route) => {
        sent.push(route.request().headers()['idempotency-key'] ?? '');
        // Carried out, but the answer never comes.
        await route.fetch();
        await route.abort();
      });
    };
    const first: string[] = [];
    await lost(first);
    await pressCell(page, 14, 'exam_mark');
    await page.keyboard.type('21');
    await page.keyboard.press('Enter');
    await expect.poll(() => first.length).toBeGreaterThan(0);
    await page.close();
    const second: string[] = [];
    await context.route('**/api/table2', async (route) => {
      second.push(route.request().headers()['idempotency-key'] ?? '');
      await route.continue();
    });
    const next = await context.newPage();
    await next.goto(`${school.url}/term-reports`);
    await expect.poll(() => second.length, { timeout: 15_000 }).toBe(1);
    expect(second[0]).toBe(first[0]);
    await next.getByRole('link', { name: /Enter Marks - End of Term/ }).click();
    await next.getByRole('button', { name: /Mathematics 1A$/ }).click();
    await next.getByRole('grid').waitFor();
    expect(await readShownValue(next, 14, 'exam_mark')).toBe('21');
  });

  it('is removed from the device at Logout, after a warning', async () => {
    const { page } = await openSheet();
    await page.route('**/api/table2', (route) =>
      route.fulfill({ status: 503, json: { errors: { message: ['Busy'] } } }),
    );
    await pressCell(page, 16, 'exam_mark');
    await page.keyboard.type('39');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: '1 kept on this device' }).waitFor();
    await page.getByRole('button', { name: 'Logout' }).click();
    const question = page.getByRole('alertdialog', { name: sessionWordings.logOutWithoutSaving });
    await question.waitFor();
    await question.getByRole('button', { name: 'Logout' }).click();
    await page.getByLabel('Username').waitFor();
    const left = await page.evaluate(
      () =>
        new Promise((resolve) => {
          const opening = indexedDB.open('formroom.encrypted-outbox');
          opening.onsuccess = () => {
            const count = opening.result.transaction('waiting').objectStore('waiting').count();
            count.onsuccess = () => resolve(count.result);
          };
        }),
    );
    expect(left).toBe(0);
  });
});
