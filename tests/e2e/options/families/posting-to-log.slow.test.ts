import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { academicYearTitle } from '#shared/school/academic-year.ts';
import { screenLooks } from '../../../support/browser.ts';
import { schoolInBrowser } from '../../../support/browser-school.ts';
import { readPrintedPdf } from '../../../support/files/printed-pdf.ts';
import { addAccount, password, startSmallSchool, term, year } from '../../../support/school/small-school.ts';

const [desk, , phone] = screenLooks;
const school = schoolInBrowser(() => startSmallSchool({ site: 'built' }));
const title = `${academicYearTitle(year)} Term ${term}`;

beforeAll(async () => {
  for (const id of ['S41', 'S42'])
    await addAccount({ accountId: `student.${id}`, role: 'student', userName: `student:${id}`, name: `Student ${id}` });
});

/** What a report of the reports menu says, as text in the order of the page. */
async function printed(page: Page, path: string): Promise<string> {
  const answer = await page.request.get(`${school.url}${path}`);
  const { pages } = await readPrintedPdf(await answer.body());
  return pages.flatMap(({ texts }) => texts.map(({ text }) => text)).join(' ');
}

it('from the office’s posting to the student’s report, the access log, and the list of those who never opened it', async () => {
  const { page: office } = await school.visitAs('admin', desk, { password });
  await office.goto(`${school.url}/admin/dashboard/post-reports`);
  await office.getByRole('button', { name: `Edit: ${title}` }).click();
  const dialog = office.getByRole('alertdialog', { name: `Post ${title} reports?` });
  await dialog.getByText(/reports are not complete/).waitFor();
  const [, count = ''] = /Type (\d+) to confirm/.exec(await dialog.innerText()) ?? [];
  await dialog.getByRole('textbox', { name: /^Type \d+ to confirm$/ }).fill(count);
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await office.getByText(`${title} reports posted`).first().waitFor();

  const log = `/report-card-access-logs?year=${year}&term=${term}`;
  expect(await printed(office, log)).not.toContain('The student');
  const before = await printed(office, '/no-logins-student');
  for (const id of ['S41', 'S42']) expect(before).toContain(`Lastname ${id}, Pupil ${id}`);

  const { page: family } = await school.visit(phone);
  await family.goto(`${school.url}/student`);
  await family.getByLabel('Student ID').fill('S41');
  await family.getByLabel('Password').fill(password);
  await family.getByRole('button', { name: 'LOGIN' }).click();
  await family.getByRole('link', { name: new RegExp(`^Term ${term}`) }).click();
  await family
    .getByRole('heading', { name: new RegExp(`Term ${term}`) })
    .first()
    .waitFor();

  expect(await printed(office, log)).toMatch(/S41 Lastname S41, Pupil S41 The student/);
  const after = await printed(office, '/no-logins-student');
  expect(after).not.toContain('Lastname S41, Pupil S41');
  expect(after).toContain('Lastname S42, Pupil S42');
  await office.goto(`${school.url}/admin/dashboard/families`);
  await office.getByRole('button', { name: 'Open 4A' }).click();
  await office.getByRole('row', { name: /S41.*Opened/ }).waitFor();
  await office.getByRole('row', { name: /S42.*Never opened/ }).waitFor();
});
