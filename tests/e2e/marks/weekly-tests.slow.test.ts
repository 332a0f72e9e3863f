import { beforeAll, expect, it } from 'vitest';
import { school as file } from '#functions/school/records/school.ts';
import { markScreenWordings } from '#shared/marks/wordings.ts';
import { findAxeViolations, screenLooksOfRun } from '../../support/browser.ts';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { signIn } from '../../support/callers/sign-in.ts';
import { withWeeklyTests } from '../../support/page/changed-answer.ts';
import { weeklyTestSettings } from '../../support/school/weekly-test-settings.ts';

const school = schoolInBrowser();
beforeAll(async () => {
  // What the site tells the browser is changed where a page asks for it.
  Object.assign(file().weeklyTests, weeklyTestSettings);
});

it.each(screenLooksOfRun)('are added, marked, clamped and deleted on a $name', async (look) => {
  const { page } = await school.visit(look);
  await withWeeklyTests(page);
  await signIn(page, school.url, 'teacher');
  await page.getByRole('link', { name: /Weekly Tests/ }).click();
  await page.getByRole('button', { name: /^Add / }).first().click();
  const max = page.getByRole('textbox', { name: /^Max mark of/ });
  await max.waitFor();
  expect(await max.inputValue()).toBe('50');
  expect(await findAxeViolations(page)).toEqual([]);
  await max.fill('4o0');
  await max.press('Enter');
  await page.getByText('4o0: not a number.').waitFor();
  expect(await max.inputValue()).toBe('4o0');
  await max.fill('101');
  await max.press('Enter');
  await page.getByText('101: from 0 to 100 only.').waitFor();
  await max.fill('40');
  await max.press('Enter');
  await expect.poll(() => max.inputValue()).toBe('40');

  await page.getByRole('button', { name: 'Edit/View Marks' }).click();
  const grid = page.getByRole('grid');
  await grid.waitFor();
  const cell = grid.locator('[data-row]').first().locator('[data-column=mark]');
  // The sheet has taken the focus already: its field lies over the first cell.
  await cell.click({ force: true });
  await page.keyboard.type('45');
  await page.keyboard.press('Enter');
  await grid.locator('[data-row]').first().getByText('Saved').waitFor({ state: 'attached' });
  expect(await cell.innerText()).toMatch(/40/);
  expect(await findAxeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  // A folded row says before the figure what it counts.
  await page.getByRole('cell', { name: /^(?:Entered )?1$/ }).waitFor();

  await page.getByRole('button', { name: /^Delete / }).click();
  const question = page.getByRole('alertdialog');
  await question
    .getByText('Are you sure you want to delete this subject and all the marks? This action is not reversible.')
    .waitFor();
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByText(markScreenWordings.noTestsThisWeek).waitFor();
  await page.getByText('Recent changes').click();
  await page
    .getByRole('button', { name: /^Undo: Test in .+ deleted, with one mark$/ })
    .first()
    .click();
  // A folded row says before the figure what it counts.
  await page.getByRole('cell', { name: /^(?:Entered )?1$/ }).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - globalThis.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  // The next look begins without a test.
  await page.getByRole('button', { name: /^Delete / }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText(markScreenWordings.noTestsThisWeek).waitFor();
});
