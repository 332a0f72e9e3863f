import { PDFDocument } from 'pdf-lib';
import { beforeAll, describe, expect, it } from 'vitest';
import { storeFile } from '#functions/platform/files/uploads.ts';
import { fileKeyOf } from '#functions/students/records/files/file-keys.ts';
import { listStudentsOfClass } from '#functions/students/records/rosters/read-rosters.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { optionalStudentFields, studentFields } from '#shared/students/fields.ts';
import { studentFilesContract } from '#shared/students/files/contract.ts';
import type { FileKind, UploadType } from '#shared/students/files/file-kinds.ts';
import { attachmentWordings } from '#shared/students/wordings.ts';
import { elementsWithRole, readPrintedPdf } from '../../../support/files/printed-pdf.ts';
import { makeJpeg, makePdf, makePng } from '../../../support/files/sample-files.ts';
import { sendFile } from '../../../support/files/send-file.ts';
import { givePicture } from '../../../support/pictures.ts';
import { changeRecordOfTest, executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';

const school = schoolForTests();

const { printRegistrationForm } = studentFilesContract;

describe('a registration form', () => {
  const [admin, pta] = [school.as('A1'), school.as('A3')];

  beforeAll(async () => {
    await executeActionOfTest(
      StudentEntity.update(
        { studentId: 'S01' },
        {
          set: {
            dateOfBirth: '2012-03-04',
            religion_code: 'RC',
            repeater: 'Yes',
            mother_name: 'Ana Ōkoye',
            seaNo: '0012',
            details: `${'Long words. '.repeat(41)}END`,
            asthma: 'Yes',
            file_passport: 'S01-0123456789abcdef.pdf',
            home_address: '1 Harbour Road',
            previous_school: 'St. Agnes’',
          },
        },
      ),
    );
    await givePicture('S01', makeJpeg({ orientation: 6 }));
  });

  const print = async (input: Parameters<typeof admin.call<typeof printRegistrationForm>>[1], client = admin) => {
    const { status, bytes } = await client.call(printRegistrationForm, input);
    expect(status).toBe(200);
    return { bytes, pdf: await readPrintedPdf(bytes) };
  };
  /** Label and answer of everything that it asks. */
  const factsOf = ({ sections }: Awaited<ReturnType<typeof readPrintedPdf>>) =>
    elementsWithRole(sections, 'P').map(({ text }) => text);
  const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

  it('asks everything that is known of a student, in its groups, and says what is known', async () => {
    const { pdf, bytes } = await print({ student_id: 'S01' });
    expect(pdf.isTagged).toBe(true);
    expect(pdf.title).toMatch(/^Registration Form, /);
    expect(elementsWithRole(pdf.sections, 'H3').map(({ text }) => text)).toEqual([
      'Student',
      'Contact',
      'Family',
      'School History',
      'Personal',
      'Technology',
      'Medical',
      'Documents',
    ]);
    const facts = factsOf(pdf);
    for (const { label } of Object.values(studentFields)) {
      expect(
        facts.some((text) => text.startsWith(label)),
        label,
      ).toBe(true);
    }
    const said = facts.join('\n');
    for (const text of ['04-Mar-2012', 'Roman Catholic', 'Ana Ōkoye', '0012', 'END', 'Uploaded', 'St. Agnes’']) {
      expect(said).toContain(text);
    }
    expect(latin(bytes)).toContain('/Filter/DCTDecode');
  });

  it('cuts nothing off and prints nothing over the edge, with every answer as long as it may be', async () => {
    const full = optionalStudentFields
      .filter((name) => !['file', 'picture'].includes(studentFields[name].type))
      .map((name) => [name, `${'W'.repeat((studentFields[name].limit ?? 4) - 1)}Z`]);
    await executeActionOfTest(StudentEntity.update({ studentId: 'S02' }, { set: Object.fromEntries(full) }));
    const { pdf } = await print({ student_id: 'S02' });
    for (const { width, height, texts } of pdf.pages) {
      for (const text of texts) {
        expect(text.x).toBeGreaterThan(20);
        expect(text.x + text.width).toBeLessThan(width - 20);
        expect(text.y).toBeLessThan(height - 10);
      }
    }
    const ends = factsOf(pdf).join('').match(/Z/g)?.length ?? 0;
    expect(ends).toBeGreaterThanOrEqual(full.length);
  });

  it('of a class is one of each student, in the order of the class, each with a bookmark', async () => {
    const { pdf } = await print({ class_id: '1A' });
    const names = (await listStudentsOfClass('1A')).map(({ firstName, lastName }) => `${firstName} ${lastName}`);
    expect(pdf.bookmarks).toEqual(names);
    expect(pdf.bookmarks).toHaveLength(6);
  });

  it('that is empty asks everything and names nobody', async () => {
    const { pdf, bytes } = await print({ empty: '1' });
    const facts = factsOf(pdf);
    expect(facts).toContain('Last Name');
    expect(facts).toContain('Asthma\nYes / No');
    expect(latin(bytes)).not.toContain('/XObject');
  });

  it('has for the PTA nothing of what is kept for the office, and no photo', async () => {
    const { pdf, bytes } = await print({ student_id: 'S01' }, pta);
    const all = pdf.pages.flatMap(({ texts }) => texts.map(({ text }) => text)).join('\n');
    expect(all).toContain('St. Agnes’');
    for (const kept of [
      'Mother',
      'Okoye',
      'Ōkoye',
      '0012',
      'SEA',
      'Catholic',
      'Religion',
      'Asthma',
      'Medical',
      'Passport',
      'Uploaded',
      'Emergency',
    ]) {
      expect(all, kept).not.toContain(kept);
    }
    expect(latin(bytes)).not.toContain('DCTDecode');
  });

  it('of somebody who left is not for the PTA', async () => {
    await changeRecordOfTest(StudentEntity, { studentId: 'S13' }, { status: 'archived', classId: '1B' });
    expect((await pta.call(printRegistrationForm, { student_id: 'S13' })).status).toBe(404);
    expect((await admin.call(printRegistrationForm, { student_id: 'S13' })).status).toBe(200);
    // Under this name the table keeps those who left: it is no class.
    for (const client of [pta, admin]) {
      expect((await client.call(printRegistrationForm, { class_id: 'archived' })).status).toBe(404);
    }
  });

  it('is of a student, or a class, or nobody: of one of them, and of one that is there', async () => {
    expect((await admin.call(printRegistrationForm, {})).status).toBe(422);
    expect((await admin.call(printRegistrationForm, { student_id: 'S01', class_id: '1A' })).status).toBe(422);
    expect((await admin.call(printRegistrationForm, { student_id: 'S99' })).status).toBe(404);
    expect((await admin.call(printRegistrationForm, { class_id: '9Z' })).status).toBe(404);
  });

  it('has a photo that is too large or broken beside it, and says so', async () => {
    await givePicture('S03', Buffer.concat([makeJpeg(), Buffer.alloc(3_700_000)]));
    await givePicture('S04', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]));
    for (const studentId of ['S03', 'S04']) {
      const { pdf, bytes } = await print({ student_id: studentId });
      const all = pdf.pages[0]?.texts.map(({ text }) => text).join(' ');
      expect(all).toContain('Photo is kept');
      expect(bytes.length).toBeLessThan(300_000);
    }
  });
});

