import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { familyScreenWordings } from '#shared/options/families/wordings.ts';
import { findAxeViolations, screenLooks } from '../../../support/browser.ts';
import { schoolInBrowser } from '../../../support/browser-school.ts';
import { readPrintedPdf } from '../../../support/files/printed-pdf.ts';
import { postReportOfStudent } from '../../../support/school/posted-report.ts';
import { password, startSmallSchool, term, year } from '../../../support/school/small-school.ts';

const [, , phone, darkPhone] = screenLooks;
const chosen = 'Seven green lanterns 7';

/** One way from the office's button to the opened report, in a school of fifteen. */
describe('the way of a family to its report', () => {
  const school = schoolInBrowser(() => startSmallSchool({ site: 'built' }));
  let oneTime = '';

  beforeAll(async () => {
    await postReportOfStudent('S41', { year: year - 1, term });
    await postReportOfStudent(
      'S41',
      { year: year - 1, term: 2 },
      { change: { average: { text: '61.0', entered: 2, of: 2 } } },
    );
  });

  const openFamilies = async (page: Page) => {
    await page.goto(`${school.url}/admin/dashboard/families`);
    await page.getByRole('heading', { name: 'Families' }).waitFor();
  };
  const figuresOf = (page: Page, className: string) =>
    page
      .getByRole('table')
      .getByRole('row', { name: new RegExp(`^${className} `) })
      .getByRole('cell')
      .allInnerTexts();

  it('begins with accounts for everybody and a class’s letters', async () => {
    const { page } = await school.visitAs('admin', undefined, { password });
    await openFamilies(page);
    await page.getByText(familyScreenWordings.none(15)).waitFor();
    await page.getByRole('button', { name: 'Make Accounts' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make Accounts' }).click();
    await page.getByText(familyScreenWordings.everybody).waitFor();
    expect((await figuresOf(page, '4A')).slice(0, 4)).toEqual(['4', '4', '0', '0']);
    expect(await findAxeViolations(page)).toEqual([]);

    await page.getByRole('button', { name: 'Open 4A' }).click();
    await page
      .getByRole('table', { name: 'Students of 4A' })
      .or(page.getByRole('region', { name: 'Students of 4A' }))
      .first()
      .waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Print Letters' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('Letters to families 4A.pdf');
    const { pages } = await readPrintedPdf(await readFile(await file.path()));
    const texts = pages.flatMap(({ texts }) => texts.map(({ text }) => text));
    expect(texts).toContain(`${school.url}/student`);
    oneTime = texts.slice(texts.indexOf('S41')).find((text) => /^[A-Za-z2-9]{16}$/.test(text)) ?? '';
    expect(oneTime).not.toBe('');
  });

  it('goes on at the entrance, with a password of one’s own, to the reports', async () => {
    const { page } = await school.visit(phone);
    await page.goto(`${school.url}/student/reports/2024-1`);
    await page.getByLabel('Student ID').fill('s41');
    await page.getByLabel('Password').fill('Not my password');
    await page.getByRole('button', { name: 'LOGIN' }).click();
    await page.getByRole('alert').getByText('The student ID or password is not correct.').waitFor();
    await page.getByLabel('Password').fill(oneTime);
    await page.getByRole('button', { name: 'LOGIN' }).click();
    await page.getByLabel('New Password').fill('password12');
    await page.getByLabel('Confirm Password').fill('password12');
    await page.getByRole('button', { name: 'CHANGE PASSWORD' }).click();
    await page
      .getByRole('alert')
      .getByText(/Not easy to guess/)
      .waitFor();
    await page.getByLabel('New Password').fill(chosen);
    await page.getByLabel('Confirm Password').fill(chosen);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'CHANGE PASSWORD' }).click();

    // The address that was asked for.
    await page.getByRole('heading', { name: 'Term report, Term 1, 2024-2025' }).waitFor();
    await page.getByText('85.5').waitFor();
    await page.getByRole('link', { name: 'My reports' }).click();
    await page.getByRole('heading', { name: 'My reports' }).waitFor();
    expect(
      await page.getByRole('list', { name: 'Reports' }).getByRole('link', { name: /^Term/ }).allInnerTexts(),
    ).toEqual(['Term 2, 2024-2025', 'Term 1, 2024-2025']);
    await page.getByRole('img', { name: 'Averages. Term 1, 2024-2025: 75.3 %; Term 2, 2024-2025: 61.0 %' }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download the card of Term 1, 2024-2025' }).click(),
    ]);
    expect((await readPrintedPdf(await readFile(await file.path()))).title).toMatch(/^Term report, Lastname S41/);
    // Nothing scrolls sideways, at 200 % of a phone's letters either.
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await page.getByLabel('Student ID').waitFor();
    expect((await page.request.get(`${school.url}/api/my-reports`)).status()).toBe(401);
  });

  it('is in the page before any script, and looks as well in the dark', async () => {
    const { page } = await school.visit(darkPhone, { serviceWorkers: 'block' });
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(`${school.url}/student`);
    await page.getByLabel('Student ID').fill('S41');
    await page.getByRole('heading', { name: 'Northgate Secondary School' }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
  });

  it('ends in the office’s list of those who opened it', async () => {
    const { page } = await school.visitAs('admin', undefined, { password });
    await page.goto(`${school.url}/admin/dashboard/families?year=2024&term=1`);
    await page.getByRole('heading', { name: 'Families' }).waitFor();
    await expect.poll(() => figuresOf(page, '4A').then((cells) => cells.slice(0, 4))).toEqual(['4', '4', '1', '1']);
    await page.getByRole('button', { name: 'Open 4A' }).click();
    await page.getByRole('row', { name: /S41.*Signs in.*Opened/ }).waitFor();
    expect(await page.getByRole('cell', { name: familyScreenWordings.neverOpened }).count()).toBe(3);
  });
});
