import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { findLayoutFaults } from '../../support/layout/layout-faults.ts';
import { waitForSettledScreen } from '../../support/page/settled-screen.ts';
import { startServer } from '../../support/school/server.ts';

/** The screens of the school's laptops. */
const laptops = [
  { width: 1280, height: 800 },
  { width: 1366, height: 768 },
] as const;

const office = (screen: string) => `/admin/dashboard/${screen}`;
const staff = (screen: string) => `/term-reports/${screen}`;
const attendance = (acts: readonly string[]) => acts.map((act) => office(`student-attendance?act=${act}`));
const teacherScreens = ['mark-book', 'enter-marks', 'view-reports', 'completeness', 'weekly-tests', 'class-register'];

/** Every address that a role can open from its menus, and the windows that have an address. */
const screensOf = {
  admin: [
    ...['current-term', 'teachers', 'teachers?tab=archive', 'teachers?tab=administrators', 'teachers?add=1'],
    ...['teachers?tab=administrators&admin=new', 'students', 'students?view=archive', 'students?choose=columns'],
    ...['subjects', 'subjects?tab=assignment', 'subjects?tab=assignment&students=ACCT'],
    ...['subjects?tab=batch&subject=BIOL&level=4', 'post-reports', 'term-details', 'term-details?class=1A'],
    ...['term-details?class=5A', 'enter-marks', 'course-mark', 'course-mark?option=book', 'reports', 'registration'],
    ...[
      'promotion-plan',
      'promotion-plan?view=classes',
      'student-attendance',
      'completeness',
      'office-log',
      'my-account',
    ],
  ]
    .map(office)
    .concat(attendance(['summary', 'days', 'import', 'stations', 'students', 'set-term', 'class', 'late', 'register'])),
  pta: [office('students'), office('student-attendance'), ...attendance(['class', 'late', 'summary'])],
  teacher: [...teacherScreens, 'my-account'].map(staff),
  formteacher: [...teacherScreens, 'my-account'].map(staff),
  dean: [...teacherScreens, 'my-account'].map(staff),
} as const;

const school = schoolInBrowser(() => startServer());

/** What a person could trip over in the windows of laptops. */
async function faultsOnLaptops(page: Page, screen: string): Promise<string[]> {
  const lines: string[] = [];
  for (const size of laptops) {
    await page.setViewportSize(size);
    const faults = await findLayoutFaults(page, { isPhone: false, width: size.width });
    lines.push(...faults.map((fault) => `${screen} at ${size.width}: ${fault}`));
  }
  return lines;
}

describe.each(Object.entries(screensOf))('the screens of %s', (user, addresses) => {
  it('have nothing to trip over in the window of a laptop', async () => {
    const { page } = await school.visitAs(user, { name: 'laptop', size: laptops[0], theme: 'light' });
    const found: string[] = [];
    for (const address of addresses) {
      await page.goto(school.url + address);
      await waitForSettledScreen(page);
      found.push(...(await faultsOnLaptops(page, address)));
    }
    expect(found).toEqual([]);
  });
});

it('the Promotion window has its outcome in the window of a laptop', async () => {
  const { page } = await school.visitAs('admin', { name: 'laptop', size: laptops[0], theme: 'light' });
  await page.getByRole('button', { name: 'Promotion', exact: true }).click();
  await page.getByRole('button', { name: 'Yes Promote' }).waitFor();
  await waitForSettledScreen(page);
  expect(await faultsOnLaptops(page, 'Promotion')).toEqual([]);
});
