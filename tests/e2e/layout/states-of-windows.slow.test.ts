import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { school as file } from '#functions/school/records/school.ts';
import { findAccountByUserName } from '#functions/sessions/accounts.ts';
import { termsContract } from '#shared/school/contract.ts';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { clientOfAccount } from '../../support/callers/callers.ts';
import { auditPage } from '../../support/layout/audit.ts';
import { lengthenNames } from '../../support/layout/long-names.ts';
import { withWeeklyTests } from '../../support/page/changed-answer.ts';
import { openAttendanceOfThirdTerm } from '../../support/school/open-attendance.ts';
import { weeklyTestSettings } from '../../support/school/weekly-test-settings.ts';

const school = schoolInBrowser();
beforeAll(async () => {
  await lengthenNames(school.url);
  await openAttendanceOfThirdTerm(school.url);
  Object.assign(file().weeklyTests, weeklyTestSettings);
});
vi.setConfig({ testTimeout: 300_000 });

const office = (path: string) => `/admin/dashboard/${path}`;
const staff = (path: string) => `/term-reports/${path}`;
const field = (page: Page, label: string) => page.getByRole('dialog').getByLabel(label, { exact: true }).first();
const press = (page: Page, name: RegExp) => page.getByRole('dialog').getByRole('button', { name }).last().click();

interface RefusedForm {
  address: string;
  /** What is pressed on the screen until the window is there. */
  open?: (page: Page) => Promise<void>;
  /** Typed by the names of the fields. */
  type: Readonly<Record<string, string>>;
  submit: RegExp;
}

const editFirstStudent = async (page: Page) => {
  await page
    .getByRole('button', { name: /^Actions: / })
    .first()
    .click();
  await page.getByRole('menuitem', { name: /^Edit/ }).first().click();
};

/** Windows of forms whose fields are refused, by the form or by the server. */
const refused: Readonly<Record<string, RefusedForm>> = {
  'Add Student': {
    address: office('students?add=1'),
    type: { 'First Name': 'Zoë', 'Date of Birth': '31-Feb-2014', 'Cell Phone': 'none', Email: 'zoe at home' },
    submit: /^Add Student$/,
  },
  'Edit Student': {
    address: office('students'),
    open: editFirstStudent,
    type: { 'First Name': '', 'Date of Birth': 'in spring', Email: 'a.very.long.name.of.somebody at home.example' },
    submit: /^Save$/,
  },
  'New Teacher': {
    address: office('teachers?add=1'),
    type: { 'First Name': 'Zoë', 'Teacher No': '1', 'User Name': 'admin' },
    submit: /^Add Teacher$/,
  },
  'New Administrator': {
    address: office('teachers?tab=administrators&admin=new'),
    type: { Name: 'Zoë Castillo', 'User Name': 'admin' },
    submit: /^Add Administrator$/,
  },
  'New Subject': { address: office('subjects?add=1'), type: { Title: 'Mathematics' }, submit: /^(Add|Save)/ },
  'Absence notices': {
    address: office('student-attendance?act=register&class=1A&date=2026-05-19'),
    open: async (page) =>
      page
        .getByRole('button', { name: /^Absences/ })
        .first()
        .click(),
    type: { 'First day': '31-Feb-2026', 'Last day': '1-Jan-2026' },
    submit: /^Add absence$/,
  },
  'Registration window': {
    address: office('registration'),
    open: async (page) => page.getByRole('button', { name: 'Edit Form 2' }).click(),
    type: { Deadline: '31-Feb-2026' },
    submit: /^Save$/,
  },
};

describe('a window whose form is refused', () => {
  it('has nothing to trip over', async () => {
    const { page, complaints } = await school.visitAs('admin');
    const lines: string[] = [];
    for (const [name, { address, open, type, submit }] of Object.entries(refused)) {
      await page.goto('about:blank');
      await page.goto(school.url + address);
      await open?.(page);
      await page.getByRole('dialog').getByRole('button', { name: submit }).last().waitFor();
      for (const [label, text] of Object.entries(type)) {
        const input = field(page, label);
        if (await input.isVisible()) await input.fill(text);
      }
      await press(page, submit);
      await page.getByRole('dialog').locator('[aria-invalid="true"], [role="alert"]').first().waitFor();
      lines.push(...(await auditPage(page, `${name}, refused`)));
    }
    // The browser notes a refusal as 422.
    complaints.splice(0);
    expect(lines).toEqual([]);
  });
});

describe('a current term that the office has closed', () => {
  beforeAll(async () => {
    const admin = await clientOfAccount(school.url, (await findAccountByUserName('admin'))?.accountId ?? '');
    const { status } = await admin.call(termsContract.closeTerm, { academic_year_id: '20252026', term: 3 });
    expect(status).toBe(200);
  });

  it.each([
    ['admin', [office('current-term'), office('post-reports'), office('enter-marks/2025-MATH-1A')]],
    ['teacher', [staff('enter-marks/2025-MATH-1A'), staff('mark-book/2025-MATH-1A'), staff('weekly-tests')]],
    ['teacher', [staff('enter-marks/2025-MATH-1A?term=1')]],
  ])('has nothing to trip over for %s: %j', async (user, addresses) => {
    const { page } = await school.visitAs(user);
    await withWeeklyTests(page);
    const lines: string[] = [];
    for (const address of addresses) {
      await page.goto(school.url + address);
      await page.waitForLoadState('networkidle');
      lines.push(...(await auditPage(page, `closed ${address.replace(/\W+/g, '-')}`)));
    }
    expect(lines).toEqual([]);
  });
});
