import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { TermPostingEntity } from '#functions/term-reports/report-cards/posting/postings.ts';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { familiesContract } from '#shared/options/families/contract.ts';
import { entranceContract } from '#shared/options/families/entrance/contract.ts';
import { familyWordings } from '#shared/options/families/wordings.ts';
import type { DidDocument } from '#shared/options/signed-cards/card-credential.ts';
import { verificationContract } from '#shared/options/signed-cards/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { clientWithSession } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { readPrintedPdf } from '../../../support/files/printed-pdf.ts';
import { verifyCredentialByTheSpecification } from '../../../support/options/signed-cards/independent-verifier.ts';
import { postReportOfStudent } from '../../../support/school/posted-report.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { addStudents, isUserEnabled, term, year } from '../../../support/school/small-school.ts';
import { switchOption } from '../../../support/school/switch-option.ts';
import { recordTraffic } from '../../../support/school/table-traffic.ts';

const { login, employeeLogin, logout } = authContract;
const { studentLogin, setStudentPasswordAtSignIn } = entranceContract;
const {
  startMakingFamilyAccounts,
  readFamilyAccounts,
  listFamilyAccounts,
  printFamilyLetters,
  undoAct: undoFamilyAccounts,
} = familiesContract;
const {
  listMyReports,
  readMyReport,
  printMyReport,
  downloadMyCredential,
  listActs: listFamilyAccountActs,
} = familiesContract;
const chosen = 'Seven green lanterns 7';

