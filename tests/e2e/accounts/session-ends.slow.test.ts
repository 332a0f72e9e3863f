import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sessionWordings } from '../../../web/session/wordings.ts';
import { findAxeViolations, screenLooks } from '../../support/browser.ts';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { demoPassword, signIn } from '../../support/callers/sign-in.ts';
import { createFastHands } from '../../support/page/fast-hands.ts';
import { readCellValue } from '../../support/page/grid-page.ts';

const school = schoolInBrowser();

/** A mark sheet, the names and passwords that are sent from it, and what its exam column holds. */
async function openSheet(lesson: string, look = screenLooks[0]) {
  const visited = await school.visit(look);
  const { page } = visited;
  await signIn(page, school.url, 'teacher');
  await page.getByRole('link', { name: /Enter Marks - End of Term/ }).click();
  await page.getByRole('button', { name: new RegExp(`${lesson}$`) }).click();
  await page.getByRole('grid').waitFor();
  const passwords: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('login')) passwords.push(request.postDataJSON()?.password);
  });
  const cellOf = (row: number, column = 'exam_mark') =>
    page.locator('[data-row]').nth(row).locator(`[data-column="${column}"]`);
  const shown = async (rows: readonly number[]) =>
    Promise.all(rows.map(async (row) => await readCellValue(cellOf(row))));
  const start = (row: number) => cellOf(row).click({ force: true });
  return { ...visited, passwords, shown, start };
}

const sheetAfterReload = async (page: Page) => {
  await page.reload();
  await page.getByRole('grid').waitFor();
};
const sixteen = Array.from({ length: 16 }, (_, index) => String(41 + index));
const rows = sixteen.map((_, index) => index);
const band = (page: Page) => page.getByRole('alert').filter({ hasText: 'signed out' });
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true });

it('goes on taking marks when the session ends between two of them, and stores all once signed in again', async () => {
  const { page, context, passwords, shown, start } = await openSheet('Mathematics 1A');
  const hands = createFastHands(page);
  await start(0);
  await hands.type(sixteen.slice(0, 5));
  await context.clearCookies();
  await hands.type(sixteen.slice(5));
  expect(await shown(rows)).toEqual(sixteen);
  expect(passwords).toEqual([]);
  await band(page).waitFor();
  expect(await page.getByLabel(/Password/).count()).toBe(0);
  expect(await findAxeViolations(page)).toEqual([]);

  await signInButton(page).click();
  const dialog = page.getByRole('alertdialog', { name: sessionWordings.pleaseSignInAgain });
  await dialog.waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.keyboard.type(demoPassword);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await band(page).waitFor({ state: 'detached' });
  expect(passwords).toEqual([demoPassword]);
  await expect.poll(() => page.locator('[data-column=save]').getByText('Saved').count()).toBeGreaterThanOrEqual(16);
  await sheetAfterReload(page);
  expect(await shown(rows)).toEqual(sixteen);
});

it('leaves a mark that is half typed alone when the session ends in the middle of it', async () => {
  const { page, context, shown, start } = await openSheet('Mathematics 1E');
  const hands = createFastHands(page);
  await start(0);
  await context.clearCookies();
  await hands.type(['61']);
  await hands.press('5');
  // The answer to the first mark, which says that the session is over, has come by then.
  await band(page).waitFor();
  await page.waitForTimeout(500);
  await hands.type(['2']);
  expect(await shown([0, 1])).toEqual(['61', '52']);
});

it('opens the sign-in by itself where nothing is typed, and gives no field of it the focus', async () => {
  const { page, context, passwords } = await openSheet('Mathematics 1E');
  await page.getByRole('button', { name: 'Next Subject Class' }).focus();
  await context.clearCookies();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog', { name: sessionWordings.pleaseSignInAgain });
  await dialog.waitFor();
  const hands = createFastHands(page);
  await hands.type(['57', '58']);
  expect(await page.getByLabel(/Password/).inputValue()).toBe('');
  expect(passwords).toEqual([]);
  await page.getByLabel(/Password/).fill(demoPassword);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
});

it('covers the page when nobody was there for five minutes, and goes on with the cell that had the focus', async () => {
  const { page, context, passwords, shown, start } = await openSheet('Mathematics 3C');
  await page.clock.install();
  await start(0);
  const hands = createFastHands(page);
  await context.clearCookies();
  await hands.type(['31']);
  await band(page).waitFor();
  const dialog = page.getByRole('alertdialog', { name: sessionWordings.pleaseSignInAgain });
  await page.clock.fastForward('04:50');
  await page.clock.runFor(1_000);
  expect(await dialog.count()).toBe(0);
  await page.clock.fastForward('00:15');
  await page.clock.runFor(1_000);
  await dialog.waitFor();
  await hands.type(['99']);
  expect(passwords).toEqual([]);
  await page.getByLabel(/Password/).fill(demoPassword);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await hands.type(['32']);
  expect(await shown([0, 1, 2])).toEqual(['31', '32', '']);
});

it('can be put off, and then types on where it was', async () => {
  const { page, context, shown, start } = await openSheet('Mathematics 1A');
  await start(20);
  const hands = createFastHands(page);
  await context.clearCookies();
  await hands.type(['31']);
  await signInButton(page).click();
  await page.getByRole('button', { name: 'Not now' }).click();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await hands.type(['32']);
  expect(await shown([20, 21])).toEqual(['31', '32']);
});
