import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { TermReportEntity } from '#functions/marks/records/term-report.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { truthCheckContract } from '#shared/options/truth-check/contract.ts';
import { findingWordings } from '#shared/options/truth-check/wordings.ts';
import { schoolInBrowser } from '../../../support/browser-school.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import { readPrintedPdf } from '../../../support/files/printed-pdf.ts';
import { follow } from '../../../support/guide/follow-guide.ts';
import { changeRecordOfTest, executeActionOfTest } from '../../../support/school/records.ts';
import { password, startSmallSchool, term, year } from '../../../support/school/small-school.ts';
import { answer, press } from '../../guide/guided-section.ts';

const guide = 'options/truth-check/office.md';
const school = schoolInBrowser(() => startSmallSchool({ site: 'built' }));

const remark = (studentId: string, formTeacherComments: string) =>
  executeActionOfTest(TermReportEntity.update({ studentId, year, term }, { set: { formTeacherComments } }));

beforeAll(async () => {
  await changeRecordOfTest(StudentEntity, { studentId: 'S01' }, { sex: 'M' });
  await remark('S01', 'She has worked hard.');
  await remark('S02', 'Attends every class and');
});

/** Confirms that reports lack marks. */
async function post(page: Page): Promise<void> {
  await page.goto(`${school.url}/admin/dashboard/post-reports`);
  await page.getByRole('button', { name: 'Edit: 2025-2026 Term 1' }).click();
  const question = page.getByRole('alertdialog');
  const field = question.getByRole('textbox', { name: /^Type \d+ to confirm$/ });
  await field.waitFor();
  const [, count = ''] = /Type (\d+) to confirm/.exec(await question.innerText()) ?? [];
  await field.fill(count);
  await question.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('2025-2026 Term 1 reports posted').first().waitFor({ timeout: 60_000 });
  await question.waitFor({ state: 'detached' });
}

it('a class with slips is checked, corrected, posted and certified, by the guide', async () => {
  const { page } = await school.visitAs('admin', undefined, { password });
  await page.goto(`${school.url}/admin/dashboard/check-reports`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const lookAgain = page.getByRole('region', { name: findingWordings.improbable });
  await follow(page, guide, 'Check Reports', (see) => [
    async () => {
      await page.getByRole('row', { name: /1A/ }).waitFor();
      await see();
      await page.getByRole('button', { name: '1A', exact: true }).click();
      await lookAgain.waitFor();
    },
    async () => {
      await lookAgain.getByRole('link', { name: /S02/ }).click();
      const field = page.getByRole('textbox', { name: 'Form teacher comments' });
      await expect.poll(() => field.inputValue()).toBe('Attends every class and');
      // The link leads into the field.
      await expect.poll(() => field.evaluate((box) => box === document.activeElement)).toBe(true);
      await field.fill('Attends every class.');
      await field.blur();
      await page.getByText('Record Saved').waitFor();
      await page.goBack();
      await lookAgain.waitFor();
      await lookAgain.getByRole('link', { name: /S02/ }).waitFor({ state: 'detached' });
    },
    async () => {
      await see();
      await press(page, 'Dismiss');
      await page.getByLabel(findingWordings.why).fill('It is about his sister.');
      await answer(page, 'Dismiss');
      await page.getByRole('region', { name: findingWordings.dismissed }).waitFor();
      await lookAgain.waitFor({ state: 'detached' });
    },
    async () => {
      await post(page);
      await page.goto(`${school.url}/admin/dashboard/check-reports`);
      await press(page, 'Certificate');
      await page.getByRole('link', { name: 'Download' }).waitFor();
    },
  ]);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ]);
  const { pages } = await readPrintedPdf(await readFile(await file.path()));
  expect(pages).toHaveLength(1);
  const text = pages.flatMap(({ texts }) => texts.map((one) => one.text)).join(' ');
  expect(text).toContain('It is about his sister.');
  expect(text).toContain('Ada Office');

  const office = await clientOfAccount(school.url, 'A1');
  const of = { year: String(year), term: String(term), class_id: '1A' };
  const { findings } = (await office.call(truthCheckContract.listFindings, of)).body;
  expect(findings.map(({ student_id, dismissed }) => [student_id, dismissed?.reason])).toEqual([
    ['S01', 'It is about his sister.'],
  ]);
});
