import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findAxeViolations, screenLooks } from '../../../support/browser.ts';
import { schoolInBrowser } from '../../../support/browser-school.ts';
import { findCell, pasteText, pressCell } from '../../../support/page/grid-page.ts';

const school = schoolInBrowser();

let page: Page;
async function openSheet(look = screenLooks[0]): Promise<void> {
  ({ page } = await school.visitAs('teacher', look));
  await page.goto(`${school.url}/term-reports/enter-marks`);
  await page.getByRole('button', { name: /Mathematics 1A$/ }).click();
  await page.getByRole('grid').waitFor();
}

const foot = () => page.locator('[data-foot]');
const examFigures = () => page.locator('[data-figures="exam_mark"]');
const sign = (row: number) => findCell(page, row, 'exam_mark').getAttribute('data-sign');
const title = (row: number) => findCell(page, row, 'exam_mark').getAttribute('title');
const choose = async (name: RegExp) => {
  await page.getByRole('button', { name: 'Sheet menu' }).click();
  await page.getByRole('menuitemcheckbox', { name }).click();
};
const marks = [50, 51, 52, 53, 54, 55, 56, 57, 58, 10];

describe('the figures of a mark sheet', () => {
  it('follow what is typed, and low marks and outliers have a sign and words; each is switched off for good', async () => {
    await openSheet();
    await examFigures().waitFor();
    const students = await page.locator('[data-row]').count();
    await pressCell(page, 0, 'exam_mark');
    await pasteText(page, marks.join('\n'));
    // Quartiles 51 and 56: fences at 43.5 and 63.5.
    await expect.poll(() => sign(9)).toBe('▾◇');
    expect(await title(9)).toBe('Low: below 50 %. Outlier: far below the others');
    expect(await Promise.all([0, 4, 8].map(sign))).toEqual([null, null, null]);
    const missing = students - marks.length;
    await expect
      .poll(() => examFigures().locator('span').first().textContent())
      .toBe(`Exam mark: mean 49.6, median 53.5, lowest 10, highest 58, ${missing} missing`);
    expect(await examFigures().getByText('49.6').first().isVisible()).toBe(true);
    expect(await examFigures().getByRole('img').getAttribute('aria-label')).toContain('1 from 7.0 to 14.0');

    // Half of 70 is not low; a tenth less is, as soon as it is there.
    await pressCell(page, 1, 'exam_mark');
    await page.keyboard.type('35');
    await page.keyboard.press('Enter');
    expect(await title(1)).toBeNull();
    await pressCell(page, 1, 'exam_mark');
    await page.keyboard.type('34.9');
    await page.keyboard.press('Enter');
    expect(await sign(1)).toContain('▾');
    await expect.poll(() => title(1)).toBe('Low: below 50 %. Outlier: far below the others');
    expect(await findAxeViolations(page)).toEqual([]);

    // The last row comes into sight above the foot.
    await page.keyboard.press('Control+End');
    const last = await page.locator('[data-row]').last().boundingBox();
    const top = (await foot().boundingBox())?.y ?? 0;
    expect((last?.y ?? 999) + (last?.height ?? 999)).toBeLessThanOrEqual(top + 1);

    await choose(/^Tint low marks/);
    await expect.poll(() => page.locator('[data-sign]').count()).toBe(0);
    expect(await examFigures().count()).toBe(1);
    await choose(/^Row of figures/);
    await expect.poll(() => foot().count()).toBe(0);
    await page.reload();
    await page.getByRole('grid').waitFor();
    await findCell(page, 9, 'exam_mark').getByText('10').waitFor();
    await page.waitForTimeout(1000);
    expect([await foot().count(), await page.locator('[data-sign]').count()]).toEqual([0, 0]);
    // Tints alone: outliers are worked out without the row.
    await choose(/^Tint low marks/);
    await expect.poll(() => sign(9)).toBe('▾◇');
    expect(await foot().count()).toBe(0);
  });

  it('are in line with their columns however far the sheet is scrolled, and one line on a phone', async () => {
    await openSheet(screenLooks[2]);
    await examFigures().waitFor();
    const places = () =>
      Promise.all(
        [findCell(page, 3, 'exam_mark'), examFigures()].map(async (one) => {
          const box = await one.boundingBox();
          return box && [Math.round(box.x), Math.round(box.width)];
        }),
      );
    const [mark, figures] = await places();
    expect(figures).toEqual(mark);
    await page.locator('[role=grid]').evaluate((grid) => grid.parentElement?.scrollTo({ left: 150, top: 300 }));
    const [markAfter, figuresAfter] = await places();
    expect(markAfter?.[0]).toBe((mark?.[0] ?? 0) - 150);
    expect(figuresAfter).toEqual(markAfter);
    const box = await foot().boundingBox();
    expect(box?.height).toBeLessThanOrEqual(26);
    // Under it Previous and Next, for the thumb.
    const next = await page.getByRole('button', { name: 'Next', exact: true }).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(next?.y ?? 0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan((next?.y ?? 0) - 12);
    expect((next?.y ?? 0) + (next?.height ?? 0)).toBeGreaterThan(830);
    expect(await foot().locator('> [aria-hidden]').boundingBox()).toMatchObject({ x: 0 });
    // Where scrollbars take room, a page a pixel higher than the window would have one.
    expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0);
  });
});
