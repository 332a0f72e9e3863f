import { readFile, writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { StudentEntity } from '#functions/students/records/store.ts';
import { familyPageWordings, linkOfficeWordings, linkWordings } from '#shared/options/families/wordings.ts';
import { findAxeViolations, screenLooks } from '../../../support/browser.ts';
import { schoolInBrowser } from '../../../support/browser-school.ts';
import { readPrintedPdf } from '../../../support/files/printed-pdf.ts';
import { postReportOfStudent } from '../../../support/school/posted-report.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { password, startSmallSchool, term, year } from '../../../support/school/small-school.ts';

const [, , phone, darkPhone] = screenLooks;

/** From a posting to the access log and the list of those who never signed in, through a link on a phone. */
describe('the way of a parent to a report, without an account', () => {
  const school = schoolInBrowser(() => startSmallSchool({ site: 'built' }));
  let address = '';

  beforeAll(async () => {
    for (const studentId of ['S41', 'S42'])
      await executeActionOfTest(StudentEntity.update({ studentId }, { set: { dateOfBirth: '2010-05-17' } }));
    for (const studentId of ['S41', 'S42']) await postReportOfStudent(studentId, { year: year - 1, term });
  });

  const typeDate = async (page: Page, [day = '', month = '', yearOfBirth = '']: string[]) => {
    await page.getByLabel('Day').fill(day);
    await page.getByLabel('Month').fill(month);
    await page.getByLabel('Year').fill(yearOfBirth);
    await page.getByRole('button', { name: 'OPEN REPORT' }).click();
  };
  const linksOf4A = async (page: Page) => {
    await page.goto(`${school.url}/admin/dashboard/families?links=4A`);
    await page.getByRole('row', { name: /S41/ }).waitFor();
  };

  it('begins with the slips of a class, and a link that is copied', async () => {
    const { page } = await school.visitAs('admin', undefined, { password });
    await page.goto(`${school.url}/admin/dashboard/families`);
    await page.getByRole('button', { name: 'Links of 4A' }).click();
    await page.getByRole('row', { name: /S44.*No date of birth/ }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Print Slips' }).click(),
    ]);
    const bytes = await readFile(await file.path());
    if (process.env.SEEN) await writeFile(`${process.env.SEEN}/slips.pdf`, bytes);
    expect((await readPrintedPdf(bytes)).title).toBe('Links to term reports, 4A, Term 1, 2024-2025');
    await page.getByRole('row', { name: /S41.*Open/ }).waitFor();
    await page.getByRole('button', { name: 'Show link of Lastname S41, Pupil S41' }).click();
    address = await page.locator('code').innerText();
    expect(address).toMatch(new RegExp(`^${school.url}/student/link#[A-Za-z0-9_-]{32}$`));
    expect(await findAxeViolations(page)).toEqual([]);
    if (process.env.SEEN) await page.screenshot({ path: `${process.env.SEEN}/links-office.png` });
  });

  it('goes on on a phone: the date of birth, the report, the card, and the date again in another tab', async () => {
    const { page } = await school.visit(phone);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(address);
    await page.getByRole('group', { name: linkWordings.askDate }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    if (process.env.SEEN) await page.screenshot({ path: `${process.env.SEEN}/link-date.png` });
    await typeDate(page, ['31', '2', '2010']);
    await page.getByRole('alert').getByText('31/2/2010 is not a date of birth.').waitFor();
    await typeDate(page, ['18', '5', '2010']);
    await page.getByRole('alert').getByText(linkOfficeWordings.opensNothing).waitFor();
    await typeDate(page, ['17', '5', '2010']);
    await page.getByRole('heading', { name: 'Term report, Term 1, 2024-2025' }).waitFor();
    await page.getByText('85.5').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    if (process.env.SEEN) await page.screenshot({ path: `${process.env.SEEN}/link-report.png` });
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: familyPageWordings.saveTheCardAsPdf }).click(),
    ]);
    expect((await readPrintedPdf(await readFile(await file.path()))).title).toMatch(/^Term report, Lastname S41/);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    // No address that was asked for has the link: no log can keep it.
    const token = address.split('#')[1] ?? 'none';
    expect(asked.length).toBeGreaterThan(3);
    expect(asked.filter((url) => new URL(url).pathname.includes(token) || url.split('#')[0]?.includes(token))).toEqual(
      [],
    );
    await page.reload();
    await page.getByLabel('Day').waitFor();
    expect((await page.request.get(`${school.url}/api/my-reports`)).status()).toBe(401);
  });

  it('looks as well in the dark, and says what is wrong with half a link', async () => {
    const { page } = await school.visit(darkPhone);
    await page.goto(`${school.url}/student/link#half`);
    await page.getByRole('alert').getByText(linkWordings.noLink).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.goto(address);
    await page.getByLabel('Day').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
  });

  it('ends in the access log, in the list of those who never signed in, and with the link itself', async () => {
    const { page } = await school.visitAs('admin', undefined, { password });
    const printed = async (path: string) => {
      const answer = await page.request.get(`${school.url}${path}`);
      const { pages } = await readPrintedPdf(await answer.body());
      return pages.flatMap(({ texts }) => texts.map(({ text }) => text)).join(' ');
    };
    expect(await printed(`/report-card-access-logs?year=${year - 1}&term=${term}`)).toContain('By link');
    const never = await printed('/no-logins-student');
    expect(never).toContain('Of these by link');
    expect(never).toContain('Lastname S41, Pupil S41');
    await linksOf4A(page);
    await page.getByRole('button', { name: 'End link of Lastname S41, Pupil S41' }).click();
    await page.getByRole('dialog', { name: 'End Links' }).getByRole('button', { name: 'End Links' }).click();
    await page.getByRole('row', { name: /S41.*Ended by the office/ }).waitFor();
  });
});
