import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { familyNoteWordings } from '#shared/options/families/note-wordings.ts';
import { familyPageWordings, familyWordings } from '#shared/options/families/wordings.ts';
import { screenLooks } from '../../../support/browser.ts';
import { schoolInBrowser } from '../../../support/browser-school.ts';
import { readDevice } from '../../../support/page/kept-on-device.ts';
import { postReportOfStudent } from '../../../support/school/posted-report.ts';
import { addAccount, password, startSmallSchool, term, year } from '../../../support/school/small-school.ts';

const [, , phone] = screenLooks;

/** S41 and S42 are siblings with one phone. */
describe('siblings on one phone', () => {
  const school = schoolInBrowser(() => startSmallSchool({ site: 'built' }));

  beforeAll(async () => {
    for (const [index, id] of ['S41', 'S42'].entries()) {
      await addAccount({
        accountId: `student.${id}`,
        role: 'student',
        userName: `student:${id}`,
        name: `Student ${id}`,
      });
      const change = { average: { text: `${61 + index}.0`, entered: 2, of: 2 } };
      await postReportOfStudent(id, { year: year - 1, term }, { change });
    }
  });

  const signIn = async (page: Page, id: string) => {
    await page.getByLabel('Student ID').fill(id);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'LOGIN' }).click();
    await page.getByText(`student ID ${id}`).waitFor();
  };
  /** Everything that the page shows or this site keeps on the phone. */
  const whatIsThere = async (page: Page) => (await page.content()) + (await readDevice(page));

  it('one signs out and the other in: nothing of the first is left, by the page, by Back, or in what the phone keeps', async () => {
    const { page } = await school.visit(phone);
    await page.goto(`${school.url}/student`);
    await signIn(page, 'S41');
    await page.getByRole('link', { name: /^Term 1/ }).click();
    await page
      .getByRole('heading', { name: /Lastname S41/ })
      .or(page.getByText('Lastname S41, Pupil S41'))
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await page.getByLabel('Student ID').waitFor();
    expect(await whatIsThere(page)).not.toContain('S41');
    // Back shows the form at the address of the report, and no report.
    await page.goBack();
    await page.getByLabel('Student ID').waitFor();
    expect(await page.getByText('S41').count()).toBe(0);
    await signIn(page, 'S42');
    expect(await whatIsThere(page)).not.toContain('S41');
    // The address of the first one's report, which the phone remembers.
    await page.goto(`${school.url}/student/reports/${year - 1}-${term}`);
    await page.getByText('Lastname S42').or(page.getByText('Pupil S42')).first().waitFor();
    expect(await page.getByText('S41').count()).toBe(0);
  });

  it('one signs in in a second tab: the first tab shows and sends nothing in the other’s name', async () => {
    const { page, context } = await school.visit(phone);
    await page.goto(`${school.url}/student`);
    await signIn(page, 'S41');
    const card = await page.getByRole('link', { name: /^View and Print/ }).getAttribute('href');
    const second = await context.newPage();
    await second.goto(`${school.url}/student`);
    await second.getByRole('button', { name: 'Sign Out' }).click();
    // The first tab follows at once.
    await page.getByRole('button', { name: 'Not you?' }).or(page.getByLabel('Student ID')).first().waitFor();
    expect(await page.getByText('Lastname S41').count()).toBe(0);

    await signIn(second, 'S41');
    await page.reload();
    await page.getByText('student ID S41').waitFor();
    const third = await context.newPage();
    await third.goto(`${school.url}/student`);
    await third.getByText('student ID S41').waitFor();
    // A sibling signs in without signing the other out, as on a page that was left open before.
    await third.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await third.reload();
    await signIn(third, 'S42');
    // The report of the first tab would be the sibling's.
    await page.getByRole('link', { name: /^Term 1/ }).click();
    await page.getByLabel('Password').waitFor();
    expect(await page.getByText('S42').count()).toBe(0);
    const refused = await page.request.get(`${school.url}${card}`);
    expect([refused.status(), await refused.text()]).toEqual([
      403,
      expect.stringContaining(familyWordings.otherStudent),
    ]);
    // The sibling goes on.
    await third.getByRole('link', { name: 'Absence notes' }).click();
    await third.getByRole('heading', { name: 'Absence notes' }).waitFor();
    await third.getByText(familyNoteWordings.none).waitFor();
  });

  it('a page that the browser brings back as it was left asks who is there', async () => {
    const { page, context } = await school.visit(phone);
    await page.goto(`${school.url}/student`);
    await signIn(page, 'S41');
    await context.clearCookies();
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await page.getByLabel('Password').waitFor();
    expect(await page.getByText(familyPageWordings.about).count()).toBe(1);
    expect(await page.getByText('Lastname S41').count()).toBe(0);
  });
});
