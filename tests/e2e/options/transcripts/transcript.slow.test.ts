import ExcelJS from 'exceljs';
import { extractText } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyPageWordings as verifyTexts } from '#shared/options/signed-cards/wordings.ts';
import { findAxeViolations, screenLooksOfRun } from '../../../support/browser.ts';
import { schoolInBrowser } from '../../../support/browser-school.ts';
import { postReportOfStudent } from '../../../support/school/posted-report.ts';
import { password, startSmallSchool } from '../../../support/school/small-school.ts';

const shots = process.env.SCREENSHOTS;

/** A sheet of earlier marks as a spreadsheet program saves it. */
async function sheetOfMarks(): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook();
  workbook
    .addWorksheet('Marks')
    .addRows([
      ['Northgate Secondary School, marks of 2019'],
      [],
      ['Student ID', 'Year', 'Term', 'Subject', 'Mark', 'Source'],
      ['S01', '2019-2020', 1, 'Mathematics', 67.5, 'Report book 2019'],
      ['S01', '2019-2020', 1, 'Needlework', 'B+', 'Report book 2019'],
      ['S01', '2019-2020', 1, 'Needlework', 'A', 'Report book 2019'],
      ['S01', '2024-2025', 1, 'Mathematics', 12, 'Report book 2019'],
    ]);
  return Buffer.from(await workbook.xlsx.writeBuffer());
}

