import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { schoolInBrowser } from '../../support/browser-school.ts';
import {
  beginLayout,
  giveToForm,
  openLayouts,
  previewedCard,
  publishLayout,
  readFramedPdf,
} from './on-layout-screen.ts';

const school = schoolInBrowser();
/** A thousand reports are checked, or copied. */
const slow = { timeout: 120_000 };

/** Each of ours for a form, with a title of its own, and what tells its card from the others. */
const layouts = [
  { name: 'Standard', form: 'Form 1', classId: '1A', title: 'Standard card', pages: 1, has: 'Course' },
  { name: 'Two pages', form: 'Form 2', classId: '2A', title: 'Folded card', pages: 2, has: 'Course' },
  { name: 'In words', form: 'Form 3', classId: '3A', title: 'Card in words', pages: 1, has: 'What we noticed' },
] as const;

async function publishEach(page: Page): Promise<void> {
  await openLayouts(page, school.url);
  for (const { name, form, title } of layouts) {
    await beginLayout(page, name);
    await page.getByLabel('Name', { exact: true }).fill(`Our ${name}`);
    await page.getByLabel('Title of the card').fill(title);
    await giveToForm(page, form);
    await publishLayout(page);
    await page.getByText(new RegExp(`^Version 1 is on the cards of ${form}`)).waitFor();
  }
}

async function postTerm(page: Page): Promise<void> {
  await page.goto(`${school.url}/admin/dashboard/post-reports`);
  await page.getByRole('button', { name: 'Edit: 2025-2026 Term 3' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText(/reports are (not )?complete/).waitFor(slow);
  const field = dialog.getByRole('textbox', { name: /^Type \d+ to confirm$/ });
  if ((await field.count()) > 0) await field.fill(/Type (\d+) to confirm/.exec(await dialog.innerText())?.[1] ?? '');
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('2025-2026 Term 3 reports posted').first().waitFor(slow);
}

/** The card of the first student of a class, as the screen prints it. */
async function printFirst(page: Page, classId: string) {
  await page.goto(`${school.url}/admin/dashboard/term-details?class=${classId}`);
  await page.getByRole('button', { name: 'Print One' }).click();
  return readFramedPdf(page.getByRole('dialog', { name: /^Report card of / }).locator('iframe'));
}
type Printed = Awaited<ReturnType<typeof readFramedPdf>>;
const textsOf = ({ pages }: Printed) => pages.flatMap(({ texts }) => texts.map(({ text }) => text));

it('from the layout screen to cards that are posted, printed and stay as they were, in each of our layouts', async () => {
  const { page } = await school.visitAs('admin');
  await publishEach(page);
  await postTerm(page);
  for (const { classId, title, pages, has } of layouts) {
    const posted = await printFirst(page, classId);
    expect([classId, posted.pages.length]).toEqual([classId, pages]);
    expect(textsOf(posted)).toEqual(expect.arrayContaining([title, has]));
    expect(textsOf(posted)).not.toContain('DRAFT');
  }
  await openLayouts(page, school.url);
  await page.getByLabel('Layout', { exact: true }).click();
  await page.getByRole('option', { name: 'Our Standard' }).click();
  await page.getByLabel('Title of the card').fill('Another card');
  await publishLayout(page);
  await page.getByText(/^Version 2 is on the cards of Form 1/).waitFor();
  // The next cards have it, and what was posted stays.
  expect(textsOf(await previewedCard(page)).some((text) => text.startsWith('Another card'))).toBe(true);
  expect(textsOf(await printFirst(page, '1A'))).toContain('Standard card');
}, 480_000);
