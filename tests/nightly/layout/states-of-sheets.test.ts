import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { auditPage } from '../../support/layout/audit.ts';
import { isKnown } from '../../support/layout/known-faults.ts';
import { createFastHands } from '../../support/page/fast-hands.ts';
import { findCell, pressCell, waitUntilRowIsSaved } from '../../support/page/grid-page.ts';

/** What a person sees of a sheet while marks are typed, in the states that a save can be in. */
const school = schoolInBrowser();

const sheets = {
  'mark sheet': { line: /Enter Marks - End of Term/, refused: '999' },
  'mark book': { line: /Enter Marks - Course Work/, refused: '999' },
} as const;

async function openSheet(page: Page, line: RegExp): Promise<void> {
  await page.goto(`${school.url}/term-reports`);
  await page.getByRole('link', { name: line }).click();
  await page.getByRole('button', { name: /Mathematics 1A$/ }).click();
  await page.getByRole('grid').waitFor();
}

/** The first column that takes marks. */
const columnOf = (page: Page): Promise<string> =>
  page
    .locator('[data-row]')
    .first()
    .locator('[data-kind=number]')
    .first()
    .evaluate((cell: HTMLElement) => cell.dataset.column ?? '');

const status = (page: Page, name: RegExp) => page.getByRole('banner').getByRole('button', { name }).first();

it.each(Object.entries(sheets))('%s', async (name, { line, refused }) => {
  const lines: string[] = [];
  const { page, context } = await school.visitAs('teacher');
  await openSheet(page, line);
  const column = await columnOf(page);
  const hands = createFastHands(page);
  await pressCell(page, 0, column);
  await hands.type(['5', refused, '6']);
  await waitUntilRowIsSaved(page, 2);
  lines.push(...(await auditPage(page, `${name}, saved and refused`)));

  const other = await school.visitAs('teacher');
  await openSheet(other.page, line);
  await pressCell(other.page, 4, column);
  await createFastHands(other.page).type(['3']);
  await waitUntilRowIsSaved(other.page, 4);
  await pressCell(page, 4, column);
  await hands.type(['4']);
  await status(page, /conflict/).waitFor();
  await pressCell(page, 4, column);
  await page.locator('[data-note="conflict"]').getByRole('button').first().waitFor();
  lines.push(...(await auditPage(page, `${name}, in conflict`)));
  await status(page, /conflict/).click();
  await page.getByRole('dialog').waitFor();
  lines.push(...(await auditPage(page, `${name}, list of conflicts`)));
  await page.keyboard.press('Escape');

  await context.setOffline(true);
  await pressCell(page, 6, column);
  await hands.type(['5', '6']);
  await findCell(page, 6, 'save').locator('svg').waitFor();
  lines.push(...(await auditPage(page, `${name}, waiting without network`)));
  await context.setOffline(false);
  expect(lines.filter((found) => !isKnown(found))).toEqual([]);
});
