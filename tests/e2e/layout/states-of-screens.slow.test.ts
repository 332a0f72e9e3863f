import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { auditPage } from '../../support/layout/audit.ts';
import { unfoldHeadings } from '../../support/page/unfold-tools.ts';
import { startServer } from '../../support/school/server.ts';

/** In the first term of a year: the terms before it are over. */
const school = schoolInBrowser(() => startServer({ today: new Date('2026-11-20T14:00:00Z') }));

const office = (path: string) => `/admin/dashboard/${path}`;
const staff = (path: string) => `/term-reports/${path}`;
const button = (page: Page, name: RegExp) => page.getByRole('button', { name }).first();

/** Each with what is shown as long as its answers do not come. */
const loading: readonly [user: string, address: string][] = [
  ['admin', office('students')],
  ['admin', office('term-details?class=4A')],
  ['admin', office('completeness')],
  ['formteacher', staff('class-register')],
];

it.each(loading)('%s waits for %s', async (user, address) => {
  const { page } = await school.visitAs(user);
  await page.waitForLoadState('networkidle');
  await page.route('**/api/**', () => {});
  // As a link of the page goes there: the session is known already.
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, address);
  await page.locator('.amplify-placeholder').first().waitFor();
  const lines = await auditPage(page, `loading ${address.replace(/\W+/g, '-')}`);
  expect(lines).toEqual([]);
});

/** Screens of a term that is over: nothing can be changed, and each says why. */
const closed: readonly [user: string, address: string, shown: (page: Page) => Promise<void>][] = [
  ['admin', office('term-details?class=4A&year=2025&term=3'), (page) => page.getByRole('table').first().waitFor()],
  ['formteacher', staff('view-reports?year=2025&term=3'), (page) => page.getByRole('main').waitFor()],
  [
    'admin',
    office('term-details?class=4A&year=2025&term=3'),
    async (page) => {
      await button(page, /^More Options$/).click();
      await page.getByRole('dialog').waitFor();
    },
  ],
];

it.each(closed)('%s looks at the closed term of %s', async (user, address, shown) => {
  const { page } = await school.visitAs(user);
  await page.goto(school.url + address);
  await shown(page);
  const lines = await auditPage(page, `closed ${address.replace(/\W+/g, '-')}`);
  expect(lines).toEqual([]);
});

/** Menus and lists while they are open. */
const opened: Readonly<Record<string, [user: string, address: string, open: (page: Page) => Promise<void>]>> = {
  'menu of a student': ['admin', office('students'), (page) => button(page, /^Actions: /).click()],
  'classes of Edit Student': [
    'admin',
    office('students'),
    async (page) => {
      await button(page, /^Actions: /).click();
      await page.getByRole('menuitem', { name: /^Edit/ }).first().click();
      await page
        .getByRole('dialog')
        .getByRole('combobox', { name: /^Class/ })
        .click();
      await page.getByRole('option').first().waitFor();
    },
  ],
  'classes of Attendance - Class': [
    'admin',
    office('student-attendance?act=class'),
    async (page) => {
      await page
        .getByRole('dialog')
        .getByRole('combobox', { name: /^Class/ })
        .click();
      await page.getByRole('option').first().waitFor();
    },
  ],
  'menu of a sheet': [
    'teacher',
    staff('enter-marks'),
    async (page) => {
      await button(page, /Mathematics 1A$/).click();
      await page.getByRole('grid').waitFor();
      const folded = button(page, /^Sheet tools$/);
      if (await folded.isVisible()) await folded.click();
      await button(page, /^Sheet menu$/).click();
      await page.getByRole('menu').or(page.getByRole('dialog')).first().waitFor();
    },
  ],
  Find: [
    'admin',
    office('students'),
    async (page) => {
      await button(page, /^Find/).click();
      await page.getByRole('combobox', { name: /^Find a student/ }).fill('ram');
      await page.getByText('Loading names…').waitFor({ state: 'hidden' });
      await page.getByRole('option').first().waitFor();
    },
  ],
  'filter of a column': [
    'admin',
    office('students'),
    async (page) => {
      await unfoldHeadings(page);
      await button(page, /^Filter Class$/).click();
    },
  ],
};

it.each(Object.entries(opened))('%s is open', async (name, [user, address, open]) => {
  const { page } = await school.visitAs(user);
  // In each look opened again: a list lies where its field was.
  const lines = await auditPage(page, name, async () => {
    await page.goto(school.url + address);
    await open(page);
  });
  expect(lines).toEqual([]);
});

it('Find keeps the field that is typed into in its place, whatever is found', async () => {
  const { page } = await school.visitAs('admin');
  await page.goto(school.url + office('students'));
  await button(page, /^Find/).click();
  const field = page.getByRole('combobox', { name: /^Find a student/ });
  const tops: (number | undefined)[] = [];
  for (const [typed, shown] of [
    ['', page.getByRole('option').nth(12)],
    ['zzz', page.getByText('Nothing matches.')],
    ['ram', page.getByText(/^\d+ found; \d+ are shown/)],
  ] as const) {
    await field.fill(typed);
    await shown.waitFor();
    tops.push((await field.boundingBox())?.y);
  }
  expect(new Set(tops).size).toBe(1);
});