/** In the order of the story: the office makes accounts and prints letters, a student signs in and reads. */
describe('the families’ entrance', () => {
  const school = schoolForTests();
  const office = school.as('A1');

  beforeAll(async () => {
    await addStudents('1B', ['007', '7']);
  });

  const visitor = () => clientWithSession(school.url, undefined);
  const family = { name: '', password: '' };
  let student: TestClient;

  async function followed(key: string) {
    for (let round = 0; round < 200; round += 1) {
      const { body } = await office.call(startMakingFamilyAccounts, {}, { 'Idempotency-Key': key });
      if (body.state !== 'running') return body;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('The run does not end');
  }

  it('makes an account for each current student, and names the one whose id differs in zeros alone', async () => {
    const before = (await office.call(readFamilyAccounts, {})).body;
    expect(before.classes.find(({ class_id }) => class_id === '1A')).toMatchObject({ students: 6, accounts: 0 });
    expect(await followed('0f8fad5b-d9cb-469f-a165-708677289501')).toMatchObject({ state: 'finished' });
    const after = (await office.call(readFamilyAccounts, {})).body;
    expect(after.classes.find(({ class_id }) => class_id === '1A')).toMatchObject({ students: 6, accounts: 6 });
    expect(after.classes.find(({ class_id }) => class_id === '1B')).toMatchObject({ students: 5, accounts: 4 });
    expect(after.run?.left.map(({ reason }) => reason)).toEqual([familyWordings.nearId]);
  });

  it('makes none for those who have one, under another key', async () => {
    expect(await followed('0f8fad5b-d9cb-469f-a165-708677289502')).toMatchObject({ total_rows: 1, state: 'finished' });
  });

  it('prints a letter for each student of a class, whose password opens a change of password and no session', async () => {
    const { status, bytes } = await office.call(printFamilyLetters, { class_id: '4A' });
    expect(status).toBe(200);
    const { pages, title } = await readPrintedPdf(bytes);
    expect(title).toBe('Letters to families, 4A');
    const texts = pages.flatMap(({ texts }) => texts.map(({ text }) => text));
    expect(texts.filter((text) => text === `${school.url}/student`)).toHaveLength(4);
    const at = texts.indexOf('S41');
    family.name = 'S41';
    family.password = texts.slice(at).find((text) => /^[A-Za-z2-9]{16}$/.test(text)) ?? '';
    expect(family.password).not.toBe('');

    student = await visitor();
    const answer = await student.call(studentLogin, family);
    expect(answer.body).toEqual({ student_id: 'S41', password_reset: true });
    expect(student.cookies.get('session')).toBeUndefined();
    expect((await student.call(listMyReports, {})).status).toBe(401);
    const weak = await student.call(setStudentPasswordAtSignIn, { name: 'S41', password: 'S41 S41 S41' });
    expect(weak.status).toBe(422);
    expect((await student.call(setStudentPasswordAtSignIn, { name: 'S42', password: chosen })).status).toBe(403);
    expect((await student.call(setStudentPasswordAtSignIn, { name: 'S41', password: chosen })).status).toBe(200);
    expect((await student.call(listMyReports, {})).body.student).toEqual({
      id: 'S41',
      name: 'Pupil S41 Lastname S41',
      class_id: '4A',
    });
  });

  it('prints no second letter for students who have signed in, and ends the passwords of the first letters', async () => {
    const { bytes } = await office.call(printFamilyLetters, { class_id: '4A' });
    const texts = (await readPrintedPdf(bytes)).pages.flatMap(({ texts }) => texts.map(({ text }) => text));
    expect(texts).not.toContain('S41');
    expect(texts).toContain('S42');
    const list = (await office.call(listFamilyAccounts, { class_id: '4A' })).body;
    expect(list.map(({ student_id, account }) => [student_id, account])).toEqual([
      ['S41', 'used'],
      ...['S42', 'S43', 'S44'].map((id) => [id, 'unused']),
    ]);
  });

  it('lets a student in by no other door, and nobody of the staff by this one', async () => {
    for (const row of [login, employeeLogin])
      for (const name of ['S41', 'student:S41'])
        expect((await (await visitor()).call(row, { name, password: chosen })).status).toBe(401);
    expect((await (await visitor()).call(studentLogin, { name: 'mona', password: 'Small-school-1' })).status).toBe(401);
    expect((await (await visitor()).call(studentLogin, { name: ' s41 ', password: chosen })).status).toBe(200);
  });

  it('shows what is posted, newest first, and the same bytes of the card each time', async () => {
    await postReportOfStudent('S41', { year: year - 1, term });
    await postReportOfStudent(
      'S41',
      { year: year - 2, term: 3 },
      { change: { average: { text: '61.0', entered: 2, of: 2 } } },
    );
    await postReportOfStudent('S42', { year: year - 1, term: 2 });
    const { reports } = (await student.call(listMyReports, {})).body;
    expect(reports.map(({ title, average }) => [title, average])).toEqual([
      ['Term 1, 2024-2025', '75.3'],
      ['Term 3, 2023-2024', '61.0'],
    ]);
    const ofTerm = { year: String(year - 1), term: String(term) };
    const opening = await recordTraffic(async () => {
      await student.call(readMyReport, ofTerm);
    });
    expect(opening.map(({ operation }) => operation)).toHaveLength(3);
    const { body } = await student.call(readMyReport, ofTerm);
    expect(body.subjects.map(({ title, total }) => [title, total])).toEqual([
      ['English Language', '65.0'],
      ['Mathematics', '85.5'],
    ]);
    expect(body.attendance).toEqual([
      { label: 'Possible attendance', value: '120' },
      { label: 'Times absent', value: '3' },
      { label: 'Times late', value: '1' },
    ]);
    const [first, second] = [await student.call(printMyReport, ofTerm), await student.call(printMyReport, ofTerm)];
    expect((await readPrintedPdf(first.bytes)).title).toBe('Term report, Lastname S41, Pupil S41, Term 1, 2024-2025');
    expect(Buffer.compare(first.bytes, second.bytes)).toBe(0);
    // The office’s print is the same file, and the school answers for these bytes alone.
    const ofOffice = await office.call(termReportsContract.printReportCard, { studentId: 'S41', ...ofTerm });
    expect(Buffer.compare(first.bytes, ofOffice.bytes)).toBe(0);
    const found = await student.call(verificationContract.findCard, { code: body.code?.replace('-', '') ?? '' });
    const sha256 = createHash('sha256').update(first.bytes).digest('base64url');
    const subject = { id: `${school.url}/verify#${body.code?.replace('-', '')}`, file: `sha256-${sha256}` };
    expect(found.body.files.map(({ credentialSubject }) => credentialSubject)).toEqual([subject]);
    for (const file of found.body.files)
      expect(
        await verifyCredentialByTheSpecification(
          file,
          (await student.call(verificationContract.readDidDocument, {})).body as DidDocument,
        ),
      ).toBe(true);
    const credential = await student.call(downloadMyCredential, ofTerm);
    expect(credential.body.credentialSubject).toMatchObject({ initials: 'P.S.L.', class: '4A', average: '75.3' });
    expect(credential.body.id).toBe(`${school.url}/verify#${body.code?.replace('-', '')}`);
    const did = await student.call(verificationContract.readDidDocument, {});
    expect(await verifyCredentialByTheSpecification(credential.body, did.body as DidDocument)).toBe(true);
    // Somebody else's term.
    expect((await student.call(downloadMyCredential, { year: String(year - 1), term: '2' })).status).toBe(404);
    expect((await student.call(readMyReport, { year: String(year - 1), term: '2' })).status).toBe(404);
  });

  it('lets a student change their own password, and ends the sessions elsewhere', async () => {
    const elsewhere = await visitor();
    expect((await elsewhere.call(studentLogin, { name: 'S41', password: chosen })).status).toBe(200);
    const wrong = { name: 'S41', password: 'Nine blue kettles 9', current_password: 'Eight red doors 88' };
    const refused = await student.call(setStudentPasswordAtSignIn, wrong);
    expect([refused.status, Object.keys(refused.error?.fields ?? {})]).toEqual([422, ['current_password']]);
    const ofOther = { ...wrong, name: 'S42', current_password: chosen };
    expect((await student.call(setStudentPasswordAtSignIn, ofOther)).status).toBe(403);
    const change = { ...wrong, current_password: chosen };
    expect((await student.call(setStudentPasswordAtSignIn, change)).status).toBe(200);
    expect((await student.call(listMyReports, {})).status).toBe(200);
    expect((await elsewhere.call(listMyReports, {})).status).toBe(401);
    const back = { name: 'S41', password: chosen, current_password: 'Nine blue kettles 9' };
    expect((await student.call(setStudentPasswordAtSignIn, back)).status).toBe(200);
  });

  it('tells the office who opened a report', async () => {
    const list = (await office.call(listFamilyAccounts, { class_id: '4A', year: String(year - 1), term: '1' })).body;
    expect(list.map(({ student_id, opened_at }) => [student_id, opened_at !== null])).toEqual([
      ['S41', true],
      ...['S42', 'S43', 'S44'].map((id) => [id, false]),
    ]);
    let counted: ReturnType<typeof countOf> | undefined;
    const countOf = () => office.call(readFamilyAccounts, { year: String(year - 1), term: '1' });
    // The session, seven queries, and two for those whom the last run left out; however long families have been opening
    // reports.
    const asked = await recordTraffic(() => (counted = countOf()));
    expect(asked).toHaveLength(10);
    const body = (await counted)?.body;
    expect(body?.classes.find(({ class_id }) => class_id === '4A')).toMatchObject({ signed_in: 1, opened: 1 });
  });

  it('takes a report back at once with its posting', async () => {
    await executeActionOfTest(TermPostingEntity.update({ year: year - 2, term: 3 }, { set: { isPosted: false } }));
    expect((await student.call(listMyReports, {})).body.reports).toHaveLength(1);
    for (const row of [readMyReport, printMyReport])
      expect((await student.call(row, { year: String(year - 2), term: '3' })).status).toBe(404);
  });

  it('asks for a new password where the office has marked the student, and lifts the mark', async () => {
    await office.call(authContract.changeResetPassword, { student_id: 'S41', reset_password: true });
    const phone = await visitor();
    expect((await phone.call(studentLogin, { name: 'S41', password: chosen })).body.password_reset).toBe(true);
    expect((await phone.call(setStudentPasswordAtSignIn, { name: 'S41', password: chosen })).status).toBe(422);
    const other = 'Nine blue anchors 9';
    expect((await phone.call(setStudentPasswordAtSignIn, { name: 'S41', password: other })).status).toBe(200);
    expect((await phone.call(studentLogin, { name: 'S41', password: other })).body.password_reset).toBe(false);
    student = phone;
  });

  it('gives a one-time password that ends the sessions, where the office resets it', async () => {
    const { body } = await office.call(studentRegisterContract.resetStudentPassword, { student_id: 'S41' });
    expect(body.one_time_password).toMatch(/^[A-Za-z2-9]{16}$/);
    expect((await student.call(listMyReports, {})).status).toBe(401);
    const phone = await visitor();
    const password = body.one_time_password ?? '';
    expect((await phone.call(studentLogin, { name: 'S41', password })).body.password_reset).toBe(true);
    expect((await phone.call(setStudentPasswordAtSignIn, { name: 'S41', password: chosen })).status).toBe(200);
    student = phone;
  });

  it('ends sign-in and sessions with the archive, and brings them back with the student', async () => {
    const leaving = { student_id: 'S41', date_of_leaving: '2025-11-20', reason: null };
    expect((await office.call(studentRegisterContract.archiveStudent, leaving)).status).toBe(200);
    expect((await student.call(listMyReports, {})).status).toBe(401);
    expect((await (await visitor()).call(studentLogin, { name: 'S41', password: chosen })).status).toBe(401);
    await office.call(studentRegisterContract.restoreStudent, { student_id: 'S41', class_id: '4B' });
    expect((await (await visitor()).call(studentLogin, { name: 'S41', password: chosen })).status).toBe(200);
    expect((await student.call(listMyReports, {})).body.student.class_id).toBe('4B');
    expect((await student.call(logout, {})).status).toBe(200);
    expect((await student.call(listMyReports, {})).status).toBe(401);
  });

  it('undoes a run: unused accounts go, with their users, and the used one stays', async () => {
    const acts = (await office.call(listFamilyAccountActs, { of: 'families' })).body;
    const undo = acts.at(-1)?.undo ?? '';
    const key = crypto.randomUUID();
    let answer = (await office.call(undoFamilyAccounts, { undo }, { 'Idempotency-Key': key })).body;
    while (answer.state === 'running') {
      await new Promise((resolve) => setTimeout(resolve, 100));
      answer = (await office.call(undoFamilyAccounts, { undo }, { 'Idempotency-Key': key })).body;
    }
    expect(answer.left).toEqual([`Lastname S41, Pupil S41 (S41): ${familyWordings.hasSignedIn}`]);
    const { classes } = (await office.call(readFamilyAccounts, {})).body;
    expect(classes.reduce((sum, { accounts }) => sum + accounts, 0)).toBe(1);
    await expect(isUserEnabled('student:S42')).rejects.toThrow(/does not exist/);
    // Of seventeen one never had an account, for another's id, and one had signed in.
    const listed = (await office.call(listFamilyAccountActs, { of: 'families' })).body;
    expect(listed.find((act) => act.undo === undo)).toMatchObject({
      undone_at: expect.any(String),
      left: { undone: 15, stays: 1, why: answer.left },
    });
    expect((await office.call(undoFamilyAccounts, { undo })).status).toBe(409);
    expect((await (await visitor()).call(studentLogin, { name: 'S41', password: chosen })).status).toBe(200);
    // Nothing of the removed ones is in the way of new ones.
    expect(await followed('0f8fad5b-d9cb-469f-a165-708677289503')).toMatchObject({ total_rows: 16, state: 'finished' });
    expect((await office.call(readFamilyAccounts, {})).body.run?.left).toHaveLength(1);
  });

  it('says that a student has no account, and makes one where that is asked for', async () => {
    await addStudents('4A', ['S49']);
    const { resetStudentPassword } = studentRegisterContract;
    const { body: none } = await office.call(resetStudentPassword, { student_id: 'S49' });
    expect(none).toEqual({ student_id: 'S49', account: 'none', one_time_password: null });
    const { body: made } = await office.call(resetStudentPassword, { student_id: 'S49', make_account: true });
    expect(made.account).toBe('made');
    const password = made.one_time_password ?? '';
    expect((await (await visitor()).call(studentLogin, { name: 'S49', password })).body.password_reset).toBe(true);
    const { body: again } = await office.call(resetStudentPassword, { student_id: 'S49', make_account: true });
    expect(again.account).toBe('reset');
  });

  it('is not there where the school file has it off', async () => {
    switchOption('families', false);
    expect((await office.call(readFamilyAccounts, {})).status).toBe(404);
    expect((await (await visitor()).call(studentLogin, { name: 'S41', password: chosen })).status).toBe(404);
    switchOption('families', true);
  });
});
