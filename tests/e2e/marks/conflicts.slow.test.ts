import type { BrowserContext, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { outboxWordings } from '../../../web/outbox/wordings.ts';
import { sessionWordings } from '../../../web/session/wordings.ts';
import { findAxeViolations, type ScreenLook, screenLooks } from '../../support/browser.ts';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { createFastHands } from '../../support/page/fast-hands.ts';
import { readCellValue } from '../../support/page/grid-page.ts';

const school = schoolInBrowser();

async function openSheet(lesson: string, look: ScreenLook = screenLooks[0]) {
  const visited = await school.visitAs('teacher', look);
  await goToSheet(visited.page, lesson);
  return visited;
}

async function goToSheet(page: Page, lesson: string): Promise<void> {
  await page.goto(`${school.url}/term-reports`);
  await page.getByRole('link', { name: /Enter Marks - End of Term/ }).click();
  await page.getByRole('button', { name: new RegExp(`${lesson}$`) }).click();
  await page.getByRole('grid').waitFor();
}

const cell = (page: Page, row: number, column = 'exam_mark') =>
  page.locator('[data-row]').nth(row).locator(`[data-column="${column}"]`);
const start = (page: Page, row: number) => cell(page, row).click({ force: true });
const shown = (page: Page, rows: readonly number[]) =>
  Promise.all(rows.map(async (row) => await readCellValue(cell(page, row))));
const saved = (page: Page, row: number) =>
  cell(page, row, 'save').getByText('Saved').waitFor({ state: 'attached', timeout: 15_000 });
const status = (page: Page, name: string) => page.getByRole('banner').getByRole('button', { name, exact: true });
const bubble = (page: Page) => page.locator('[data-note="conflict"]').filter({ has: page.getByRole('button') });
/** Whether the bubble's buttons take a press right after it came, and later. */
const takesPresses = (page: Page) =>
  bubble(page).evaluate((element: HTMLElement) => {
    const presses = () => getComputedStyle(element.querySelector('button') as HTMLElement).pointerEvents;
    element.dataset.settling = '';
    const whileSettling = presses();
    delete element.dataset.settling;
    return { whileSettling, after: presses() };
  });
async function reload(page: Page): Promise<void> {
  await page.reload();
  await page.getByRole('grid').waitFor();
}

/** Somebody else changes marks of the sheet that is open: the same request as theirs, from a page of theirs. */
async function enterElsewhere(page: Page, row: number, mark: string): Promise<void> {
  await start(page, row);
  await createFastHands(page).type([mark]);
  await saved(page, row);
}

it('takes every mark that is typed while another changes some of them, and asks in the cells and in the head', async () => {
  const mine = await openSheet('Mathematics 1A');
  const theirs = await openSheet('Mathematics 1A');
  for (const row of [1, 3, 5]) await enterElsewhere(theirs.page, row, String(20 + row));
  const { page } = mine;
  const nine = Array.from({ length: 9 }, (_, index) => String(50 + index));
  const rows = nine.map((_, index) => index);
  await start(page, 0);
  await createFastHands(page).type(nine);
  expect(await shown(page, rows)).toEqual(nine);
  await status(page, '3 conflicts').waitFor();
  for (const row of [1, 3, 5]) expect(await cell(page, row).innerText()).toMatch(new RegExp(`${20 + row}`));
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await findAxeViolations(page)).toEqual([]);

  // By key, by press, and from the list.
  await start(page, 1);
  await bubble(page)
    .getByText(/changed this to 21, .*20\d\d/)
    .waitFor();
  await page.keyboard.press('Alt+m');
  await saved(page, 1);
  await start(page, 3);
  expect(await takesPresses(page)).toEqual({ whileSettling: 'none', after: 'auto' });
  await bubble(page).getByRole('button', { name: 'Take theirs: 23' }).click();
  await expect.poll(() => shown(page, [3])).toEqual(['23']);
  await createFastHands(page).press('ArrowDown');
  await createFastHands(page).type(['64']);
  await status(page, '1 conflict').click();
  const list = page.getByRole('dialog', { name: outboxWordings.notSavedYet });
  await list.getByText(/Exam mark/).waitFor();
  expect(await list.innerText()).toMatch(/55[\s\S]*changed this to 25/);
  expect(await findAxeViolations(page)).toEqual([]);
  await list.getByRole('button', { name: 'Keep mine' }).click();
  await list.waitFor({ state: 'detached' });
  await status(page, 'All saved').waitFor();
  await reload(page);
  expect(await shown(page, rows)).toEqual(['50', '51', '52', '23', '64', '55', '56', '57', '58']);
});

