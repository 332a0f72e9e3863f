import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { ClassTermRegistrationEntity, TermReportEntity } from '#functions/marks/records/term-report.ts';
import { StudentSubjectAssignmentEntity } from '#functions/subjects/records/store.ts';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { executeActionOfTest } from '../../support/school/records.ts';
import { password, startSmallSchool, studentIdsOfClasses, term, year } from '../../support/school/small-school.ts';
import { findControl, openTitles, popups, settled } from './open-a-window.ts';
import { noteAsked, pressAt } from './press-twice.ts';

const school = schoolInBrowser(() => startSmallSchool({ site: 'built' }));
vi.setConfig({ testTimeout: 120_000 });

/** An act that succeeds. In the order of the list: a report is issued again after its term was posted. */
interface Act {
  /** Below `/admin/dashboard/`. */
  at: string;
  /** What is done on the screen before. */
  before?: (page: Page) => Promise<unknown>;
  /** Names of the buttons up to the window. */
  press?: readonly string[];
  /** What is typed and chosen. */
  fill?: (page: Page) => Promise<unknown>;
  /** The button. */
  main: string;
  /** What is asked of the server, each once. */
  asks: readonly string[];
  /** What says that it was done. */
  done: string | RegExp;
  /** The windows that are open then. */
  windows: readonly (string | RegExp)[];
}

