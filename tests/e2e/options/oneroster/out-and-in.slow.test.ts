import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { moveInScreenWordings } from '#shared/options/move-in/wordings.ts';
import { rosterInWordings } from '#shared/options/oneroster/reading-wordings.ts';
import { onerosterWordings, rosterFileWordings } from '#shared/options/oneroster/wordings.ts';
import { findAxeViolations, isPhoneLook, screenLooks } from '../../../support/browser.ts';
import { schoolInBrowser } from '../../../support/browser-school.ts';
import { follow } from '../../../support/guide/follow-guide.ts';
import { differencesOf, emptySchool, tablesOf } from '../../../support/options/oneroster/school-as-zip.ts';
import { otherProgramsZip } from '../../../support/options/oneroster/zip-of-files.ts';
import { password, startSmallSchool } from '../../../support/school/small-school.ts';

const school = schoolInBrowser(() => startSmallSchool({ site: 'built' }));
const shots = process.env.SCREENSHOTS;

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

async function lookAt(page: Page, state: string) {
  for (const look of screenLooks) {
    await page.setViewportSize(look.size);
    await page.emulateMedia({ colorScheme: look.theme });
    await page.waitForTimeout(150);
    if (shots)
      await page.screenshot({
        path: `${shots}/roster-in-${state}-${look.name.replace(', ', '-')}.png`,
        fullPage: true,
      });
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(isWide, `${state}: wider than ${look.name}`).toBe(false);
    if (isPhoneLook(look) || shots) expect(await findAxeViolations(page), `${state}, ${look.name}`).toEqual([]);
  }
  await page.setViewportSize(screenLooks[0].size);
  await page.emulateMedia({ colorScheme: 'light' });
}

const choose = async (page: Page, name: string, bytes: Uint8Array) =>
  page
    .getByLabel(moveInScreenWordings.fileOfSchool)
    .setInputFiles({ name, mimeType: 'application/zip', buffer: Buffer.from(bytes) });

async function makeFile(page: Page): Promise<Uint8Array> {
  await tab(page, onerosterWordings.tabs.out);
  const links = page.getByRole('link', { name: /^Download the file/ });
  await button(page, new RegExp(`^(${rosterFileWordings.make}|${rosterFileWordings.again})$`)).waitFor();
  const before = await links.count();
  await button(page, new RegExp(`^(${rosterFileWordings.make}|${rosterFileWordings.again})$`)).click();
  await expect.poll(() => links.count(), { timeout: 30_000 }).toBe(before + 1);
  const saved = page.waitForEvent('download');
  await links.first().click();
  return readFile(await (await saved).path());
}

it('a school goes out as OneRoster and comes in again, into an empty school, without a difference', async () => {
  const { page } = await school.visitAs('admin', undefined, { password });
  await page.goto(`${school.url}/admin/dashboard`);
  await page.getByRole('link', { name: onerosterWordings.title }).click();
  const out = await makeFile(page);
  const before = await tablesOf(out);
  expect(before['users.csv']?.length).toBeGreaterThan(18);
  await emptySchool();

  await page.goto(`${school.url}/admin/dashboard`);
  await follow(page, 'options/oneroster/office.md', 'Files in', (see) => [
    async () => {
      await page.getByRole('link', { name: onerosterWordings.title }).click();
      await tab(page, onerosterWordings.tabs.in);
      await button(page, rosterInWordings.choose).waitFor();
      await lookAt(page, 'empty');
      await see();
      await choose(page, 'school.zip', out);
    },
    async () => {
      await page.getByRole('region', { name: 'What school.zip has' }).waitFor();
      await lookAt(page, 'preview');
    },
    async () => {
      // Of a whole file of an empty school nobody is missing.
      expect(await button(page, 'Yes').count()).toBe(0);
      await button(page, /^Store \d+ rows$/).click();
      await page.getByText(/^\d+ rows stored\./).waitFor({ timeout: 60_000 });
      await lookAt(page, 'stored');
    },
    async () => {
      await page.getByText('Recent changes').click();
      await page.getByText(/^“[^”]+\.zip” moved in: Teachers \(3\), /).waitFor();
    },
  ]);
  const after = await tablesOf(await makeFile(page));
  const { 'manifest.csv': _manifest, 'categories.csv': _categories, 'lineItems.csv': _items, ...kept } = before;
  const { 'results.csv': _results, ...people } = kept;
  const others = ['manifest.csv', 'categories.csv', 'lineItems.csv', 'results.csv'];
  const again = Object.fromEntries(Object.entries(after).filter(([name]) => !others.includes(name)));
  expect(differencesOf(people, again)).toEqual([]);
});

it('asks about a file of another school, and about people who are not in it', async () => {
  const { page } = await school.visitAs('admin', undefined, { password });
  await page.goto(`${school.url}/admin/dashboard`);
  await page.getByRole('link', { name: onerosterWordings.title }).click();
  await tab(page, onerosterWordings.tabs.in);
  await choose(page, 'riverside.zip', await otherProgramsZip());
  await page.getByText(/which is not this school/).waitFor();
  await page.getByText(moveInScreenWordings.answerFirst).waitFor();
  await lookAt(page, 'another-school');
  await page
    .getByRole('alert')
    .filter({ hasText: 'which is not this school' })
    .or(page.getByText(/which is not this school/).locator('..'))
    .getByRole('button', { name: 'Yes' })
    .first()
    .click();
  await page.getByText('You said yes.').waitFor();
  await button(page, /^Store \d+ rows$/).waitFor();
  await lookAt(page, 'questions');
});