it('says that it was another tab of the user’s own', async () => {
  const { page, context } = await openSheet('Mathematics 1E');
  const other = await (context as BrowserContext).newPage();
  await goToSheet(other, 'Mathematics 1E');
  await enterElsewhere(other, 2, '31');
  await page.bringToFront();
  await start(page, 2);
  await createFastHands(page).type(['41']);
  await status(page, '1 conflict').waitFor();
  await page.keyboard.press('ArrowUp');
  await bubble(page)
    .getByText(/You changed this to 31 in another tab of yours/)
    .waitFor();
  await page.keyboard.press('Alt+t');
  await status(page, 'All saved').waitFor();
  expect(await shown(page, [2])).toEqual(['31']);
});

it('keeps typing where it is when saves fail, and shows the failure in the row, in the head and in its list', async () => {
  const { page } = await openSheet('Mathematics 1E');
  await page.route('**/api/table2', (route) =>
    route.fulfill({ status: 500, json: { errors: { message: ['The table is away.'] } } }),
  );
  const marks = ['41', '42', '43', '44', '45', '46'];
  const rows = [10, 11, 12, 13, 14, 15];
  await start(page, 10);
  await createFastHands(page).type(marks);
  expect(await shown(page, rows)).toEqual(marks);
  await page.waitForTimeout(2_500);
  expect(await page.getByRole('dialog').count()).toBe(0);
  await cell(page, 10, 'save').getByText('The table is away.').waitFor({ state: 'attached' });
  await status(page, '6 not saved').click();
  const dialog = page.getByRole('dialog', { name: 'Error' });
  await dialog.getByText(/An error has occured while saving the marks/).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.unroute('**/api/table2');
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await dialog.waitFor({ state: 'detached' });
  await status(page, 'All saved').waitFor();
  await reload(page);
  expect(await shown(page, rows)).toEqual(marks);
});

it('Logout in one tab loses nothing of another: it waits for marks in flight, and asks about those that cannot be sent', async () => {
  const { page, context } = await openSheet('Mathematics 1A');
  const menu = await context.newPage();
  await menu.goto(`${school.url}/term-reports`);
  const logout = menu.getByRole('button', { name: 'Logout' });
  await logout.waitFor();

  await page.route('**/api/table2', (route) => route.abort());
  await start(page, 26);
  await page.keyboard.type('48');
  await page.keyboard.press('Enter');
  await status(page, '1 kept on this device').waitFor();
  await logout.click();
  const question = menu.getByRole('alertdialog', { name: sessionWordings.logOutWithoutSaving });
  await question.getByText(/Some of what you typed in another tab has not been saved/).waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();

  await page.unroute('**/api/table2');
  await page.route('**/api/table2', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  await status(page, 'All saved').waitFor();
  await page.keyboard.type('49');
  await page.keyboard.press('Enter');
  await logout.click();
  for (const tab of [menu, page]) await tab.getByLabel('Username').waitFor();
  await context.close();
  const again = await openSheet('Mathematics 1A');
  expect(await shown(again.page, [26, 27])).toEqual(['48', '49']);
});

it('puts every character into a comment that opens, however fast they come', async () => {
  const { page } = await openSheet('Mathematics 1A');
  await page.waitForLoadState('networkidle');
  await cell(page, 24, 'con').click({ force: true });
  const hands = createFastHands(page);
  await hands.press('Tab');
  await hands.type(['A steady term of work.'], '');
  const comment = page.getByRole('textbox', { name: 'Comment' });
  await expect.poll(() => comment.inputValue()).toBe('A steady term of work.');
  await hands.press('Escape');
  await comment.waitFor({ state: 'detached' });
  // The character that opens the sheet is the first of the text.
  await hands.press('ArrowDown');
  await hands.type(['Better than before.'], '');
  await expect.poll(() => comment.inputValue()).toBe('Better than before.');
});
