import { describe, expect, it } from 'vitest';
import { layoutScreenWordings as say } from '#shared/term-reports/layouts/screen-wordings.ts';
import { findAxeViolations, type ScreenLook, screenLooks, screenLooksForAxe } from '../../support/browser.ts';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { readPrintedPdf } from '../../support/files/printed-pdf.ts';

const school = schoolInBrowser();

describe('the layout screen', () => {
  async function open(look: ScreenLook = screenLooks[0]) {
    const visited = await school.visitAs('admin', look);
    await visited.page.goto(`${school.url}/admin/dashboard/card-layouts`);
    await visited.page.getByRole('heading', { level: 1, name: say.title }).waitFor();
    return visited;
  }
  type Visited = Awaited<ReturnType<typeof open>>['page'];
  const begin = async (page: Visited, name: string) => {
    await page.getByLabel('New layout, beginning with').click();
    await page.getByRole('option', { name, exact: true }).click();
    await page.getByRole('button', { name: 'Publish' }).waitFor();
  };
  /** The card in the frame, as the browser got it. */
  const shown = async (page: Visited) => {
    const frame = page.locator('iframe[title^="Report card of "]');
    await frame.waitFor();
    const address = (await frame.getAttribute('src')) ?? '';
    const bytes = await page.evaluate(
      async (url) => [...new Uint8Array(await (await fetch(url)).arrayBuffer())],
      address,
    );
    return readPrintedPdf(new Uint8Array(bytes));
  };

  it('makes a card of one’s own by keyboard, from a draft to every card of a form, and back', async () => {
    const { page } = await open();
    await begin(page, 'Standard');
    const before = await shown(page);
    await page.getByRole('button', { name: 'Down: Music' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Title of the card').fill('Progress card');
    await page.getByText(say.saved).waitFor();
    await expect
      .poll(async () => (await shown(page)).pages[0]?.texts.some(({ text }) => /^Progress card/.test(text)))
      .toBe(true);
    expect(before.pages[0]?.texts.some(({ text }) => /^Progress card/.test(text))).toBe(false);
    await page.getByRole('button', { name: 'Publish' }).click();
    await page
      .getByText(/^Layout published\./)
      .first()
      .waitFor({ timeout: 60_000 });
    await page.getByText(/^Version 1 is on the cards of Form 1/).waitFor();
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await page.getByText(say.notPublished).waitFor();
  }, 120_000);

  it.each(screenLooksForAxe)('has no accessibility fault on a $name', async (look) => {
    const { page } = await open(look);
    await page.getByRole('button', { name: 'Publish' }).or(page.getByText(say.none)).first().waitFor();
    if (await page.getByText(say.none).isVisible()) await begin(page, 'Two pages');
    await page.getByLabel('Student, the longest texts first').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});
