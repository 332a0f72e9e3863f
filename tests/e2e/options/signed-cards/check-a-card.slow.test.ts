import { PDFDocument } from 'pdf-lib';
import { beforeAll, describe, expect, it } from 'vitest';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import { TermReportEntity } from '#functions/marks/records/term-report.ts';
import { PostedReportEntity } from '#functions/term-reports/report-cards/posting/posted-reports.ts';
import { bytesToDigits, displayCode } from '#shared/options/signed-cards/signed-card.ts';
import { verifyPageWordings as texts, verificationWordings } from '#shared/options/signed-cards/wordings.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { postReports } from '../../../integration/term-reports/report-cards/post-reports.ts';
import { printCards } from '../../../integration/term-reports/report-cards/printed-cards.ts';
import { findAxeViolations, screenLooksOfRun } from '../../../support/browser.ts';
import { schoolInBrowser } from '../../../support/browser-school.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import {
  asScan,
  withAnnotation,
  withFalseFirstPage,
  withWhiteBox,
} from '../../../support/options/signed-cards/forged-pdfs.ts';
import { executeActionOfTest, putRecords } from '../../../support/school/records.ts';
import { startSmallSchool, term, year } from '../../../support/school/small-school.ts';

const shots = process.env.SCREENSHOTS;

