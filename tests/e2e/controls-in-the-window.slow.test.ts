import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { schoolInBrowser } from '../support/browser-school.ts';
import { startServer } from '../support/school/server.ts';

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

/**
 * Controls and table headings that reach beyond the window, or beyond a part of it that would have to be scrolled sideways. A heading of
 * a column says where the column ends.
 */
const outside = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const shown =
      'button, a[href], input, select, textarea, summary, [role=combobox], [role=tab], th, [role=columnheader]';
    return [...document.querySelectorAll<HTMLElement>(shown)].flatMap((one) => {
      const { left, right, width, height } = one.getBoundingClientRect();
      const { visibility, clipPath } = getComputedStyle(one);
      if (width < 2 || height < 2 || visibility === 'hidden' || clipPath !== 'none') return [];
      if (one.closest('[aria-hidden=true], [inert]')) return [];
      let [from, to] = [0, window.innerWidth];
      for (let around = one.parentElement; around; around = around.parentElement) {
        if (getComputedStyle(around).overflowX === 'visible') continue;
        const box = around.getBoundingClientRect();
        [from, to] = [Math.max(from, box.left), Math.min(to, box.right)];
      }
      const name = (one.getAttribute('aria-label') ?? one.textContent ?? '').trim().slice(0, 40);
      return right > to + 1 || left < from - 1 ? [`${one.tagName} ${name}`] : [];
    });
  });

/** The screen has what it shows, and no request is pending. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => document.querySelector('[data-loading], [aria-busy=true]') === null);
}

describe.each(Object.entries(screensOf))('the screens of %s', (user, addresses) => {
  it('have every control in the window of a laptop', async () => {
    const { page } = await school.visitAs(user, { name: 'laptop', size: laptops[0], theme: 'light' });
    const found: Record<string, string[]> = {};
    for (const address of addresses) {
      await page.goto(school.url + address);
      await settled(page);
      for (const size of laptops) {
        await page.setViewportSize(size);
        const names = await outside(page);
        const aside = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        if (names.length > 0 || aside > 0) found[`${address} at ${size.width}`] = [...names.slice(0, 8), `${aside} px`];
      }
    }
    expect(found).toEqual({});
  });
});

it('the Promotion window has its outcome in the window of a laptop', async () => {
  const { page } = await school.visitAs('admin', { name: 'laptop', size: laptops[0], theme: 'light' });
  await page.getByRole('button', { name: 'Promotion', exact: true }).click();
  await page.getByRole('button', { name: 'Yes Promote' }).waitFor();
  await settled(page);
  for (const size of laptops) {
    await page.setViewportSize(size);
    expect(await outside(page)).toEqual([]);
  }
});
