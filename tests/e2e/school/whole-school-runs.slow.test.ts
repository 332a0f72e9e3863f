import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { CurrentPeriodEntity } from '#functions/school/records/periods.ts';
import { school as schoolFile } from '#functions/school/records/school.ts';
import { readPromotedOfYear } from '#functions/students/records/placement/promoted-student.ts';
import { readRegisteredClasses } from '#functions/students/records/placement/registered-student.ts';
import { readStudents, StudentEntity } from '#functions/students/records/store.ts';
import { schoolScreenWordings } from '#shared/school/wordings.ts';
import { findAxeViolations } from '../../support/browser.ts';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { signIn } from '../../support/callers/sign-in.ts';
import { addManyStudents } from '../../support/school/many-students.ts';
import { executeActionOfTest } from '../../support/school/records.ts';
import { password, startSmallSchool, year } from '../../support/school/small-school.ts';
import { withSlowTable } from '../../support/step-by-step/table-requests.ts';

const students = 400;
/** They go a batch after the other, each on a slow table so that it can be watched. */
const delay = 300;
const slow = { timeout: 60_000 };
const signInAdmin = (page: Page) => signIn(page, school.url, 'admin', password);

const school = schoolInBrowser(() => startSmallSchool({ site: 'built' }));
beforeAll(async () => {
  await executeActionOfTest(CurrentPeriodEntity.put({ year, term: 3 }));
  const classes = schoolFile()
    .formClasses.filter(({ id, next_class_id: next }) => ['1A', '1B', '4A'].includes(id) || next === null)
    .map(({ id, form_level: formLevel }) => ({ classId: id, formLevel }));
  const vary = (index: number) => (index % 10 === 0 ? { repeater: 'Yes' } : {});
  await addManyStudents({ count: students, classes, subjectIds: ['MATH'], vary });
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const percentOf = async (page: Page, name: string): Promise<number> =>
  Number(await page.getByRole('progressbar', { name }).getAttribute('aria-valuenow'));
/** The page is closed, and the screen opened in another one. */
async function reopen(context: BrowserContext, page: Page): Promise<Page> {
  await page.close();
  const again = await context.newPage();
  await again.goto(`${school.url}/admin/dashboard/current-term`);
  return again;
}

describe('Register Students', () => {
  it('shows its progress, goes on without the page that began it, and tells the page that is opened again', async () => {
    const { page, context } = await school.visit();
    await signInAdmin(page);
    await withSlowTable(4 * delay, async () => {
      await button(page, 'Register Students').click();
      const asked = await page.getByText(/will be registered/).innerText();
      const count = Number(/^(\d+) of/.exec(asked)?.[1]);
      await page.getByRole('dialog').getByRole('button', { name: 'Register Students' }).click();
      await page.getByRole('alertdialog', { name: 'Registering Students...' }).waitFor();
      await expect.poll(() => percentOf(page, schoolScreenWordings.makingTermReports)).toBeGreaterThan(0);
      const again = await reopen(context, page);
      const bar = 'All classes: Registering Students...';
      await again.getByRole('progressbar', { name: bar }).waitFor();
      expect(await percentOf(again, bar)).toBeLessThan(100);
      await again.getByText(`All classes: ${count} students registered by`).waitFor(slow);
      expect((await readRegisteredClasses({ year, term: 3 })).size).toBe(count);
    });
  });
});

describe('Promotion', () => {
  async function openDialog(page: Page) {
    await button(page, 'Promotion').click();
    return page.getByRole('dialog', { name: 'Promotion' });
  }
  const figure = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1]);

  /** The first student of the plan is to repeat the class. */
  async function decideRepeating(page: Page): Promise<string> {
    await page.goto(`${school.url}/admin/dashboard/promotion-plan`);
    const plan = page.getByRole('grid', { name: schoolScreenWordings.studentsAndWhereTheyGo });
    const row = plan.getByRole('row').nth(1);
    await row.getByRole('rowheader').getByRole('button').click();
    const dialog = page.getByRole('dialog');
    const studentId = /ID (\S+)/.exec(await dialog.getByText(/^Class 1A, ID /).innerText())?.[1] ?? '';
    await dialog.getByRole('combobox', { name: 'Coming year' }).click();
    await page.getByRole('option', { name: schoolScreenWordings.repeatTheClass }).click();
    expect(await findAxeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row.getByText('Repeats 1A').waitFor();
    return studentId;
  }

  it('is decided by student, previewed, carried out, and undone for all but the student who was touched since, who is named', async () => {
    const { page } = await school.visit();
    await signInAdmin(page);
    const repeating = await decideRepeating(page);
    const dialog = await openDialog(page);
    const question = await dialog.getByText(/^Promote \d+ students to their next class\?/).innerText();
    const [moving, leaving] = [figure(question, /Promote (\d+)/), figure(question, /(\d+) leave/)];
    expect(moving).toBeGreaterThan(50);
    const firstForm = dialog.getByRole('row').filter({ hasText: '1A' });
    expect(await firstForm.innerText()).toMatch(/^1A\s+2A(\s+\d+){4}$/);
    expect(await button(page, 'Undo Promote').isDisabled()).toBe(true);
    await withSlowTable(delay, async () => {
      await button(page, 'Yes Promote').click();
      await dialog.getByRole('progressbar', { name: 'Promoting students' }).waitFor();
      expect(await button(page, 'Yes Promote').isDisabled()).toBe(true);
      await dialog.getByText('Promotion Successful.').waitFor(slow);
    });
    await dialog
      .getByText(new RegExp(`^${moving} students were promoted and ${leaving} left the school, by `))
      .waitFor();
    expect(await button(page, 'Yes Promote').isDisabled()).toBe(true);

    expect((await readStudents([repeating], ['classId']))[0]?.classId).toBe('1A');
    const studentId = (await readPromotedOfYear(year)).find(({ hasLeft }) => !hasLeft)?.studentId ?? '';
    await executeActionOfTest(StudentEntity.update({ studentId }, { set: { phone_cell: '868-555-0199' } }));
    const student = await StudentEntity.get({ studentId });

    await withSlowTable(delay, async () => {
      await button(page, 'Undo Promote').click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Undo Promote' }).click();
      await dialog.getByRole('progressbar', { name: schoolScreenWordings.undoingThePromotion }).waitFor();
      await dialog.getByText('Undo Successful.').waitFor(slow);
    });
    await dialog.getByText('Left alone: 1', { exact: true }).waitFor();
    const left = dialog.getByRole('listitem').filter({ hasText: 'changed afterwards' });
    expect(await left.innerText()).toBe(
      `${student?.lastName}, ${student?.firstName} (${studentId}) The student or the subjects were changed afterwards; now in class ${student?.classId}.`,
    );
    expect(await findAxeViolations(page)).toEqual([]);
  });
});
