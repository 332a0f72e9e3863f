import { createHash } from 'node:crypto';
import ExcelJS from 'exceljs';
import JSZip from 'jszip';
import { beforeAll, describe, expect, it } from 'vitest';
import { CourseWorkEntity } from '#functions/marks/records/course-work.ts';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import { FamilyMailEntity } from '#functions/options/families/records/family-mails.ts';
import { FamilyNoteEntity, notePictureKey } from '#functions/options/families/records/family-note.ts';
import { registrationFileKey } from '#functions/options/families/records/registration-files.ts';
import { writeProposal } from '#functions/options/families/records/registration-proposals.ts';
import { IssuedFileEntity } from '#functions/options/signed-cards/records/issued-files.ts';
import { storeFile } from '#functions/platform/files/uploads.ts';
import { recordAccessEvent } from '#functions/sessions/access-events.ts';
import * as access from '#functions/sessions/student-access.ts';
import { StudentSignInEntity } from '#functions/sessions/student-access.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { studentRegisterContract as register } from '#shared/students/register/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import { postReportOfStudent } from '../../../support/school/posted-report.ts';
import { executeActionOfTest, readEveryRecord } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { addAccount, term, year } from '../../../support/school/small-school.ts';
import { postReports } from '../../term-reports/report-cards/post-reports.ts';

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
  /** The rows of a sheet, as text. */
  const rowsOf = async (bytes: Uint8Array, name: string) => {
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(Buffer.from(bytes) as never);
    const rows: string[] = [];
    workbook.getWorksheet(name)?.eachRow((row) => rows.push((row.values as unknown[]).slice(1).join(' | ')));
    return rows;
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

  it('has what the family sent and did: registration with its files, absence notes with pictures, sign-ins, links and e-mails', async () => {
    const sent = 'S41-0123456789abcdea.jpg';
    const note = { studentId: 'S41', id: 'student.S41/note', picture: 'image/png' as const };
    const expires = 4_000_000_000;
    const caller = { accountId: 'student.S41', name: 'Pupil S41' };
    await Promise.all([
      writeProposal({
        before: undefined,
        after: {
          studentId: 'S41',
          year,
          state: 'handed in',
          handedInAt: '2025-11-03T10:00:00.000Z',
          values: { religion_code: 'RC', hobbies: '=Chess' },
          files: { file_passport: sent },
        },
        changes: [],
        caller,
        request: { now: new Date(), idempotencyKey: 'proposal' },
      }),
      storeFile(registrationFileKey('S41', 'file_passport', sent), Buffer.from('a new passport'), 'image/jpeg'),
      storeFile(notePictureKey(note), Buffer.from('a picture of a note'), note.picture),
      executeActionOfTest(
        FamilyNoteEntity.put({
          ...note,
          from: '2025-10-06',
          to: '2025-10-07',
          year,
          term,
          days: 2,
          why: 'ill',
          version: 1,
          expires,
          words: 'A fever',
          state: 'accepted',
          sentAt: '2025-10-06T12:00:00.000Z',
        }),
      ),
      executeActionOfTest(
        StudentSignInEntity.put({
          studentId: 'S41',
          firstAt: '2025-09-09T10:00:00.000Z',
          lastAt: '2025-11-03T09:00:00.000Z',
        }),
      ),
      executeActionOfTest(
        FamilyMailEntity.put({
          studentId: 'S41',
          address: 'parent@example.com',
          event: 'posted-2025-1-1',
          group: 'posted-2025-1-1',
          occasion: 'report posted',
          state: 'sent',
          claim: 'c',
          expires,
          claimedAt: '2025-12-12T10:00:00.000Z',
          sentAt: '2025-12-12T10:00:01.000Z',
        } as never),
      ),
    ]);
    const { body } = await office.call(register.exportEverythingAboutStudent, { student_id: 'S41' });
    expect(body.contents.slice(2)).toEqual([
      'Registration 2025-2026/Passport Bio Page.jpg',
      'Absence Notes/2025-10-06 1.png',
    ]);
    const zip = await unpacked(body.link);
    const textOf = (name: string) => zip.file(name)?.async('string');
    expect(await textOf('Registration 2025-2026/Passport Bio Page.jpg')).toBe('a new passport');
    expect(await textOf('Absence Notes/2025-10-06 1.png')).toBe('a picture of a note');
    const workbook = await zip.file(body.contents[0] ?? '')?.async('uint8array');
    if (!workbook) throw new Error('there is no workbook');
    const registration = await rowsOf(workbook, 'Registration');
    const about = '2025-2026 | Handed in | 03-Nov-2025 06:00';
    expect(registration).toContain(`${about} | Religion | Roman Catholic`);
    // Nothing that a spreadsheet program would work out (rule 23).
    expect(registration.find((row) => row.startsWith(`${about} | Hobbies`))).toMatch(/Hobbies \| [^=]/);
    expect((await rowsOf(workbook, 'Absence Notes'))[1]).toMatch(
      /06-Oct-2025 08:00 \| 06-Oct-2025 \| 07-Oct-2025 \| Illness \| A fever \| Accepted/,
    );
    expect(await rowsOf(workbook, 'Family Events')).toEqual([
      'When | Event',
      '09-Sep-2025 06:00 | Signed in for the first time',
      '03-Nov-2025 05:00 | Signed in last',
      '12-Dec-2025 06:00 | E-mail about report to parent@example.com',
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

  it('has the very file of a posted card that the school hands out and answers for', async () => {
    expect((await postReports(office, { posted: 1, date_posted: null })).body.state).toBe('finished');
    const { body } = await office.call(register.exportEverythingAboutStudent, { student_id: 'S41' });
    const zip = await unpacked(body.link);
    const card = await zip.file('Report Cards/Report Card 2025-2026 Term 1.pdf')?.async('uint8array');
    if (!card) throw new Error('there is no card');
    const issued = (await readEveryRecord(IssuedFileEntity)).map(({ studentId, sha256 }) => [studentId, sha256]);
    expect(issued).toContainEqual(['S41', createHash('sha256').update(card).digest('hex')]);
    const printed = await office.call(termReportsContract.printReportCard, {
      studentId: 'S41',
      year: String(year),
      term: String(term),
    });
    expect(Buffer.from(card).equals(Buffer.from(printed.bytes))).toBe(true);
  });
});
