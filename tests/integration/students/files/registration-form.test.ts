import { beforeAll, describe, expect, it } from 'vitest';
import { studentFilesContract } from '#shared/students/files/contract.ts';
import { elementsWithRole, readPrintedPdf } from '../../../support/files/printed-pdf.ts';
import { makeJpeg } from '../../../support/files/sample-files.ts';
import { givePicture } from '../../../support/pictures.ts';
import { writeAction } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';

const { printRegistrationForm } = studentFilesContract;

describe('a registration form', () => {
  const server = schoolForTests();
  const [admin, pta] = [server.as('A1'), server.as('A3')];

  beforeAll(async () => {
    const { StudentEntity } = await import('#functions/students/records/store.ts');
    await writeAction(
      StudentEntity.update(
        { studentId: 'S01' },
        {
          set: {
            ...{
              dateOfBirth: '2012-03-04',
              religion_code: 'RC',
              repeater: 'Yes',
              mother_name: 'Ana Ōkoye',
              seaNo: '0012',
            },
            ...{ details: `${'Long words. '.repeat(41)}END`, asthma: 'Yes', file_passport: 'S01-0123456789abcdef.pdf' },
            ...{ home_address: '1 Harbour Road', previous_school: 'St. Agnes’' },
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
    const { studentFields } = await import('#shared/students/fields.ts');
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
    const { StudentEntity } = await import('#functions/students/records/store.ts');
    const { optionalStudentFields, studentFields } = await import('#shared/students/fields.ts');
    const full = optionalStudentFields
      .filter((name) => !['file', 'picture'].includes(studentFields[name].type))
      .map((name) => [name, `${'W'.repeat((studentFields[name].limit ?? 4) - 1)}Z`]);
    await writeAction(StudentEntity.update({ studentId: 'S02' }, { set: Object.fromEntries(full) }));
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
    const { studentsOfClass } = await import('#functions/students/records/rosters/read-rosters.ts');
    const names = (await studentsOfClass('1A')).map(({ firstName, lastName }) => `${firstName} ${lastName}`);
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
    const { StudentEntity } = await import('#functions/students/records/store.ts');
    await writeAction(StudentEntity.update({ studentId: 'S13' }, { set: { status: 'archived', classId: '1B' } }));
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
