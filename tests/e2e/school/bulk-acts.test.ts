import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { ClassTermRegistrationEntity, TermReportEntity } from '#functions/marks/records/term-report.ts';
import { readCurrentPeriod } from '#functions/school/records/periods.ts';
import { findAxeViolations, isPhoneLook, screenLooksForAxe } from '../../support/browser.ts';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { executeActionOfTest } from '../../support/school/records.ts';
import { startServer } from '../../support/school/server.ts';

const school = schoolInBrowser(() => startServer());
beforeAll(async () => {
  await forgetRegistrationOf('1A');
});

/** The class has no term reports yet. */
async function forgetRegistrationOf(classId: string): Promise<void> {
  const period = await readCurrentPeriod();
  if (!period) throw new Error('The demo school has no current term');
  const data = await TermReportEntity.queryBy('ofClass', { ...period, classId });
  await Promise.all(
    data.map(({ studentId }) => executeActionOfTest(TermReportEntity.remove({ studentId, ...period }))),
  );
  await executeActionOfTest(ClassTermRegistrationEntity.remove({ ...period, classId }));
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describe.each(screenLooksForAxe)('on a $name', (look) => {
  it('the class chooser, Student Registration and Promotion have no accessibility fault', async () => {
    const { page } = await school.visitAs('admin', look);
    await button(page, 'Register Students').click();
    await page.getByText(/will be registered|registered already/).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.goto(`${school.url}/admin/dashboard/registration`);
    await button(page, 'Edit Form 4').click();
    await page.getByRole('dialog').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await button(page, 'Cancel').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await findAxeViolations(page)).toEqual([]);
    if (isPhoneLook(look)) await button(page, 'Menu').click();
    await button(page, 'Promotion').click();
    await page.getByText(/to their next class/).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
  });
});

it('registers the students who have no report yet, tells another admin of it, and takes it back', async () => {
  const { page } = await school.visitAs('admin');
  await button(page, 'Register Students').click();
  const asked = await page.getByText(/will be registered/).innerText();
  const count = Number(/^(\d+) of/.exec(asked)?.[1]);
  expect(count).toBeGreaterThan(20);
  await page.getByRole('dialog').getByRole('button', { name: 'Register Students' }).click();
  await page.getByText('Students Registered Successfully.').waitFor();
  await button(page, 'OK').click();

  const other = await school.visitAs('admin');
  await other.page.getByText(`All classes: ${count} students registered by`).waitFor();
  await button(other.page, 'Undo').click();
  await other.page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click();
  // Those with marks of the term stay.
  await other.page
    .getByText(/^\d+ term reports removed\.$/)
    .first()
    .waitFor();
  await other.page.getByText(/the registration of \d+ students was undone/).waitFor();
});

it('opens the registration of a form level with a deadline, and closing it takes the deadline away', async () => {
  const { page } = await school.visitAs('admin');
  await page.goto(`${school.url}/admin/dashboard/registration`);
  const edit = async (status: 'Open' | 'Closed') => {
    await button(page, 'Edit Form 4').click();
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: status }).click();
  };
  const row = page.getByRole('row').filter({ has: button(page, 'Edit Form 4') });
  await edit('Open');
  await page.getByRole('textbox', { name: 'Deadline' }).fill('31-Jul-2027');
  await button(page, 'Save').click();
  await row.getByText('31-Jul-2027').waitFor();
  await page.getByText('Data updated.').first().waitFor();
  await edit('Closed');
  expect(await page.getByRole('textbox', { name: 'Deadline' }).isDisabled()).toBe(true);
  await button(page, 'Save').click();
  await row.getByText('Closed').waitFor();
  expect(await row.innerText()).not.toContain('2027');
});
