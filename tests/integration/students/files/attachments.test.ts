import { describe, expect, it } from 'vitest';
import { studentFilesContract } from '#shared/students/files/contract.ts';
import type { FileKind, UploadType } from '#shared/students/files/file-kinds.ts';
import { attachmentWordings } from '#shared/students/wordings.ts';
import { TestClient } from '../../../support/callers/client.ts';
import { readPrintedPdf } from '../../../support/files/printed-pdf.ts';
import { makeJpeg, makePdf, makePng } from '../../../support/files/sample-files.ts';
import { sendFile } from '../../../support/files/send-file.ts';
import { writeAction } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { password } from '../../../support/school/small-school.ts';

const { printRegistrationForm, printRegistrationFormWithFiles } = studentFilesContract;
const withPassword = Buffer.from(
  makePdf('Secret').toString('latin1').replace('/Root', '/Encrypt<</Filter/Standard>>/Root'),
);

describe('a registration form with attachments', () => {
  const server = schoolForTests();
  const admin = server.as('A1');

  const give = async (studentId: string, files: [FileKind, UploadType, Buffer][]) => {
    for (const [kind, type, bytes] of files) {
      expect((await sendFile(admin, { studentId, kind, type, bytes })).status).toBe(200);
    }
  };
  /** A PDF that was kept before such files were refused. */
  const keep = async (studentId: string, kind: FileKind, bytes: Buffer) => {
    const { storeFile } = await import('#functions/platform/files/uploads.ts');
    const { fileKeyOf } = await import('#functions/students/records/file-keys.ts');
    const { StudentEntity } = await import('#functions/students/records/store.ts');
    const file = `${studentId}-0123456789abcdef.pdf`;
    await storeFile(fileKeyOf(kind, file), bytes, 'application/pdf');
    await writeAction(StudentEntity.update({ studentId }, { set: { [kind]: file } }));
  };
  const print = async (studentId: string) => {
    const { status, body } = await admin.call(printRegistrationFormWithFiles, { student_id: studentId });
    expect(status).toBe(200);
    const answer = await admin.follow(body.url);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    const bytes = new Uint8Array(await answer.arrayBuffer());
    return { body, bytes, pdf: await readPrintedPdf(bytes) };
  };
  const pagesOfForm = async (studentId: string) =>
    (await readPrintedPdf((await admin.call(printRegistrationForm, { student_id: studentId })).bytes)).pages.length;
  const textOf = ({ texts }: { texts: { text: string }[] } = { texts: [] }) => texts.map(({ text }) => text).join(' ');

  it('has images upright on pages of their own, and PDFs from outside behind them', async () => {
    await give('S01', [
      ['file_birth_certificate', 'application/pdf', makePdf('A birth certificate from outside')],
      ['file_immunization_card', 'image/jpeg', makeJpeg({ orientation: 6, width: 300, height: 200 })],
      ['file_sea_slip', 'image/png', makePng({ width: 20, height: 10, colourType: 6 })],
    ]);
    const { body, pdf } = await print('S01');
    expect(body).toMatchObject({ attached: 3, left: [] });
    const [cover, card, slip, certificate, ...more] = pdf.pages.slice(await pagesOfForm('S01'));
    expect(textOf(cover)).toContain('Attachments');
    expect(textOf(card)).toContain('Immunization Card');
    // Taken on its side, it is a high picture: on a high page.
    expect(card?.height).toBeGreaterThan(card?.width ?? 0);
    expect(slip?.width).toBeGreaterThan(slip?.height ?? 0);
    expect(textOf(certificate)).toBe('A birth certificate from outside');
    expect(more).toEqual([]);
  });

  it('names what is broken or protected by a password, and has all the rest', async () => {
    await keep('S02', 'file_birth_certificate', withPassword);
    await keep('S02', 'file_passport', Buffer.from('%PDF-1.7\nand then nothing that anybody could read'));
    await give('S02', [['file_student_permit', 'application/pdf', makePdf('A permit')]]);
    const { body, pdf } = await print('S02');
    expect(body.attached).toBe(1);
    expect(body.left).toEqual([
      { title: 'Birth Certificate', reason: attachmentWordings.protectedPdf },
      { title: 'Passport Bio Page', reason: attachmentWordings.damaged },
    ]);
    const [cover, permit] = pdf.pages.slice(await pagesOfForm('S02'));
    expect(textOf(cover)).toContain(attachmentWordings.protectedPdf);
    expect(textOf(cover)).toContain(attachmentWordings.damaged);
    expect(textOf(permit)).toBe('A permit');
  });

  it('takes over neither scripts nor links of an uploaded PDF', async () => {
    const script = '/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>/AA<</WC<</S/JavaScript/JS(app.alert\\(2\\))>>>>';
    const onPage = Buffer.from(
      makePdf('Quiet', script)
        .toString('latin1')
        .replace('/Contents 4 0 R', '/AA<</O<</S/JavaScript/JS(3)>>>>/Contents 4 0 R'),
    );
    await keep('S03', 'file_passport', onPage);
    const { bytes, pdf } = await print('S03');
    expect(textOf(pdf.pages.at(-1))).toBe('Quiet');
    const { PDFDocument } = await import('pdf-lib');
    const whole = await PDFDocument.load(bytes);
    const scripts = whole.context
      .enumerateIndirectObjects()
      .filter(([, object]) => String(object).includes('JavaScript'));
    const reached = [whole.catalog, ...whole.getPages().map(({ node }) => node)].filter((node) =>
      String(node).includes('/AA'),
    );
    expect(reached).toEqual([]);
    expect(scripts).toEqual([]);
  });

  it('says that there are none where there are none', async () => {
    const { body, pdf } = await print('S04');
    expect(body).toMatchObject({ attached: 0, left: [] });
    expect(textOf(pdf.pages.at(-1))).toContain(attachmentWordings.none);
  });

  it('is not for the PTA, and not of somebody who is not there', async () => {
    const pta = await new TestClient(server.url).signIn('pta', password);
    expect((await pta.call(printRegistrationFormWithFiles, { student_id: 'S01' })).status).toBe(403);
    expect((await admin.call(printRegistrationFormWithFiles, { student_id: 'S99' })).status).toBe(404);
  });
});