describe('the page that checks a report card', () => {
  const school = schoolInBrowser(() => startSmallSchool({ site: 'built' }));
  let admin: TestClient;

  beforeAll(async () => {
    admin = await clientOfAccount(school.url, 'A1');
    const record = { year, term, classId: '1A', formLevel: 1, examOutOf: 70, studentId: 'S01' };
    await putRecords(SubjectRecordEntity, [
      { ...record, subjectId: 'MATH', workSum: 32, workOutOf: 45, exam: 45.5 },
      { ...record, subjectId: 'ENGL', workSum: 10, workOutOf: 20, exam: 40 },
    ]);
    await postReports(admin, { posted: 1, date_posted: null });
  });

  const copiesOf = async (studentId: string) => {
    return PostedReportEntity.query({ studentId });
  };
  /** What the QR code of a student's latest card says. */
  const scanned = async (studentId: string) => {
    const signed = (await copiesOf(studentId)).at(-1)?.signed ?? '';
    return `${school.url}/verify#${bytesToDigits(Buffer.from(signed, 'base64url'))}`;
  };
  const pdfOf = async (studentId: string) => ({
    name: 'card.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from((await printCards(admin, { studentId })).bytes),
  });

  it('shows what was signed of a card that was scanned, on a telephone in the dark too', async () => {
    const link = await scanned('S01');
    for (const look of screenLooksOfRun) {
      const { page } = await school.visit(look);
      await page.goto(link);
      await page.getByRole('heading', { name: texts.outcomes.valid.head }).waitFor();
      const rows = await page.getByRole('row').allInnerTexts();
      expect(rows.map((row) => row.split('\t').map((cell) => cell.trim()))).toEqual([
        [texts.columns.what, texts.columns.signed],
        ['English Language', '55.0'],
        ['Mathematics', '66.8'],
      ]);
      expect(await page.locator('article dd').allInnerTexts()).toEqual([
        ...['P.S.L.', '1A', 'Term 1, 2025-2026', '60.9 %', 'Northgate Secondary School'],
        displayCode((await copiesOf('S01'))[0]?.code ?? ''),
      ]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
      expect(await findAxeViolations(page)).toEqual([]);
      if (shots) await page.screenshot({ path: `${shots}/verify ${look.name}.png`, fullPage: true });
    }
  });

  it('finds a card by its code, however it is typed, and says where there is none', async () => {
    const { page, complaints } = await school.visit();
    await page.goto(`${school.url}/verify`);
    const code = (await copiesOf('S01'))[0]?.code ?? '';
    await page.getByLabel(texts.code).fill(` ${displayCode(code).toLowerCase()}`);
    await page.getByRole('button', { name: texts.check, exact: true }).click();
    await page.getByRole('heading', { name: texts.outcomes.valid.head }).waitFor();
    await page.getByLabel(texts.code).fill('00000-00000');
    await page.getByRole('button', { name: texts.check, exact: true }).click();
    await page.getByText(verificationWordings.noSuchCode).waitFor();
    // The browser notes the answer 404.
    complaints.splice(0);
  });

  it('knows the school’s own file on the device, and shows figures to compare for any other', async () => {
    const { page } = await school.visit();
    await page.goto(`${school.url}/verify`);
    const own = await pdfOf('S01');
    const choose = async (name: string, buffer: Uint8Array, mimeType = 'application/pdf') => {
      await page.getByLabel(texts.pdf).setInputFiles({ name, mimeType, buffer: Buffer.from(buffer) });
      await page.getByText(texts.checking).waitFor({ state: 'detached' });
    };
    const tone = () => page.locator('article').getAttribute('data-tone');
    await choose('card.pdf', own.buffer);
    await page.getByRole('heading', { name: texts.files.issued.head }).waitFor();
    expect(await tone()).toBe('good');
    if (shots) await page.screenshot({ path: `${shots}/verify-pdf.png`, fullPage: true });
    for (const forge of [withWhiteBox, withFalseFirstPage, withAnnotation]) {
      await choose('better.pdf', await forge(own.buffer));
      await page.getByRole('heading', { name: texts.files.other.head }).waitFor();
      expect(await tone()).toBe('compare');
      expect(await page.getByRole('row', { name: 'Mathematics' }).innerText()).toMatch(/66\.8/);
    }
    expect(await findAxeViolations(page)).toEqual([]);
    if (shots) await page.screenshot({ path: `${shots}/verify-other-file.png`, fullPage: true });
    await choose('scan.pdf', await asScan(own.buffer, { bits: 1 }));
    await page.getByRole('heading', { name: texts.files.other.head }).waitFor();
    await choose('none.pdf', await PDFDocument.create().then((empty) => empty.save()));
    await page.getByText(verificationWordings.noCodeInPdf).waitFor();
    await choose('none.pdf', Buffer.from('no PDF'));
    await page.getByText(verificationWordings.noPdf).waitFor();
  });

  it('refuses a card of another school, and figures that nobody signed', async () => {
    const { page } = await school.visit();
    await page.goto(`${school.url}/verify#12345`);
    await page.getByText(verificationWordings.noCard).waitFor();
    const link = await scanned('S01');
    const bytes = Buffer.from((await copiesOf('S01'))[0]?.signed ?? '', 'base64url');
    // One of the bytes of the figures: before the signature, behind the key.
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 65) ^ 1, bytes.length - 65);
    await page.goto(`${link.slice(0, link.indexOf('#'))}#${bytesToDigits(bytes)}`);
    await page.getByRole('heading', { name: texts.outcomes['not ours'].head }).waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
  });

  it('opens and checks without a network once it was opened, and says how old its list is', async () => {
    const { page, context } = await school.visit();
    await page.goto(await scanned('S01'));
    await page.getByRole('heading', { name: texts.outcomes.valid.head }).waitFor();
    await page.waitForFunction(
      async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated',
    );
    await context.setOffline(true);
    await page.goto('about:blank');
    await page.goto(await scanned('S02'));
    await page.getByRole('heading', { name: texts.outcomes.valid.head }).waitFor();
    await page.getByText(/Looked up in the school’s list of \d{2}-\w{3}-\d{4} \d{2}:\d{2}\./).waitFor();
    await page.getByLabel(texts.code).fill('00000-00000');
    await page.getByRole('button', { name: texts.check, exact: true }).click();
    await page.getByText(verificationWordings.codeNeedsNetwork).waitFor();
  });

  it('says of a printed card that it was replaced after it was issued again', async () => {
    const before = await pdfOf('S03');
    await executeActionOfTest(
      TermReportEntity.update({ studentId: 'S03', year, term }, { set: { formTeacherComments: 'Kind to everybody.' } }),
    );
    const reason = 'A remark was missing';
    const again = await admin.call(termReportsContract.issueReportAgain, { student_id: 'S03', year, term, reason });
    expect(again.status).toBe(200);
    const { page } = await school.visit();
    await page.goto(`${school.url}/verify`);
    await page.getByLabel(texts.pdf).setInputFiles(before);
    await page.getByRole('heading', { name: texts.outcomes.replaced.head }).waitFor();
    await page.getByLabel(texts.pdf).setInputFiles(await pdfOf('S03'));
    await page.getByRole('heading', { name: texts.files.issued.head }).waitFor();
  });
});
