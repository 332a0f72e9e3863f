import ExcelJS from 'exceljs';
import { extractText } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
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
