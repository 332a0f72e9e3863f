import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { layoutScreenWordings as say } from '#shared/term-reports/layouts/screen-wordings.ts';
import { readPrintedPdf } from '../../support/files/printed-pdf.ts';

/** A whole school's cards are laid out. */
const slow = { timeout: 60_000 };

export async function openLayouts(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/admin/dashboard/card-layouts`);
  await page.getByRole('heading', { level: 1, name: say.title }).waitFor();
}

/** A new layout that begins with one of ours, in the editor. */
export async function beginLayout(page: Page, name: string): Promise<void> {
  const before = page.url();
  await page.getByLabel('New layout, beginning with').click();
  await page.getByRole('option', { name, exact: true }).click();
  await page.waitForURL((url) => url.href !== before);
  // That of another layout may be there until then.
  await expect
    .poll(() => page.getByLabel('Name', { exact: true }).inputValue())
    .toMatch(new RegExp(`^${name}( \\d+)?$`));
}

/** Waits until a change is saved, whatever is on the way. */
export const saved = (page: Page) => page.getByText(say.saved).waitFor();

/** Gives the layout to one form alone. */
export async function giveToForm(page: Page, form: string): Promise<void> {
  await page.getByLabel('Forms', { exact: true }).click();
  const options = page.getByRole('option');
  await options.first().waitFor();
  const all = await options.all();
  // The form itself first: a layout of no form is refused.
  for (const wants of [true, false]) {
    for (const option of all) {
      const isChosen = (await option.getAttribute('aria-selected')) === 'true';
      const isWanted = (await option.innerText()).trim() === form;
      if (isWanted === wants && isChosen !== isWanted) await option.click();
    }
  }
  await page.keyboard.press('Escape');
}

export async function publishLayout(page: Page): Promise<void> {
  await saved(page);
  await page.getByRole('button', { name: 'Publish' }).click();
  await page
    .getByText(/^Layout published\./)
    .first()
    .waitFor(slow);
}

/** The document in a frame, as the browser got it. */
export async function readFramedPdf(frame: Locator) {
  await frame.waitFor();
  const address = (await frame.getAttribute('src')) ?? '';
  const bytes = await frame
    .page()
    .evaluate(async (url) => [...new Uint8Array(await (await fetch(url)).arrayBuffer())], address);
  return readPrintedPdf(new Uint8Array(bytes));
}

/** The card beside the editor. */
export const previewedCard = (page: Page) => readFramedPdf(page.locator('iframe[title^="Report card of "]'));
