import { createHash } from 'node:crypto';
import JSZip from 'jszip';
import { describe, expect, it } from 'vitest';
import { FamilyMailEntity } from '#functions/options/families/records/family-mails.ts';
import { FamilyNoteEntity, notePictureKey } from '#functions/options/families/records/family-note.ts';
import { registrationFileKey } from '#functions/options/families/records/registration-files.ts';
import { writeProposal } from '#functions/options/families/records/registration-proposals.ts';
import { IssuedFileEntity } from '#functions/options/signed-cards/records/issued-files.ts';
import { storeFile } from '#functions/platform/files/uploads.ts';
import { StudentSignInEntity } from '#functions/sessions/student-access.ts';
import { studentRegisterContract as register } from '#shared/students/register/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { rowsOf } from '../../../support/files/rows-of-sheet.ts';
import { executeActionOfTest, readEveryRecord } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { term, year } from '../../../support/school/small-school.ts';
import { postReports } from '../../term-reports/report-cards/post-reports.ts';

describe('everything about a student', () => {
  const school = schoolForTests();
  const office = school.as('A1');
  const unpacked = async (link: string) => JSZip.loadAsync(await (await office.follow(link)).arrayBuffer());

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
    expect(body.contents.slice(1)).toEqual([
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
