import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { studentScreenWordings } from '#shared/students/wordings.ts';
import { findAxeViolations, screenLooks } from '../../support/browser.ts';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { signIn } from '../../support/callers/sign-in.ts';
import { unfoldHeadings } from '../../support/page/unfold-tools.ts';
import { addManyStudents } from '../../support/school/many-students.ts';
import { password, startSmallSchool } from '../../support/school/small-school.ts';

const school = schoolInBrowser(() => startSmallSchool({ site: 'built' }));
beforeAll(async () => {
  await addManyStudents({
    count: 300,
    classes: [{ classId: '1A', formLevel: 1 }],
    subjectIds: [],
    vary: (index) => ({
      address_line_2: index % 3 === 0 ? 'Arima' : 'Toco',
      phone_cell: `555-${index}`,
      houseCode: 'R',
    }),
  });
});

const open = async (page: Page, name: string) => {
  await signIn(page, school.url, name, password);
  await page.goto(`${school.url}/admin/dashboard/students`);
  await page.getByRole('grid', { name: 'Current students' }).waitFor();
};
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

describe('the Students screen', () => {
  it('is searched, filtered and given other columns, and keeps them in its address', async () => {
    const { page } = await school.visit();
    await open(page, 'admin');
    await page.getByText(/Total Number of Students: 3\d\d/).waitFor();
    await press(page, 'Select Data Columns');
    const dialog = page.getByRole('dialog', { name: 'Select Data Columns' });
    await dialog.getByLabel('Search columns').fill('town');
    await dialog.getByRole('checkbox', { name: 'Town' }).check();
    await dialog.getByRole('button', { name: 'Show Columns' }).click();
    await press(page, 'Filter Town');
    await page.getByRole('checkbox', { name: /^Arima/ }).click();
    await page.getByText('Total Number of Students: 100').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox', { name: 'Search' }).fill('Last 27');
    await page.getByText('Total Number of Students: 5').waitFor();
    // When typing rests.
    await page.waitForURL(/search=Last/);
    await page.reload();
    await page.getByText('Total Number of Students: 5').waitFor();
    await page.getByRole('columnheader', { name: /^Town/ }).waitFor();
  });

  it('keeps the names in view where the table is scrolled sideways', async () => {
    // Broader than a phone, where rows fold into lines.
    const { page } = await school.visit({ ...screenLooks[3], size: { width: 700, height: 844 } });
    await open(page, 'admin');
    const grid = page.getByRole('grid', { name: 'Current students' });
    const placesOf = () =>
      grid.evaluate((table) => {
        const left = (selector: string) =>
          Math.round(table.querySelector(selector)?.getBoundingClientRect().left ?? -1);
        return { name: left('tbody th'), heading: left('thead th'), next: left('tbody td') };
      });
    const before = await placesOf();
    await grid.evaluate((table) => table.parentElement?.scrollBy({ left: 120 }));
    await expect.poll(placesOf).toEqual({ ...before, next: before.next - 120 });
    await grid.evaluate((table) => table.parentElement?.scrollTo({ left: 0 }));
    await expect.poll(placesOf).toEqual(before);
  });

  it.each([screenLooks[0], screenLooks[3]])('has no axe violations: $name', async (look) => {
    const { page } = await school.visit(look);
    await open(page, 'admin');
    expect(await findAxeViolations(page)).toEqual([]);
    await unfoldHeadings(page);
    await press(page, 'Filter Class');
    await page.getByRole('checkbox', { name: /^1A/ }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    const tools = page.getByRole('button', { name: 'Tools', exact: true });
    if (await tools.isVisible()) await tools.click();
    await press(page, 'Select Data Columns');
    await page.getByRole('button', { name: 'Show Columns' }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.goto(`${school.url}/admin/dashboard/students?student=S41`);
    await page.getByRole('heading', { name: 'Details' }).waitFor();
    await page.getByRole('heading', { name: studentScreenWordings.subjectsAndMarks }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
  });

  it('shows the PTA no office-only field, on the screen or in an answer', async () => {
    const { page } = await school.visit();
    const answers: string[] = [];
    page.on('response', async (response) => {
      if (response.url().includes('/api/')) answers.push(await response.text().catch(() => ''));
    });
    await open(page, 'pta');
    await page.goto(`${school.url}/admin/dashboard/students?columns=id,phone_cell,address_line_2`);
    await page.getByRole('columnheader', { name: /^Town/ }).waitFor();
    expect(await page.getByRole('tab').count()).toBe(0);
    expect(await page.getByRole('columnheader', { name: /^Cell Phone/ }).count()).toBe(0);
    expect(answers.join().includes('Arima')).toBe(true);
    expect(answers.join()).not.toMatch(/555-/);
  });
});
