import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { school as file } from '#functions/school/records/school.ts';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { auditPage } from '../../support/layout/audit.ts';
import { withWeeklyTests } from '../../support/page/changed-answer.ts';
import { createFastHands } from '../../support/page/fast-hands.ts';
import { findCell, findColumnOfMarks, pressCell, waitUntilRowIsSaved } from '../../support/page/grid-page.ts';
import { weeklyTestSettings } from '../../support/school/weekly-test-settings.ts';

/** What a person sees of a sheet while marks are typed, in the states that a save can be in. */
const school = schoolInBrowser();
beforeAll(async () => {
  Object.assign(file().weeklyTests, weeklyTestSettings);
});

const openSheet = (line: RegExp) => async (page: Page) => {
  await page.goto(`${school.url}/term-reports`);
  await page.getByRole('link', { name: line }).click();
  await page.getByRole('button', { name: /Mathematics 1A$/ }).click();
  await page.getByRole('grid').waitFor();
};

/** In a window; the first who opens it adds the test. */
async function openWeeklyTest(page: Page): Promise<void> {
  await withWeeklyTests(page);
  await page.goto(`${school.url}/term-reports`);
  await page.getByRole('link', { name: /Weekly Tests/ }).click();
  const marks = page.getByRole('button', { name: 'Edit/View Marks' }).first();
  const add = page.getByRole('button', { name: /^Add / }).first();
  await marks.or(add).first().waitFor();
  if (!(await marks.isVisible())) await add.click();
  await marks.click();
  await page.getByRole('grid').waitFor();
}

const sheets: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'mark sheet': openSheet(/Enter Marks - End of Term/),
  'mark book': openSheet(/Enter Marks - Course Work/),
  'weekly test': openWeeklyTest,
};

const status = (page: Page, name: RegExp) => page.getByRole('banner').getByRole('button', { name }).first();

it.each(Object.entries(sheets))('%s', async (name, open) => {
  const lines: string[] = [];
  const { page, context } = await school.visitAs('teacher');
  await open(page);
  const column = await findColumnOfMarks(page);
  const hands = createFastHands(page);
  await pressCell(page, 0, column);
  await hands.type(['5', '999', '6']);
  await waitUntilRowIsSaved(page, 2);
  lines.push(...(await auditPage(page, `${name}, saved and refused`)));

  const other = await school.visitAs('teacher');
  await open(other.page);
  await pressCell(other.page, 4, column);
  await createFastHands(other.page).type(['3']);
  await waitUntilRowIsSaved(other.page, 4);
  await pressCell(page, 4, column);
  await hands.type(['4']);
  await status(page, /conflict/).waitFor();
  await pressCell(page, 4, column);
  await page.locator('[data-note="conflict"]').getByRole('button').first().waitFor();
  lines.push(...(await auditPage(page, `${name}, in conflict`)));
  // A window lies over the button that lists them.
  if (!(await page.getByRole('dialog').isVisible())) {
    await status(page, /conflict/).click();
    await page.getByRole('dialog').waitFor();
    lines.push(...(await auditPage(page, `${name}, list of conflicts`)));
    await page.keyboard.press('Escape');
  }

  await context.setOffline(true);
  await pressCell(page, 6, column);
  await hands.type(['5', '6']);
  await findCell(page, 6, 'save').locator('svg').waitFor();
  lines.push(...(await auditPage(page, `${name}, waiting without network`)));
  await context.setOffline(false);
  expect(lines).toEqual([]);
});
