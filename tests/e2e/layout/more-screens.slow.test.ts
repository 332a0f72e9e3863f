import { beforeAll, describe, expect, it, vi } from 'vitest';
import { school as file } from '#functions/school/records/school.ts';
import { beginNewYear, openNewYear } from '../../../tools/checks/new-year.ts';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { auditPage } from '../../support/layout/audit.ts';
import { lengthenNames, lengthenPlaces, longClass } from '../../support/layout/long-names.ts';
import { withWeeklyTests } from '../../support/page/changed-answer.ts';
import { waitForSettledScreen } from '../../support/page/settled-screen.ts';
import { unfoldParts } from '../../support/page/unfold-parts.ts';
import { openAttendanceOfThirdTerm } from '../../support/school/open-attendance.ts';
import { weeklyTestSettings } from '../../support/school/weekly-test-settings.ts';

/** Screens that have no picture of their own, and those that places of the longest names are on. */
const school = schoolInBrowser();
let longStudent = '';
beforeAll(async () => {
  await lengthenNames(school.url);
  longStudent = await lengthenPlaces(school.url);
  await openAttendanceOfThirdTerm(school.url);
  Object.assign(file().weeklyTests, weeklyTestSettings);
});
vi.setConfig({ testTimeout: 300_000 });

const office = (path: string) => `/admin/dashboard/${path}`;
const staff = (path: string) => `/term-reports/${path}`;

async function auditAddresses(user: string, addresses: readonly string[]): Promise<string[]> {
  const { page } = await school.visitAs(user);
  await withWeeklyTests(page);
  const lines: string[] = [];
  for (const address of addresses) {
    await page.goto(school.url + address);
    await waitForSettledScreen(page);
    const name = address.replace(/^\/(admin\/dashboard|term-reports)\//, '').replace(/[^\w]+/g, '-');
    lines.push(...(await auditPage(page, `${user} ${name}`)));
  }
  return lines;
}

describe('nothing to trip over', () => {
  it.each([
    ['teacher', ['weekly-tests', 'my-account', 'view-reports', 'completeness'].map(staff)],
    [
      'admin',
      ['teachers?tab=archive', 'my-account', 'course-mark?option=spreadsheet', 'post-reports', 'card-layouts'].map(
        office,
      ),
    ],
    ['admin', ['promotion-plan?view=classes', 'students?view=archive'].map(office)],
    ['admin', ['check-reports', 'check-reports?class=1C&term=2'].map(office)],
    ['admin', ['sign-reports', 'sign-reports?class=1C'].map(office)],
    ['formteacher', ['sign-reports', 'sign-reports?class=1E', 'check-reports', 'check-reports?class=1E'].map(staff)],
    [
      'admin',
      ['late', 'cards', 'student', 'register', 'students'].map((act) => office(`student-attendance?act=${act}`)),
    ],
  ])('on the screens of %s: %j', async (user, addresses) => {
    expect(await auditAddresses(user, addresses)).toEqual([]);
  });

  it('where a class, a house, a town and a station have the longest names', async () => {
    const inClass = encodeURIComponent(longClass);
    const addresses = [
      ...['term-details', 'completeness', 'families', 'registration', 'promotion-plan?view=classes'],
      ...[`term-details?class=${inClass}`, `students?student=${longStudent}`, `families?class=${inClass}`],
      ...[`families?links=${inClass}`, `student-attendance?act=register&class=${inClass}&date=2026-05-19`],
      ...['student-attendance?act=stations', `student-attendance?act=students&student=${longStudent}`],
      `students?search=${encodeURIComponent('Aaron')}`,
    ].map(office);
    expect(await auditAddresses('admin', addresses)).toEqual([]);
  });

  it('in the editor of a layout, all of it unfolded', async () => {
    const { page } = await school.visitAs('admin');
    await page.goto(school.url + office('card-layouts'));
    await waitForSettledScreen(page);
    await unfoldParts(page);
    await waitForSettledScreen(page);
    expect(await auditPage(page, 'admin card-layouts unfolded')).toEqual([]);
  });

  // Last: from then on the school is in its next year.
  it('in the window that takes lessons over into a new year', async () => {
    await beginNewYear();
    const { page } = await school.visit();
    await openNewYear(page, school.url);
    await waitForSettledScreen(page);
    expect(await auditPage(page, 'new year')).toEqual([]);
  });
});
