import { writeFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { TermReportEntity } from '#functions/marks/records/term-report.ts';
import { signOffContract } from '#shared/options/sign-off/contract.ts';
import { type Stage, stages } from '#shared/options/sign-off/stages.ts';
import { postReports } from '../../../integration/term-reports/report-cards/post-reports.ts';
import { printCards } from '../../../integration/term-reports/report-cards/printed-cards.ts';
import { findAxeViolations, screenLooksOfRun } from '../../../support/browser.ts';
import { schoolInBrowser } from '../../../support/browser-school.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import { addPrincipal, publishSignature } from '../../../support/options/sign-off/principal.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { password, startSmallSchool, term, year } from '../../../support/school/small-school.ts';

const shots = process.env.SCREENSHOTS;
const school = schoolInBrowser(() => startSmallSchool({ site: 'built' }));
const write = { year, term, class_id: '1A' };

beforeAll(async () => {
  await addPrincipal();
  const of = { 'form teacher': 'T1', dean: 'T3', principal: 'T9' } as const satisfies Record<Stage, string>;
  const input = { year: String(year), term: String(term), class_id: '1A' };
  const { students } = (await (await clientOfAccount(school.url, 'A1')).call(signOffContract.listSignatures, input))
    .body;
  // One by all, one without the principal, one by the form teacher alone; one that changed since.
  for (const [step, as] of stages.entries()) {
    const reports = students.slice(0, 3 - step).map(({ student_id, contents }) => ({ student_id, contents }));
    const answer = await (await clientOfAccount(school.url, of[as])).call(signOffContract.signReports, {
      ...write,
      as,
      reports,
    });
    expect(answer.status).toBe(200);
  }
  const studentId = students[2]?.student_id ?? '';
  await executeActionOfTest(TermReportEntity.update({ studentId, year, term }, { set: { timesLate: 3 } }));
});

it('Sign Reports is read and used by each post, on a telephone and in the dark', async () => {
  for (const look of screenLooksOfRun) {
    for (const who of ['mona', 'dina', 'petra']) {
      const { page } = await school.visitAs(who, look, { password });
      const at = { board: '', class: '?class=1A' };
      for (const [what, query] of Object.entries(at)) {
        await page.goto(`${school.url}/term-reports/sign-reports${query}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForLoadState('networkidle');
        expect(await findAxeViolations(page), `${what} ${who} ${look.name}`).toEqual([]);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(over, `${what} ${who} ${look.name}`).toBeLessThanOrEqual(0);
        if (shots) await page.screenshot({ path: `${shots}/sign ${what} ${who} ${look.name}.png`, fullPage: true });
      }
      await page.context().close();
    }
  }
});

it('the check before posting names the classes, and a posted card has the signature where it stands', async () => {
  const { page } = await school.visitAs('admin', undefined, { password });
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="360" height="120"><path d="M20 80C60 10 80 10 70 70s-30 40 10 10 30-50 40-20-10 40 20 20 40-60 30-10 10 30 40 0 60-20 110-20" fill="none" stroke="#123" stroke-width="5"/></svg>';
  await page.setContent(drawing);
  const png = await page.locator('svg').screenshot();
  const office = await clientOfAccount(school.url, 'A1');
  await publishSignature(office, png);
  await page.goto(`${school.url}/admin/dashboard/post-reports`);
  await page.getByRole('button', { name: 'Edit: 2025-2026 Term 1' }).click();
  await page.getByText(/reports are not signed by all: 1A \(\d+ of \d+\)/).waitFor();
  if (shots) await page.screenshot({ path: `${shots}/sign check.png` });
  expect((await postReports(office, { posted: 1, date_posted: null })).body.state).toBe('finished');
  const { bytes } = await printCards(office, { classId: '1A' });
  expect(Buffer.from(bytes).toString('latin1').split('/Subtype/Image').length - 1).toBe(1);
  if (shots) await writeFile(`${shots}/sign cards.pdf`, bytes);
});

it('says that there is nothing to sign where there are no reports', async () => {
  const office = await clientOfAccount(school.url, 'A1');
  for (const class_id of ['1A', '1B', '4A', '4B']) {
    const input = { year: String(year), term: String(term) as '1', class_id };
    const { students } = (await office.call(signOffContract.listSignatures, input)).body;
    for (const { student_id: studentId } of students)
      await executeActionOfTest(TermReportEntity.delete({ studentId, year, term }));
  }
  for (const look of screenLooksOfRun) {
    for (const who of ['mona', 'petra']) {
      const { page } = await school.visitAs(who, look, { password });
      for (const query of ['', '?class=1A']) {
        await page.goto(`${school.url}/term-reports/sign-reports${query}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForLoadState('networkidle');
        expect(await findAxeViolations(page), `${who} ${query} ${look.name}`).toEqual([]);
        const name = `sign empty ${query === '' ? 'board' : 'class'} ${who} ${look.name}`;
        if (shots) await page.screenshot({ path: `${shots}/${name}.png` });
      }
      await page.context().close();
    }
  }
});
