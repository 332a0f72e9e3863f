import ExcelJS from 'exceljs';
import JSZip from 'jszip';
import { beforeAll, describe, expect, it } from 'vitest';
import { CourseWorkEntity } from '#functions/marks/records/course-work.ts';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import { storeFile } from '#functions/platform/files/uploads.ts';
import { recordAccessEvent } from '#functions/sessions/access-events.ts';
import * as access from '#functions/sessions/student-access.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { studentRegisterContract as register } from '#shared/students/register/contract.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import { rowsOf } from '../../../support/files/rows-of-sheet.ts';
import { postReportOfStudent } from '../../../support/school/posted-report.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { addAccount, term, year } from '../../../support/school/small-school.ts';

describe('everything about a student', () => {
  const school = schoolForTests();
  const office = school.as('A1');

  beforeAll(async () => {
    const stamp = { by: 'Mona Núñez', at: '2025-10-02T10:00:00.000Z' };
    await Promise.all([
      executeActionOfTest(
        StudentEntity.update(
          { studentId: 'S41' },
          {
            set: {
              phone_cell: '0868',
              religion_code: 'RC',
              mother_occupation: '=Nurse',
              file_passport: 'S41-0123456789abcdef.pdf',
              file_sea_slip: 'S41-0123456789abcdee.pdf',
            },
          },
        ),
      ),
      executeActionOfTest(
        SubjectRecordEntity.put({
          studentId: 'S41',
          year,
          term,
          subjectId: 'MATH',
          classId: '4A',
          formLevel: 4,
          exam: 61,
          examOutOf: 70,
          comment: 'Reads widely.',
        }),
      ),
      executeActionOfTest(
        CourseWorkEntity.put({
          studentId: 'S41',
          year,
          term,
          subjectId: 'MATH',
          classId: '4A',
          page: 'p',
          version: 1,
          marks: { 2: { mark: 'Abs', outOf: 20, ...stamp, note: { text: 'Had a letter.', ...stamp } } },
        }),
      ),
      storeFile(
        'student-files/file_passport/S41-0123456789abcdef.pdf',
        Buffer.from('%PDF-passport'),
        'application/pdf',
      ),
    ]);
  });

  const unpacked = async (link: string) => {
    const answer = await office.follow(link);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename=".*S41\.zip"/);
    return JSZip.loadAsync(await answer.arrayBuffer());
  };
  it('is a zip of record, marks, report cards and files, and names what is missing', async () => {
    const { status, body } = await office.call(register.exportEverythingAboutStudent, { student_id: 'S41' });
    expect(status).toBe(200);
    const name = body.contents[0]?.replace(' - Record.xlsx', '');
    expect(body.contents).toEqual([`${name} - Record.xlsx`, 'Files/Passport Bio Page.pdf']);
    expect(body.missing).toEqual([
      'Report Card 2025-2026 Term 1: it has not been posted.',
      'SEA Placement Slip: the file is not there.',
    ]);
    const zip = await unpacked(body.link);
    expect(await zip.file('Files/Passport Bio Page.pdf')?.async('string')).toBe('%PDF-passport');
    const workbook = await zip.file(`${name} - Record.xlsx`)?.async('uint8array');
    if (!workbook) throw new Error('there is no workbook');
    const record = await rowsOf(workbook, 'Record');
    expect(record).toEqual(
      expect.arrayContaining(['Student ID | S41', 'Cell Phone | 0868', 'Religion | Roman Catholic']),
    );
    // Nothing that a spreadsheet program would work out (rule 23).
    expect(record.find((row) => row.startsWith("Mother's Occupation"))).not.toMatch(/\| =/);
    expect(await rowsOf(workbook, 'Marks')).toContainEqual(
      expect.stringMatching(/1 \| 4A \| Mathematics .* 61 \| 70 .*Reads widely\./),
    );
    expect(await rowsOf(workbook, 'Mark Book')).toContainEqual(
      expect.stringMatching(/1 \| 4A \| Mathematics \| 2 \| Abs \| 20 \| Had a letter\.$/),
    );
    expect(await rowsOf(workbook, 'Subjects')).toEqual(['Subject', 'English Language', 'Mathematics']);
    expect((await rowsOf(workbook, 'Changes')).join()).toContain('Everything about the student');
  });

  it('has no marks, remarks or cards for a clerk with Students alone, and the cover says why', async () => {
    const clerk = await clientOfAccount(school.url, 'A2');
    const { status, body } = await clerk.call(register.exportEverythingAboutStudent, { student_id: 'S41' });
    expect(status).toBe(200);
    const [first = ''] = body.contents;
    expect(body.contents).toEqual([first, 'Files/Passport Bio Page.pdf']);
    const leftOut = [
      'Marks: not included. An administrator who may open Edit\\View Term Details or Enter Marks can make the file with them.',
      'Marks of assessments: not included. An administrator who may open Course Mark can make the file with them.',
      'Term reports: not included. An administrator who may open Edit\\View Term Details can make the file with them.',
      'Report cards: not included. An administrator who may open Edit\\View Term Details can make the file with them.',
      'SEA Placement Slip: the file is not there.',
    ];
    expect(body.missing).toEqual(leftOut);
    const zip = await JSZip.loadAsync(await (await clerk.follow(body.link)).arrayBuffer());
    const bytes = await zip.file(first)?.async('uint8array');
    if (!bytes) throw new Error('there is no workbook');
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(Buffer.from(bytes) as never);
    expect(workbook.worksheets.map(({ name }) => name)).toEqual(['Cover', 'Record', 'Subjects', 'Changes']);
    expect(await rowsOf(bytes, 'Cover')).toEqual(['Not in this file', ...leftOut]);
  });

  it('has marks, but neither remarks nor cards, for a clerk who enters marks', async () => {
    await addAccount({
      accountId: 'A6',
      role: 'Admin',
      userName: 'marks',
      name: 'Mark Clerk',
      permissions: [
        { menu: 'students', action: null },
        { menu: 'enterMarks', action: null },
      ],
    });
    const { body } = await (await clientOfAccount(school.url, 'A6')).call(register.exportEverythingAboutStudent, {
      student_id: 'S41',
    });
    expect(body.missing.map((one) => one.split(':')[0])).toEqual([
      'Marks of assessments',
      'Term reports',
      'Report cards',
      'SEA Placement Slip',
    ]);
  });

  it('has each event of access to the student’s report cards that is kept, and no other student’s', async () => {
    const days = (ago: number) => new Date(Date.now() - ago * 86_400_000);
    const at = (ago: number) => ({ id: `request-${ago}`, now: days(ago), address: '203.0.113.24' });
    const card = { year, term, classId: '4A' };
    const ofStudent = { ...card, studentId: 'S41' };
    const office = { kind: 'document opened', accountId: 'A1', call: 'GET /api/reportcard' } as const;
    await access.recordReportCardOpened(ofStudent, at(300));
    await access.recordReportCardOpened(ofStudent, at(40));
    await access.recordLinkOpened(ofStudent, at(39));
    await access.recordLinkRefused({ studentId: 'S41', isLockedOut: false }, at(38));
    await access.recordStudentRefused({ studentId: 'S41' }, at(37));
    await recordAccessEvent({ kind: 'password changed', accountId: 'student.S41' }, at(36));
    await recordAccessEvent({ ...office, card: ofStudent }, at(35));
    await recordAccessEvent({ ...office, card }, at(34));
    // Another student's, another class's, and one that is kept no longer.
    await access.recordLinkOpened({ ...card, studentId: 'S42' }, at(33));
    await recordAccessEvent({ ...office, card: { ...card, classId: '1A' } }, at(32));
    await access.recordReportCardOpened(ofStudent, at(420));
    const { body } = await school.as('A1').call(register.exportEverythingAboutStudent, { student_id: 'S41' });
    const workbook = await (await unpacked(body.link)).file(body.contents[0] ?? '')?.async('uint8array');
    if (!workbook) throw new Error('there is no workbook');
    const network = '203.0.113.0/24';
    // The school is four hours behind UTC.
    const dated = (ago: number, text: string) => {
      const [, day, month, of] = new Date(at(ago).now.getTime() - 4 * 3_600_000).toUTCString().split(' ');
      return `${day}-${month}-${of} | ${text}`;
    };
    const rows = await rowsOf(workbook, 'Access');
    expect(rows.map((row) => row.replace(/ \d\d:\d\d /, ' '))).toEqual([
      'When, of the last 400 days | Event | Network',
      dated(300, `The student opened the report card of 2025-2026 Term 1 | ${network}`),
      dated(40, `The student opened the report card of 2025-2026 Term 1 | ${network}`),
      dated(39, `The report card of 2025-2026 Term 1 was opened by its link | ${network}`),
      dated(38, `A wrong date of birth was typed for a link to a report card | ${network}`),
      dated(37, `A sign-in of the student was refused | ${network}`),
      dated(36, `The account: password changed | ${network}`),
      dated(35, 'The school opened the report card of 2025-2026 Term 1'),
      dated(34, 'The school opened the report cards of 4A, 2025-2026 Term 1'),
    ]);
  });

  it('has each posted card as it was posted, and no draft of the other terms', async () => {
    await postReportOfStudent('S41', { year: year - 1, term: 3 });
    const { body } = await office.call(register.exportEverythingAboutStudent, { student_id: 'S41' });
    expect(body.contents.filter((name) => name.startsWith('Report Cards/'))).toEqual([
      'Report Cards/Report Card 2024-2025 Term 3.pdf',
    ]);
    expect(body.missing).toContain('Report Card 2025-2026 Term 1: it has not been posted.');
    const zip = await unpacked(body.link);
    const card = await zip.file('Report Cards/Report Card 2024-2025 Term 3.pdf')?.async('string');
    expect(card?.slice(0, 5)).toBe('%PDF-');
    const workbook = await zip.file(body.contents[0] ?? '')?.async('uint8array');
    if (!workbook) throw new Error('there is no workbook');
    const [heading] = await rowsOf(workbook, 'Term Reports');
    expect(heading).toContain('Times absent | Times late | Authority');
    expect(heading).not.toMatch(/_|dcomments/);
  });

  it('is audited on the student’s trail, and 404 for an unknown student', async () => {
    const { body } = await office.call(register.readStudentHistory, { student_id: 'S41' });
    expect(body.flatMap(({ changes }) => changes)).toContainEqual({
      field: null,
      label: 'Everything about the student',
      was: null,
      now: 'given out',
    });
    expect((await office.call(register.exportEverythingAboutStudent, { student_id: 'S00' })).status).toBe(404);
  });
});
