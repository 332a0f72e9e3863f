import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findAxeViolations, type ScreenLook, screenLooks, screenLooksForAxe } from '../../support/browser.ts';
import { schoolInBrowser } from '../../support/browser-school.ts';

/** A thousand reports are checked, or copied. */
const slow = { timeout: 60_000 };

const school = schoolInBrowser();

async function open(look: ScreenLook = screenLooks[0]) {
  const visited = await school.visitAs('admin', look);
  await visited.page.goto(`${school.url}/admin/dashboard/post-reports`);
  await visited.page.getByRole('grid').waitFor();
  return visited;
}

describe.each(screenLooksForAxe)('the Post Term Reports screen on a $name', (look) => {
  it('has no accessibility fault: terms, and the question with its check', async () => {
    const { page } = await open(look);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Edit: 2025-2026 Term 3' }).click();
    const dialog = page.getByRole('alertdialog', { name: /2025-2026 Term 3/ });
    await dialog.getByText(/reports are not complete/).waitFor(slow);
    expect(await findAxeViolations(page)).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});

/** Types the number that the window asks for, if any. */
async function typeNumber(dialog: Locator): Promise<void> {
  const field = dialog.getByRole('textbox', { name: /^Type \d+ to confirm$/ });
  if ((await field.count()) === 0) return;
  const [, count = ''] = /Type (\d+) to confirm/.exec(await dialog.innerText()) ?? [];
  await field.fill(count);
}

it('finds a term, posts it, shows so after a reload, and removes the posting', async () => {
  const { page } = await open();
  await page.getByRole('searchbox', { name: 'Search' }).fill('2025-2026 term 2');
  const row = page.getByRole('row').nth(1);
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await row.getByRole('button', { name: /^Edit/ }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText(/reports are (not )?complete/).waitFor(slow);
  expect(await dialog.getByRole('button', { name: 'No' }).isDisabled()).toBe(true);
  await typeNumber(dialog);
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await dialog.getByText('Posting reports please stand by').waitFor();
  await page.getByText('2025-2026 Term 2 reports posted').first().waitFor(slow);
  await dialog.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('searchbox', { name: 'Search' }).fill('2025-2026 term 2');
  await expect.poll(() => row.innerText()).toMatch(/Yes\s+\d\d-[A-Z][a-z]{2}-\d{4} \d\d:\d\d/);

  // The answer waits a moment, so that the progress text can be seen.
  await page.route('**/api/post-term-reports', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await row.getByRole('button', { name: /^Edit/ }).click();
  await dialog.getByText(/These reports are posted/).waitFor();
  await dialog.getByRole('button', { name: 'No, remove posting' }).click();
  await typeNumber(dialog);
  await dialog.getByRole('button', { name: 'Remove posting' }).click();
  await dialog.getByText('Removing reports please stand by').waitFor();
  await page.getByText('2025-2026 Term 2 reports removed').first().waitFor();
  await expect.poll(() => row.innerText()).toMatch(/\bNo\b/);
});
