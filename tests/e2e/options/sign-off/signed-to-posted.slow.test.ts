import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import { TermReportEntity } from '#functions/marks/records/term-report.ts';
import { signScreenWordings as wordings } from '#shared/options/sign-off/screen-wordings.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { schoolInBrowser } from '../../../support/browser-school.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { makePng } from '../../../support/files/sample-files.ts';
import { follow } from '../../../support/guide/follow-guide.ts';
import { addPrincipal, publishSignature } from '../../../support/options/sign-off/principal.ts';
import { executeActionOfTest, putRecords } from '../../../support/school/records.ts';
import { password, startSmallSchool, term, year } from '../../../support/school/small-school.ts';

const guide = 'options/sign-off/signing.md';
const school = schoolInBrowser(() => startSmallSchool({ site: 'built' }));
const { printReportCard } = termReportsContract;
let office: TestClient;

beforeAll(async () => {
  await addPrincipal();
  office = await clientOfAccount(school.url, 'A1');
  await publishSignature(office, makePng());
  // Two reports lack nothing; the others of the class lack everything.
  for (const studentId of ['S01', 'S02']) {
    await executeActionOfTest(
      TermReportEntity.update(
        { studentId, year, term },
        { set: { formTeacherComments: 'Works well.', deanComments: 'Good.' } },
      ),
    );
    await putRecords(
      SubjectRecordEntity,
      ['MATH', 'ENGL'].map((subjectId) => ({
        studentId,
        year,
        term,
        subjectId,
        classId: '1A',
        formLevel: 1,
        employeeId: 'T1',
        exam: 44,
        examOutOf: 70,
        workSum: 30,
        workOutOf: 50,
      })),
    );
  }
});

/** Pictures on a card. */
async function picturesOn(studentId: string): Promise<number> {
  const { bytes } = await office.call(printReportCard, { year: String(year), term: String(term), studentId });
  return Buffer.from(bytes).toString('latin1').split('/Subtype/Image').length - 1;
}

it('a class is signed by the guide, falls back where it changes, and is posted with the signatures that stand', async () => {
  const { page: mona } = await school.visitAs('mona', undefined, { password });
  await mona.getByRole('link', { name: /Sign Reports/ }).waitFor();
  const openClass = (page: Page) => page.getByRole('button', { name: '1A', exact: true }).click();
  const openBoard = async (page: Page) => {
    await page.getByRole('link', { name: /Sign Reports/ }).click();
    await page.getByRole('row', { name: /1A/ }).waitFor();
  };
  await follow(mona, guide, 'Sign Reports', (see) => [
    async () => {
      await openBoard(mona);
      await openClass(mona);
      await mona.getByRole('button', { name: wordings.allClean(2) }).waitFor();
    },
    async () => {
      await mona.getByRole('button', { name: /^Mark as done: .*S01/ }).click();
      await mona.getByRole('button', { name: /^Take back: .*S01/ }).waitFor();
    },
    async () => {
      await mona.getByRole('button', { name: 'All classes' }).click();
      await mona.getByRole('button', { name: wordings.clean }).click();
      await mona.getByRole('button', { name: 'Mark 1 report as done' }).click();
      await mona.getByText(wordings.noneClean).waitFor();
      await mona.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    },
    async () => {
      await openClass(mona);
      await mona.getByRole('button', { name: /^Take back: .*S02/ }).waitFor();
      await see();
      await signByDeanAndPrincipal();
      await mona.goto(`${school.url}/term-reports/view-reports/1A/S02`);
      const signatures = mona.getByRole('region', { name: 'Signatures' });
      await signatures.getByText(/Principal: signed/).waitFor();
      await mona.getByRole('textbox', { name: 'Times late' }).fill('3');
      await mona.getByRole('textbox', { name: 'Times late' }).blur();
      await signatures.getByText(/Principal: fell back/).waitFor();
      await signatures.getByRole('link', { name: 'Times late' }).waitFor();
    },
    async () => {
      await mona.goto(`${school.url}/term-reports/sign-reports`);
      await mona.getByRole('row', { name: /1A/ }).waitFor();
      await mona.getByRole('button', { name: wordings.remind }).click();
      await mona.getByText('1A: 5 reports, as form teacher').waitFor();
    },
  ]);

  async function signByDeanAndPrincipal(): Promise<void> {
    const { page: dina } = await school.visitAs('dina', undefined, { password });
    await openBoard(dina);
    await dina.getByRole('button', { name: wordings.clean }).click();
    await dina.getByRole('button', { name: 'Approve 2 reports' }).click();
    await dina.getByText(wordings.noneClean).waitFor();
    const { page: petra } = await school.visitAs('petra', undefined, { password });
    await openBoard(petra);
    await openClass(petra);
    await petra.getByRole('button', { name: /^Report card of .*S01/ }).click();
    await petra.getByRole('link', { name: 'Download' }).waitFor();
    await petra.getByRole('button', { name: 'Close' }).click();
    await petra.getByRole('button', { name: 'Sign 2 reports' }).click();
    await petra.getByRole('button', { name: /^Take back: .*S02/ }).waitFor();
  }

  const { page } = await school.visitAs('admin', undefined, { password });
  await page.goto(`${school.url}/admin/dashboard/post-reports`);
  await page.getByRole('button', { name: 'Edit: 2025-2026 Term 1' }).click();
  const question = page.getByRole('alertdialog');
  const field = question.getByRole('textbox', { name: /^Type \d+ to confirm$/ });
  await field.waitFor();
  const [, count = ''] = /Type (\d+) to confirm/.exec(await question.innerText()) ?? [];
  await field.fill(count);
  await question.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('2025-2026 Term 1 reports posted').first().waitFor({ timeout: 60_000 });
  expect([await picturesOn('S01'), await picturesOn('S02'), await picturesOn('S03')]).toEqual([1, 0, 0]);
});
