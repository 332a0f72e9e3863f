import type { Page } from 'playwright-core';

/** Shows the buttons of a toolbar that a phone has folded behind More; elsewhere they are in sight. */
export async function unfoldTools(page: Page): Promise<void> {
  await page.getByRole('toolbar').waitFor();
  const more = page.getByRole('button', { name: 'More', exact: true });
  if (await more.isVisible()) await more.click();
}

/**
 * Shows the headings of a table, to sort and filter by, that a phone has behind a button; elsewhere they are in sight.
 */
export async function unfoldHeadings(page: Page): Promise<void> {
  await page.getByRole('grid').waitFor();
  const sorting = page.getByRole('button', { name: 'Sort and filter', expanded: false });
  if (await sorting.isVisible()) await sorting.click();
}
