import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { historyWordings } from '../../../web/history/wordings.ts';
import { findAxeViolations, isPhoneLook, type ScreenLook, screenLooks } from '../../support/browser.ts';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { findCell, pressCell, readCellValue, waitUntilRowIsSaved } from '../../support/page/grid-page.ts';

const school = schoolInBrowser();

async function enter(page: Page, row: number, mark: string) {
  await pressCell(page, row, 'exam_mark');
  await page.keyboard.type(mark);
  await page.keyboard.press('Enter');
  await waitUntilRowIsSaved(page, row);
}

it.each([
  screenLooks[0],
  screenLooks[3],
] as ScreenLook[])('shows who changed a mark, and brings a whole sheet back, on a $name', async (look) => {
  const { page } = await school.visitAs('teacher', look);
  await page.getByRole('link', { name: /Enter Marks - End of Term/ }).click();
  await page.getByRole('button', { name: /Mathematics 1A$/ }).click();
  await page.getByRole('grid').waitFor();
  const row = isPhoneLook(look) ? 6 : 2;
  await enter(page, row, '41');

  // From the keyboard, and the focus goes back to the cell.
  await pressCell(page, row, 'exam_mark');
  await page.keyboard.press('Shift+F10');
  const history = page.getByRole('dialog', { name: 'History — Exam mark' });
  await history.getByText('(blank) → 41').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await history.waitFor({ state: 'detached' });
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-over]')?.dataset.over ?? ''))
    .toBe(await findCell(page, row, 'exam_mark').getAttribute('id'));
  if (isPhoneLook(look)) await page.getByRole('button', { name: 'Sheet tools' }).click();
  await page.getByRole('button', { name: 'History', exact: true }).click();
  await history.waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: historyWordings.earlierVersionsOfTheSheet }).click();
  const then = page.getByRole('dialog', { name: historyWordings.earlierVersionsOfTheSheet });
  await then.getByRole('button', { name: 'Show' }).click();
  await then.getByText(/now 41/).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await then.getByRole('button', { name: /^Restore \d+$/ }).click();
  await then.getByText(/restored\./).waitFor();
  await then.getByRole('button', { name: historyWordings.showTheValuesBefore }).click();
  await then.getByText(/changed since/).waitFor();
  await then.getByRole('button', { name: 'Close' }).click();
  await then.waitFor({ state: 'detached' });
  expect(await readCellValue(findCell(page, row, 'exam_mark'))).toBe('');
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

it('shows who changed a mark of the mark book, and brings a page with a deleted assessment back', async () => {
  const { page } = await school.visitAs('teacher');
  await page.getByRole('link', { name: /Enter Marks - Course Work/ }).click();
  await page.getByRole('button', { name: /Mathematics 1A$/ }).click();
  await page.getByRole('grid').waitFor();
  const shown = async (column: string) => await readCellValue(findCell(page, 3, column));
  // The page as it is, with an assessment of this test's own.
  await page.getByRole('button', { name: 'Add Assessment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Assessment' });
  await dialog.getByLabel('Topic').fill('Trial');
  await dialog.getByLabel('Total').fill('40');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const added = (await page.getByText(/^Assessment \d+ added\.$/).innerText()).match(/\d+/)?.[0] ?? '';
  const column = `assessment ${added}`;
  const enterMark = async (mark: string) => {
    await pressCell(page, 3, column);
    await page.keyboard.type(mark);
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/mark-book'));
    await page.keyboard.press('Enter');
    expect((await answered).status()).toBe(200);
  };
  await findCell(page, 3, column).waitFor();
  await enterMark('31');
  // A moment of the minute-wise clock between the two: the trail is asked through its own address.
  await page.waitForTimeout(50);
  const moment = new Date().toISOString();
  await page.waitForTimeout(50);
  await enterMark('7');

  await pressCell(page, 3, column);
  await page.keyboard.press('Shift+F10');
  const history = page.getByRole('dialog', { name: 'History — Trial' });
  await history.getByText('31 → 7').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await history.waitFor({ state: 'detached' });

  await page.getByRole('columnheader').filter({ hasText: 'Trial' }).getByRole('button').click();
  await page.getByRole('button', { name: 'Delete Assessment' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await findCell(page, 3, column).waitFor({ state: 'detached' });

  await page.route('**/api/mark-book-at*', (route) => {
    if (route.request().method() === 'POST') {
      const body = route.request().postDataJSON() as { at: string };
      return route.continue({ postData: JSON.stringify({ ...body, at: moment }) });
    }
    const url = new URL(route.request().url());
    url.searchParams.set('at', moment);
    return route.continue({ url: url.href });
  });
  await page.getByRole('button', { name: historyWordings.earlierVersionsOfTheSheet }).click();
  const then = page.getByRole('dialog', { name: historyWordings.earlierVersionsOfTheSheet });
  await then.getByRole('button', { name: 'Show' }).click();
  await then.getByText(new RegExp(`Assessment ${added}: Trial, out of 40: deleted since`)).waitFor();
  await then.getByText(/now \(blank\)/).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await then.getByRole('button', { name: /^Restore \d+$/ }).click();
  await then.getByText(/restored\./).waitFor();
  await page.unroute('**/api/mark-book-at*');
  await then.getByRole('button', { name: historyWordings.showTheValuesBefore }).click();
  await then.getByText(/added since/).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await then.getByRole('button', { name: 'Close' }).click();
  await then.waitFor({ state: 'detached' });
  await expect.poll(() => shown(column)).toBe('31');
});
