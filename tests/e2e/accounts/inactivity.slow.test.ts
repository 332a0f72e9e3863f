import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { demoPassword, signIn } from '../../support/callers/sign-in.ts';
import { pressCell, readShownValue } from '../../support/page/grid-page.ts';

const school = schoolInBrowser();

/** A page whose clock can be moved on; it stays where the browser asks whether to leave. */
async function open(userName: 'teacher' | 'admin', path: string) {
  const { page, context } = await school.visit();
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await page.clock.install();
  await signIn(page, school.url, userName);
  await page.goto(`${school.url}${path}`);
  return { page, context, asked };
}

/** Nobody touches the page for longer than the limit of its area; it ends at the sign-in. */
async function leaveAlone(page: Page, hours: string, entrance: string): Promise<void> {
  const away = async () => {
    // What watches for inactivity comes when the page rests, and begins to count then.
    await page.clock.fastForward(hours);
    await page.clock.runFor(2_000);
    return page.url();
  };
  await expect.poll(away, { timeout: 15_000, interval: 1_000 }).toBe(`${school.url}${entrance}`);
  await page.getByRole('button', { name: 'LOGIN' }).waitFor();
}

/** Left alone, the page asks nothing; after the next sign-in the sheet is there again, with everything saved. */
async function leaveSheetAndComeBack(page: Page, asked: string[]): Promise<void> {
  await leaveAlone(page, '15:30', '/');
  expect(asked).toEqual([]);
  await page.unroute('**/api/table2');
  await signInAgain(page, 'teacher');
  await page.getByRole('grid').waitFor();
  await page.getByRole('button', { name: 'All saved' }).waitFor();
}

/** The page knows who it was; only the office's user name it has never seen here. */
async function signInAgain(page: Page, userName: string): Promise<void> {
  const name = page.getByLabel('Username');
  if (await name.isVisible()) await name.fill(userName);
  await page.getByLabel(/^Password/).fill(demoPassword);
  await page.getByRole('button', { name: 'LOGIN' }).click();
}

async function openSheet(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Mathematics 1A$/ }).click();
  await page.getByRole('grid').waitFor();
}

it('clears the screen while a mark is half typed, and the mark is there after signing in again', async () => {
  const { page, asked } = await open('teacher', '/term-reports/enter-marks');
  await openSheet(page);
  const mark = (await readShownValue(page, 4, 'exam_mark')) === '23' ? '24' : '23';
  await pressCell(page, 4, 'exam_mark');
  await page.keyboard.type(mark);
  await leaveSheetAndComeBack(page, asked);
  expect(await readShownValue(page, 4, 'exam_mark')).toBe(mark);
});

it('clears the screen while marks wait for the network, and sends them after signing in again', async () => {
  const { page, asked } = await open('teacher', '/term-reports/enter-marks');
  await openSheet(page);
  await page.route('**/api/table2', (route) => route.abort());
  const mark = (await readShownValue(page, 6, 'exam_mark')) === '23' ? '24' : '23';
  await pressCell(page, 6, 'exam_mark');
  await page.keyboard.type(mark);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /1 kept on this device/ }).waitFor();
  await leaveSheetAndComeBack(page, asked);
  expect(await readShownValue(page, 6, 'exam_mark')).toBe(mark);
});

it('clears the screen while a form is half filled in, and its draft is back after signing in again', async () => {
  const { page, asked } = await open('admin', '/admin/dashboard/current-term');
  const possible = page.getByRole('textbox', { name: /^Possible attendance/i });
  await possible.waitFor();
  await possible.fill('77');
  await leaveAlone(page, '15:30:00', '/admin');
  expect(asked).toEqual([]);
  await signInAgain(page, 'admin');
  await expect.poll(() => possible.inputValue()).toBe('77');
});
