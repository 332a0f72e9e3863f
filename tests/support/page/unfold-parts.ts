import type { Page } from 'playwright-core';

/** Opens every part of a screen that is folded away. */
export const unfoldParts = (page: Page) =>
  page.evaluate(() => {
    for (const part of document.querySelectorAll('details')) part.open = true;
  });
