import type { Page } from 'playwright-core';
import { school } from '#functions/school/records/school.ts';
import { findColumnOfMarks, pressCell } from '../../support/page/grid-page.ts';
import { weeklyTestSettings } from '../../support/school/weekly-test-settings.ts';

/** The first cell of a column of the sheet is the active one; without a name the first column of marks. */
export const inCell = (column?: string) => async (page: Page) => {
  await page.getByRole('grid').waitFor();
  await pressCell(page, 0, column ?? (await findColumnOfMarks(page)));
};

/** As the account of somebody who has set up an authenticator app. */
export const withApp = async (page: Page) => {
  const answer = { rule: 'offered', since: '2026-01-05T12:00:00.000Z', recovery_codes_left: 2 };
  await page.route('**/api/second-factor', (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: answer }) : route.continue(),
  );
};

/** Of a school that has weekly tests. */
export const withWeeklyTests = async (page: Page) => {
  Object.assign(school().weeklyTests, weeklyTestSettings);
  await page.route('**/school.json', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), weeklyTests: weeklyTestSettings } });
  });
};

/** The shown week has a test. */
export async function addWeeklyTest(page: Page): Promise<void> {
  const marks = page.getByRole('button', { name: 'Edit/View Marks' }).first();
  const add = page.getByRole('button', { name: /^Add / }).first();
  await marks.or(add).first().waitFor();
  if (!(await marks.isVisible())) await add.click();
  await marks.waitFor();
}
