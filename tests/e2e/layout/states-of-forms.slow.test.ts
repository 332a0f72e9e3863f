import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { auditPage } from '../../support/layout/audit.ts';
import { lengthenNames } from '../../support/layout/long-names.ts';
import { openAttendanceOfThirdTerm } from '../../support/school/open-attendance.ts';

/** What a person sees of a form that is saved as it is typed, in the states that a save can be in. */
const school = schoolInBrowser();
beforeAll(async () => {
  await lengthenNames(school.url);
  await openAttendanceOfThirdTerm(school.url);
});

const status = (page: Page, name: RegExp) => page.getByRole('banner').getByRole('button', { name }).first();
const saved = (page: Page) => status(page, /^All saved$/).waitFor();

interface SavedForm {
  address: string;
  /** The form is there. */
  shown: (page: Page) => Promise<void>;
  /** Enters a value into one of its fields, by number. */
  enter: (page: Page, field: number, value: number) => Promise<void>;
  /** What the server refuses or the form does not take. */
  refuse: (page: Page) => Promise<void>;
}

const counts = ['Times late', 'Times absent'];
const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const mark = (page: Page, row: number, name: string) =>
  page.locator('[data-student]').nth(row).getByRole('radio', { name, exact: true });

const forms: Readonly<Record<string, SavedForm>> = {
  'term report': {
    address: '/admin/dashboard/term-details?class=4A',
    shown: (page) => page.getByRole('table').first().waitFor(),
    enter: async (page, field, value) => {
      await textbox(page, counts[field] ?? '').fill(String(value));
      await textbox(page, counts[field] ?? '').blur();
    },
    refuse: async (page) => {
      await textbox(page, 'Times absent').fill('often');
      await textbox(page, 'Form teacher comments').fill(`${'Works hard and is kind to everybody. '.repeat(5)}`);
      await page.getByRole('table').getByRole('textbox').first().fill('999');
      await page.getByRole('table').getByRole('textbox').first().blur();
    },
  },
  'class register': {
    address: '/admin/dashboard/student-attendance?act=register&class=4A&date=2026-05-19',
    shown: async (page) => {
      await mark(page, 0, 'Present').waitFor();
      await page.getByLabel('Why this day is changed').fill('The list of the form teacher came late.');
    },
    enter: (page, field, value) => mark(page, field, ['Present', 'Absent', 'Late'][value % 3] ?? '').click(),
    refuse: async (page) => {
      const refuse = { status: 422, json: { errors: { message: ['The day is not a school day any more.'] } } };
      const isSave = (url: URL) => url.pathname === '/api/attendance-register';
      await page.route(isSave, (route) =>
        route.request().method() === 'POST' ? route.fulfill(refuse) : route.continue(),
      );
      await mark(page, 6, 'Absent').click();
      await mark(page, 7, 'Late').click();
      await status(page, /not saved/).waitFor();
      await page.keyboard.press('Escape');
      await page.unroute(isSave);
    },
  },
};

it.each(Object.entries(forms))('%s', async (name, { address, shown, enter, refuse }) => {
  const lines: string[] = [];
  const open = async () => {
    const visited = await school.visitAs('admin');
    await visited.page.goto(school.url + address);
    await shown(visited.page);
    return visited;
  };
  const { page, context } = await open();
  const other = await open();
  await enter(other.page, 0, 1);
  await saved(other.page);
  await enter(page, 0, 2);
  await status(page, /conflict/).waitFor();
  lines.push(...(await auditPage(page, `${name}, in conflict`)));
  await page
    .getByRole('button', { name: /^Take theirs/ })
    .first()
    .click();
  await saved(page);
  lines.push(...(await auditPage(page, `${name}, saved`)));

  await context.setOffline(true);
  await enter(page, 1, 4);
  await status(page, /on this device/).waitFor();
  lines.push(...(await auditPage(page, `${name}, waiting without network`)));
  await context.setOffline(false);
  await saved(page);

  await refuse(page);
  lines.push(...(await auditPage(page, `${name}, refused`)));
  expect(lines).toEqual([]);
});
