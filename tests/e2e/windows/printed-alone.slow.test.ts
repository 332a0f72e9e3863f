import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { withNewSignIn } from './before-a-window.ts';
import { office, openBy, settled } from './open-a-window.ts';

const school = schoolInBrowser();

/** The words on paper while a window is open. */
async function printedText(page: Page): Promise<string> {
  await page.emulateMedia({ media: 'print' });
  return page.evaluate(() => document.body.innerText);
}

it('the slip of a one-time password is printed alone: no button and no other teacher is on it', async () => {
  const { page } = await school.visitAs('admin');
  await withNewSignIn(page);
  await page.goto(`${school.url}/admin/dashboard/teachers`);
  await settled(page);
  await openBy(page, { ...office('teachers'), press: ['Sign-in of '], title: /^Sign-in of/ }, 'mouse');
  const printed = await printedText(page);
  expect(printed).toContain('Keep it to yourself, and throw this slip away.');
  expect(printed.match(/One-time password/g)).toHaveLength(1);
  expect(printed).not.toMatch(/Done|Add New Teacher/);
});

it('reminders are printed alone, each teacher’s on a part of its own', async () => {
  const { page } = await school.visitAs('admin');
  await page.goto(`${school.url}/admin/dashboard/completeness`);
  await page
    .getByRole('button', { name: /^Remind/ })
    .first()
    .click();
  const window = page.getByRole('dialog', { name: 'Remind' });
  await window.getByRole('listitem').first().waitFor();
  const printed = await printedText(page);
  expect(printed).toContain('Still to be entered:');
  expect(printed).not.toMatch(/Copy|Print/);
});
