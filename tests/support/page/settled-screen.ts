import type { Page } from 'playwright-core';

/** The screen has what it shows, and no request is pending. */
export async function waitForSettledScreen(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => document.querySelector('[data-loading], [aria-busy=true]') === null);
}