describe('a registration form with attachments', () => {
  const { printRegistrationForm, printRegistrationFormWithFiles } = studentFilesContract;
  const withPassword = Buffer.from(
    makePdf('Secret').toString('latin1').replace('/Root', '/Encrypt<</Filter/Standard>>/Root'),
  );
  const admin = school.as('A1');

  const give = async (studentId: string, files: [FileKind, UploadType, Buffer][]) => {
    for (const [kind, type, bytes] of files) {
      expect((await sendFile(admin, { studentId, kind, type, bytes })).status).toBe(200);
    }
  };
  /** A PDF that was kept before such files were refused. */
  const keep = async (studentId: string, kind: FileKind, bytes: Buffer) => {
    const file = `${studentId}-0123456789abcdef.pdf`;
    await storeFile(fileKeyOf(kind, file), bytes, 'application/pdf');
    await executeActionOfTest(StudentEntity.update({ studentId }, { set: { [kind]: file } }));
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
    await give('S05', [
      ['file_birth_certificate', 'application/pdf', makePdf('A birth certificate from outside')],
      ['file_immunization_card', 'image/jpeg', makeJpeg({ orientation: 6, width: 300, height: 200 })],
      ['file_sea_slip', 'image/png', makePng({ width: 20, height: 10, colourType: 6 })],
    ]);
    const { body, pdf } = await print('S05');
    expect(body).toMatchObject({ attached: 3, left: [] });
    const [cover, card, slip, certificate, ...more] = pdf.pages.slice(await pagesOfForm('S05'));
    expect(textOf(cover)).toContain('Attachments');
    expect(textOf(card)).toContain('Immunization Card');
    // Taken on its side, it is a high picture: on a high page.
    expect(card?.height).toBeGreaterThan(card?.width ?? 0);
    expect(slip?.width).toBeGreaterThan(slip?.height ?? 0);
    expect(textOf(certificate)).toBe('A birth certificate from outside');
    expect(more).toEqual([]);
  });

  it('names what is broken or protected by a password, and has all the rest', async () => {
    await keep('S06', 'file_birth_certificate', withPassword);
    await keep('S06', 'file_passport', Buffer.from('%PDF-1.7\nand then nothing that anybody could read'));
    await give('S06', [['file_student_permit', 'application/pdf', makePdf('A permit')]]);
    const { body, pdf } = await print('S06');
    expect(body.attached).toBe(1);
    expect(body.left).toEqual([
      { title: 'Birth Certificate', reason: attachmentWordings.protectedPdf },
      { title: 'Passport Bio Page', reason: attachmentWordings.damaged },
    ]);
    const [cover, permit] = pdf.pages.slice(await pagesOfForm('S06'));
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
    await keep('S11', 'file_passport', onPage);
    const { bytes, pdf } = await print('S11');
    expect(textOf(pdf.pages.at(-1))).toBe('Quiet');
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
    const { body, pdf } = await print('S12');
    expect(body).toMatchObject({ attached: 0, left: [] });
    expect(textOf(pdf.pages.at(-1))).toContain(attachmentWordings.none);
  });
});
