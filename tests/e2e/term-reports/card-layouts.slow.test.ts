import { describe, expect, it } from 'vitest';
import { layoutScreenWordings as say } from '#shared/term-reports/layouts/screen-wordings.ts';
import { findAxeViolations, type ScreenLook, screenLooks, screenLooksForAxe } from '../../support/browser.ts';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { unfoldParts } from '../../support/page/unfold-parts.ts';
import { beginLayout, openLayouts, previewedCard, publishLayout, saved } from './on-layout-screen.ts';

const school = schoolInBrowser();

describe('the layout screen', () => {
  async function open(look: ScreenLook = screenLooks[0]) {
    const visited = await school.visitAs('admin', look);
    await openLayouts(visited.page, school.url);
    return visited;
  }

  it('makes a card of one’s own by keyboard, from a draft to every card of a form, and back', async () => {
    const { page } = await open();
    await beginLayout(page, 'Standard');
    const before = await previewedCard(page);
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await page.getByRole('button', { name: 'Down: Music' }).focus();
    for (let times = 0; times < 2; times += 1) {
      await page.keyboard.press('Enter');
      // The line has moved, and its button with it.
      await expect.poll(focused).toBe('Down: Music');
    }
    await page.getByLabel('Title of the card').fill('Progress card');
    await saved(page);
    const hasTitle = ({ pages: [first] }: typeof before) =>
      first?.texts.some(({ text }) => /^Progress card/.test(text)) ?? false;
    await expect.poll(async () => hasTitle(await previewedCard(page))).toBe(true);
    expect(hasTitle(before)).toBe(false);
    const parts = await page
      .getByRole('button', { name: /^Take off: / })
      .evaluateAll((all) => all.map((one) => one.getAttribute('title')));
    expect(parts.indexOf('Take off: Music')).toBeGreaterThan(parts.indexOf('Take off: Form teacher’s remarks'));
    await publishLayout(page);
    await page.getByText(/^Version 1 is on the cards of Form 1/).waitFor();
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await page.getByText(say.notPublished).waitFor();
  }, 120_000);

  it('puts parts in order with the mouse', async () => {
    const { page } = await open();
    await beginLayout(page, 'Standard');
    const handle = (name: string) => page.getByTitle(`Drag: ${name}`);
    await handle('Legend').dragTo(handle('Student'));
    await saved(page);
    await page.reload();
    await page.getByRole('button', { name: 'Take off: Legend' }).waitFor();
    const [first] = await page.getByRole('button', { name: /^Take off: / }).all();
    expect(await first?.getAttribute('title')).toBe('Take off: Legend');
  });

  it.each(screenLooksForAxe)('has no accessibility fault on a $name', async (look) => {
    const { page } = await open(look);
    await page.getByRole('button', { name: 'Publish' }).or(page.getByText(say.none)).first().waitFor();
    if (await page.getByText(say.none).isVisible()) await beginLayout(page, 'In words');
    await unfoldParts(page);
    await page.getByLabel('Student, the longest texts first').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});