const typeInto = async (page: Page, fields: Record<string, string>) => {
  for (const [label, text] of Object.entries(fields)) await page.getByRole('textbox', { name: label }).fill(text);
};
/** The number that a heavy act asks for. */
const confirmNumber = async (page: Page) => {
  const field = page.getByLabel(/^Type \d+ to confirm$/);
  await field.waitFor();
  const label = await page
    .getByText(/^Type \d+ to confirm$/)
    .first()
    .innerText();
  await field.fill(/\d+/.exec(label)?.[0] ?? '');
};
const choose = async (page: Page, field: string, option: string) => {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

const withoutMathematics = async (page: Page, studentId: string) => {
  await executeActionOfTest(StudentSubjectAssignmentEntity.remove({ studentId, subjectId: 'MATH' }));
  await page.reload();
  await settled(page);
};

const acts: Record<string, Act> = {
  'Set / Update Term, which asks first': {
    at: 'current-term',
    fill: (page) => typeInto(page, { 'Term End': '11-Dec-2025' }),
    main: 'Set / Update Term',
    asks: [],
    done: 'Term End 11-Dec-2025, was 12-Dec-2025',
    windows: ['Change Term 1, 2025-2026?'],
  },
  'Set / Update Term': {
    at: 'current-term',
    press: ['Set / Update Term'],
    before: (page) => typeInto(page, { 'Term End': '11-Dec-2025' }),
    main: 'Set / Update Term',
    asks: ['POST /api/academic-term-details'],
    done: 'Term 1, 2025-2026 is set as the current term.',
    windows: [],
  },
  'Register Students': {
    at: 'current-term',
    before: async (page) => {
      for (const studentId of studentIdsOfClasses['1B'])
        await executeActionOfTest(TermReportEntity.remove({ studentId, year, term }));
      await executeActionOfTest(ClassTermRegistrationEntity.remove({ year, term, classId: '1B' }));
      await page.reload();
      await settled(page);
    },
    press: ['Register Students'],
    main: 'Register Students',
    asks: ['POST /api/clear-flags', 'POST /api/term-reports-register'],
    done: 'Students Registered Successfully.',
    windows: ['Register Students'],
  },
  'Add Student': {
    at: 'students',
    press: ['Add Student'],
    fill: async (page) => {
      await typeInto(page, { 'First Name': 'Nia', 'Last Name': 'Brown', 'Birth Cerficate Pin': 'A100200300' });
      await choose(page, 'Class', '1A');
    },
    main: 'Add Student',
    asks: ['POST /api/student-add'],
    done: /^Nia Brown added with the ID/,
    windows: [],
  },
  'Add Teacher': {
    at: 'teachers',
    press: ['Add New Teacher'],
    fill: async (page) => {
      await page.getByLabel('Teacher No').fill('9');
      await typeInto(page, { 'First Name': 'Nia', 'Last Name': 'Brown', 'Date of Birth': '03-Feb-1990' });
    },
    main: 'Add Teacher',
    asks: ['POST /api/employee'],
    done: 'Teacher added succesfully',
    windows: ['Sign-in of Nia Brown'],
  },
  'Assign, to the students of a level': {
    at: 'subjects?tab=batch&subject=MATH&level=1',
    before: async (page) => {
      await withoutMathematics(page, 'S11');
      await page.getByRole('row', { name: /S11/ }).getByRole('checkbox').check();
    },
    press: ['Assign Selected Students'],
    main: 'Assign 1',
    asks: ['POST /api/subject-students-batch'],
    done: '1 Student(s) Assigned',
    windows: [],
  },
  'Add Student, to a subject': {
    at: 'subjects?tab=assignment',
    before: (page) => withoutMathematics(page, 'S12'),
    press: ['View/Add Students: Mathematics', 'Add Student'],
    fill: async (page) => {
      const field = page.getByRole('dialog', { name: 'Add Student' }).getByRole('combobox', { name: 'Student' });
      await field.fill('S12');
      await page.getByRole('option', { name: /S12/ }).click();
    },
    main: 'Add Student',
    asks: ['POST /api/subject-students'],
    done: '1 Student(s) Assigned',
    windows: [/Mathematics/],
  },
  'Save Lessons': {
    at: 'teachers',
    press: ['Lessons: '],
    fill: async (page) => {
      await page.getByRole('button', { name: 'New Lesson' }).click();
      await page
        .getByLabel(/^Subject of row/)
        .last()
        .click();
      await page.getByRole('option', { name: 'English Language' }).click();
      await page
        .getByLabel(/^Class of row/)
        .last()
        .click();
      await page.getByRole('option', { name: '4B', exact: true }).click();
      await page.keyboard.press('Escape');
    },
    main: 'Save Lessons',
    asks: ['POST /api/admin-teacher-lessons'],
    done: /Lessons saved\./,
    windows: [/^Lessons of/],
  },
  'Reset Password, of a student without an account': {
    at: 'students',
    press: ['Actions: ', 'menu: Reset Password'],
    main: 'Reset Password',
    asks: ['POST /api/reset-password-student'],
    done: /has no account/,
    windows: [/password\?$/],
  },
  'Make an Account': {
    at: 'students',
    press: ['Actions: ', 'menu: Reset Password', 'Reset Password'],
    main: 'Make an Account',
    asks: ['POST /api/reset-password-student'],
    done: /^One-time password for the next sign-in/,
    windows: [/password\?$/],
  },
  'Reset Password': {
    at: 'students',
    press: ['Actions: ', 'menu: Reset Password'],
    main: 'Reset Password',
    asks: ['POST /api/reset-password-student'],
    done: /password reset successfully\.$/,
    windows: [/password\?$/],
  },
  Post: {
    at: 'post-reports',
    press: ['Edit: '],
    fill: confirmNumber,
    main: 'Yes',
    asks: ['POST /api/post-term-reports'],
    done: '2025-2026 Term 1 reports posted',
    windows: [],
  },
  'Issue again': {
    at: 'term-details?class=1A',
    before: async (page) => {
      const set = { formTeacherComments: 'Kind to everybody.' };
      await executeActionOfTest(TermReportEntity.update({ studentId: 'S01', year, term }, { set }));
      await page.reload();
      await settled(page);
    },
    press: ['Issue again'],
    fill: (page) => typeInto(page, { Reason: 'A remark was missing' }),
    main: 'Issue again',
    asks: ['POST /api/issue-report-again'],
    done: 'Report issued again. The earlier copy is kept.',
    windows: [],
  },
  'Yes Promote': {
    at: 'teachers',
    press: ['Promotion'],
    fill: confirmNumber,
    main: 'Yes Promote',
    asks: ['POST /api/promotion'],
    done: 'Promotion Successful.',
    windows: ['Promotion'],
  },
};

describe('a double click on a button whose act succeeds does it once, and nothing else', () => {
  it.each(Object.entries(acts))('%s', async (_, { at, before, press = [], fill, main, asks, done, windows }) => {
    const { page } = await school.visitAs('admin', undefined, { password });
    await page.goto(`${school.url}/admin/dashboard/${at}`);
    await settled(page);
    await before?.(page);
    for (const control of press) await findControl(page, control).click();
    await settled(page);
    await fill?.(page);
    const inWindow = page.locator(popups).last();
    const scope = press.length > 0 ? inWindow : page.locator('main');
    const button = scope.getByRole('button', { name: main, exact: true });
    await expect.poll(() => button.isEnabled()).toBe(true);
    // What has just come or moved takes no press.
    await page.waitForTimeout(600);
    const asked = noteAsked(page);
    const box = await button.boundingBox();
    if (!box) throw new Error(`${main} is not there.`);
    await pressAt(page, { x: box.x + box.width / 2, y: box.y + box.height / 2 }, 120);
    await page.getByText(done).first().waitFor({ timeout: 30_000 });
    await page.waitForTimeout(500);
    await settled(page);
    expect(asked()).toEqual(asks);
    // A message at the edge of the page has no title.
    const titles = (await openTitles(page)).filter((title) => title !== '');
    expect(titles.length).toBe(windows.length);
    for (const [index, title] of windows.entries()) expect(titles[index]).toMatch(title);
  });
});