describe('a transcript over three years', () => {
  const school = schoolInBrowser(() => startSmallSchool({ site: 'built' }));
  beforeAll(async () => {
    await postReportOfStudent(
      'S01',
      { year: 2023, term: 3 },
      { change: { average: { text: '61.2', entered: 2, of: 2 } } },
    );
    await postReportOfStudent('S01', { year: 2024, term: 1 });
  });

  it('takes the imported year from a sheet, is issued, printed, withdrawn, and says the same again', async () => {
    const { page } = await school.visitAs('admin', undefined, { password });
    await page.goto(`${school.url}/admin/dashboard/transcripts?show=earlier`);
    await page.locator('input[type=file]').setInputFiles({
      name: 'marks of 2019.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: await sheetOfMarks(),
    });
    const refused = page.getByRole('list', { name: 'Rows that cannot be taken' });
    await refused.waitFor();
    expect(await refused.innerText()).toMatch(/Row 5: Row 6 has another mark.*Row 6: .*Row 7: .*was posted here/s);
    await page.getByRole('button', { name: 'Store 1 Mark' }).click();
    await page.getByText('1 earlier mark of 1 student is stored.').waitFor();

    await page.goto(`${school.url}/admin/dashboard/transcripts?class=1A`);
    await page.getByRole('button', { name: /^Open .*\(S01\)/ }).click();
    await page.getByRole('region', { name: '2019-2020' }).waitFor();
    await page.getByRole('button', { name: 'Issue Transcript' }).click();
    const window = page.getByRole('dialog');
    const link = window.getByRole('link', { name: 'Open in new tab' });
    await link.waitFor();
    const printed = async () => {
      const answer = await page.request.get(new URL((await link.getAttribute('href')) ?? '', school.url).href);
      return (await extractText(new Uint8Array(await answer.body()), { mergePages: true })).text.replaceAll(
        /\s+/g,
        ' ',
      );
    };
    const text = await printed();
    for (const part of ['2019-2020', '67.5 a', 'Report book 2019', '2023-2024', '61.2', '2024-2025', '75.3'])
      expect(text).toContain(part);
    expect(text).not.toContain('Needlework');
    await page.keyboard.press('Escape');
    await window.waitFor({ state: 'hidden' });

    await page.getByRole('button', { name: /^Withdraw / }).click();
    await page.getByLabel('Reason').fill('A wrong name');
    await page.keyboard.press('Enter');
    await page.getByText(/^Withdrawn by .*: A wrong name$/).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Valid', { exact: true }).waitFor();
    await page.getByRole('button', { name: /^Print / }).click();
    await link.waitFor();
    expect(await printed()).toBe(text);
  });

  it('carries a code by which anybody sees what was issued, and that it was withdrawn', async () => {
    const { page: office } = await school.visitAs('admin', undefined, { password });
    await office.goto(`${school.url}/admin/dashboard/transcripts?student=S01`);
    await office.getByRole('button', { name: 'Testimonial' }).click();
    await office.getByLabel('The principal’s words').fill('Priya is honest and kind.');
    await office
      .getByRole('button', { name: /^Issue/ })
      .last()
      .click();
    const shown = office.getByRole('dialog');
    const link = shown.getByRole('link', { name: 'Open in new tab' });
    await link.waitFor();
    const ofTestimonial = await office.request.get(new URL((await link.getAttribute('href')) ?? '', school.url).href);
    const testimonial = Buffer.from(await ofTestimonial.body());
    await office.keyboard.press('Escape');
    await shown.waitFor({ state: 'hidden' });
    await office
      .getByRole('button', { name: /^Print / })
      .last()
      .click();
    await link.waitFor();
    const ofTranscript = await office.request.get(new URL((await link.getAttribute('href')) ?? '', school.url).href);
    const transcript = Buffer.from(await ofTranscript.body());
    const { text } = await extractText(new Uint8Array(transcript), { mergePages: true });
    const code = /Code ([0-9A-Z]{5}-[0-9A-Z]{5})/.exec(text)?.[1] ?? '';
    for (const look of screenLooksOfRun) {
      const { page } = await school.visit(look);
      // As a telephone opens its QR code.
      await page.goto(`${school.url}/verify#${code.replace('-', '')}`);
      await page.getByRole('heading', { name: verifyTexts.ofDocuments.outcomes.valid.head }).waitFor();
      expect(await page.locator('article dd').allInnerTexts()).toEqual([
        ...['Transcript', /No\. (\S+)/.exec(text)?.[1], 'P.S.L.', '1A', 'Northgate Secondary School', code],
      ]);
      expect(await page.locator('article caption').allInnerTexts()).toEqual([
        ...['Term 1, 2019-2020', 'Term 3, 2023-2024', 'Term 1, 2024-2025'],
      ]);
      await page.getByRole('row', { name: 'Mathematics 67.5 (Report book 2019)' }).waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
      if (shots) await page.screenshot({ path: `${shots}/verify transcript ${look.name}.png`, fullPage: true });
      await page
        .getByLabel(verifyTexts.pdf)
        .setInputFiles({ name: 't.pdf', mimeType: 'application/pdf', buffer: testimonial });
      await page.getByRole('heading', { name: verifyTexts.files.issued.head }).waitFor();
      expect(await page.locator('article').innerText()).not.toMatch(/Priya|honest/);
      if (shots) await page.screenshot({ path: `${shots}/verify testimonial ${look.name}.png`, fullPage: true });
    }
    await office.keyboard.press('Escape');
    await shown.waitFor({ state: 'hidden' });
    await office
      .getByRole('button', { name: /^Withdraw / })
      .last()
      .click();
    await office.getByLabel('Reason').fill('A wrong name');
    await office.keyboard.press('Enter');
    await office.getByText(/^Withdrawn by .*: A wrong name$/).waitFor();
    const { page } = await school.visit();
    await page.goto(`${school.url}/verify`);
    await page.getByLabel(verifyTexts.code).fill(code);
    await page.getByRole('button', { name: verifyTexts.check, exact: true }).click();
    await page.getByRole('heading', { name: verifyTexts.ofDocuments.outcomes.removed.head }).waitFor();
    if (shots) await page.screenshot({ path: `${shots}/verify withdrawn.png`, fullPage: true });
  });

  it('has a screen that is read and used on a telephone and in the dark', async () => {
    for (const look of screenLooksOfRun) {
      const { page } = await school.visitAs('admin', look, { password });
      for (const at of ['', '?class=1A', '?student=S01', '?show=earlier', '?show=lists']) {
        await page.goto(`${school.url}/admin/dashboard/transcripts${at}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForLoadState('networkidle');
        expect(await findAxeViolations(page), `${at} ${look.name}`).toEqual([]);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(over, `${at} ${look.name}`).toBeLessThanOrEqual(0);
        const name = at.replaceAll(/\W+/g, '-');
        if (shots) await page.screenshot({ path: `${shots}/transcripts${name} ${look.name}.png`, fullPage: true });
      }
    }
  });
});
