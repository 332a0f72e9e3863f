import { extractText } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
import { registrationFileKey } from '#functions/options/families/records/registration-files.ts';
import { proposalKey } from '#functions/options/families/records/registration-proposals.ts';
import { readItems } from '#functions/platform/table/table.ts';
import { fileKey } from '#shared/http/contract.ts';
import { familiesContract } from '#shared/options/families/contract.ts';
import { familyRegistrationWordings } from '#shared/options/families/wordings.ts';
import { termsContract } from '#shared/school/contract.ts';
import { studentFilesContract } from '#shared/students/files/contract.ts';
import type { FileKind, UploadType } from '#shared/students/files/file-kinds.ts';
import { studentFileRefusals, studentFileWordings } from '#shared/students/wordings.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { makeJpeg, makePdf } from '../../../support/files/sample-files.ts';
import { isInBucket, postFileForm, sendFile } from '../../../support/files/send-file.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { addStudentAccount, year } from '../../../support/school/small-school.ts';

const { readMyRegistration, saveMyRegistration, handInMyRegistration, requestRegistrationFile } = familiesContract;
const { keepRegistrationFile, openMyRegistrationFile, removeRegistrationFile, openRegistrationFile } = familiesContract;
const {
  readRegistration,
  acceptRegistration,
  sendBackRegistration,
  undoAct: undoRegistrationAcceptance,
} = familiesContract;

/** In the order of the story: a family sends files, the office looks at them, takes some over and takes that back. */
describe('the files of a family’s registration', () => {
  const school = schoolForTests();
  const office = school.as('A1');
  let family: TestClient;
  let sibling: TestClient;
  const passport = makePdf('Passport');
  const photo = makeJpeg({});

  beforeAll(async () => {
    for (const studentId of ['S41', 'S42']) await addStudentAccount(studentId);
    family = await clientOfAccount(school.url, 'student.S41');
    sibling = await clientOfAccount(school.url, 'student.S42');
    // The school's own, which the family replaces.
    await sendFile(office, { studentId: 'S41', kind: 'file_passport', type: 'application/pdf', bytes: makePdf('Old') });
  });

  const setWindow = (open: 0 | 1) =>
    office.call(termsContract.saveFormLevelRegistration, { form_level: 4, open, deadline: null });
  const ask = (client: TestClient, kind: FileKind, type: UploadType, bytes: Uint8Array) =>
    client.call(requestRegistrationFile, { year, kind, type, bytes: bytes.length });
  const send = async (kind: FileKind, type: UploadType, bytes: Uint8Array, client = family) => {
    const { body } = await ask(client, kind, type, bytes);
    await postFileForm(client, body, { type, bytes });
    return client.call(keepRegistrationFile, { ticket: body.ticket });
  };
  const sentOf = async (client: TestClient) =>
    (await client.call(readMyRegistration, {})).body.files.flatMap(({ kind, sent }) => (sent ? [[kind, sent]] : []));
  const registered = async () => {
    const { body } = await office.call(studentFilesContract.listStudentFiles, { student_id: 'S41' });
    return Object.fromEntries(body.files.map(({ kind, file }) => [kind, file]));
  };
  const proposed = async () => (await office.call(readRegistration, { student_id: 'S41' })).body;
  /** What is on the pages of a stored PDF, which is not the file that was sent. */
  const textOf = async (bytes: Uint8Array) => (await extractText(Uint8Array.from(bytes), { mergePages: true })).text;
  const shown = async (client: TestClient, url: string) =>
    new Uint8Array(await (await client.follow(url)).arrayBuffer());
  /** Keys of the registration's files in the bucket. */
  const kept = async () => {
    return Object.entries(await storedFiles()).map(([kind, file]) =>
      registrationFileKey('S41', kind as FileKind, file),
    );
  };
  const storedFiles = async () => {
    return (await readItems({ proposal: proposalKey('S41', year) })).proposal?.files ?? {};
  };

  it('are refused while the window is closed', async () => {
    const refused = await ask(family, 'file_passport', 'application/pdf', passport);
    expect([refused.status, refused.error?.fields?.year]).toEqual([422, [familyRegistrationWordings.closed]]);
    await setWindow(1);
  });

  it('are checked by their bytes as those of students are', async () => {
    const notArrived = (await ask(family, 'file_passport', 'application/pdf', passport)).body;
    expect((await family.call(keepRegistrationFile, { ticket: notArrived.ticket })).status).toBe(409);
    const mislabelled = await send('file_passport', 'application/pdf', photo);
    expect([mislabelled.status, mislabelled.error?.fields?.file]).toEqual([422, [studentFileRefusals.mislabelled]]);
    const script = await send(
      'file_passport',
      'application/pdf',
      makePdf('x', '/OpenAction << /S /JavaScript /JS (a) >>'),
    );
    expect([script.status, script.error?.fields?.file]).toEqual([422, [studentFileRefusals.activePdf]]);
    const document = await ask(family, 'picture', 'application/pdf', passport);
    expect([document.status, document.error?.fields?.type]).toEqual([422, [studentFileWordings.wrongTypeOfPicture]]);
    expect(await sentOf(family)).toEqual([]);
  });

  it('are kept apart from the student’s files, one of a kind, and shown to the family', async () => {
    expect((await send('file_passport', 'application/pdf', makePdf('Wrong page'))).body).toEqual({
      kind: 'file_passport',
      type: 'application/pdf',
    });
    const [first = ''] = await kept();
    expect(await isInBucket(first)).toBe(true);
    await send('file_passport', 'application/pdf', passport);
    expect(await isInBucket(first)).toBe(false);
    await send('picture', 'image/jpeg', photo);
    expect(await sentOf(family)).toEqual([
      ['picture', 'image/jpeg'],
      ['file_passport', 'application/pdf'],
    ]);
    const { body } = await family.call(openMyRegistrationFile, { kind: 'file_passport' });
    expect(await textOf(await shown(family, body.url))).toBe('Passport');
    expect((await registered()).picture).toBeNull();
  });

  it('are nobody else’s, neither by a ticket nor to look at', async () => {
    const { body } = await ask(family, 'file_sea_slip', 'application/pdf', passport);
    await postFileForm(family, body, { type: 'application/pdf', bytes: passport });
    expect((await sibling.call(keepRegistrationFile, { ticket: body.ticket })).status).toBe(404);
    expect((await sibling.call(openMyRegistrationFile, { kind: 'file_passport' })).status).toBe(404);
    const link = (await family.call(openMyRegistrationFile, { kind: 'file_passport' })).body.url;
    expect((await sibling.follow(link)).status).toBe(403);
  });

  it('are removed again by the family', async () => {
    await send('file_sea_slip', 'application/pdf', passport);
    const before = await kept();
    expect((await family.call(removeRegistrationFile, { year, kind: 'file_sea_slip' })).body.type).toBeNull();
    expect(await sentOf(family)).toHaveLength(2);
    expect((await Promise.all(before.map(isInBucket))).filter((isThere) => !isThere)).toHaveLength(1);
  });

  it('are no longer changed once the registration is handed in', async () => {
    await family.call(saveMyRegistration, {
      year,
      values: { birth_certificate_no: 'BC 4141' },
      was: { birth_certificate_no: null },
    } as never);
    const waiting = (await ask(family, 'file_sea_slip', 'application/pdf', passport)).body;
    await postFileForm(family, waiting, { type: 'application/pdf', bytes: passport });
    expect((await family.call(handInMyRegistration, { year })).body.state).toBe('handed in');
    expect((await family.call(keepRegistrationFile, { ticket: waiting.ticket })).status).toBe(422);
    expect((await family.call(removeRegistrationFile, { year, kind: 'picture' })).status).toBe(422);
    expect(await sentOf(family)).toHaveLength(2);
  });

  it('are opened by the office beside its own', async () => {
    const old = (await registered()).file_passport;
    expect((await proposed()).files).toEqual([
      { kind: 'picture', registered: null, sent: 'image/jpeg', is_asked: false, is_accepted: false },
      { kind: 'file_passport', registered: old, sent: 'application/pdf', is_asked: false, is_accepted: false },
    ]);
    const { body } = await office.call(openRegistrationFile, { student_id: 'S41', kind: 'file_passport' });
    expect(await textOf(await shown(office, body.url))).toBe('Passport');
  });

  let undo = '';
  it('become the student’s files where the office accepts them, and the others wait for the family', async () => {
    const { version } = await proposed();
    const before = await registered();
    const [, sentPassport = ''] = [...(await kept())].sort();
    const input = {
      student_id: 'S41',
      year,
      version,
      fields: [],
      was: {},
      files: ['file_passport' as const],
      was_files: { file_passport: before.file_passport },
    };
    const wrong = await office.call(acceptRegistration, { ...input, was_files: {} });
    expect(wrong.status).toBe(409);
    const { body } = await office.call(acceptRegistration, input);
    undo = body.undo;
    const after = await registered();
    expect([after.picture, after.file_passport === before.file_passport]).toEqual([null, false]);
    const { body: opened } = await office.call(studentFilesContract.openStudentFile, {
      student_id: 'S41',
      kind: 'file_passport',
    });
    expect(await textOf(await shown(office, opened.url))).toBe('Passport');
    expect(
      await isInBucket(fileKey('replaced-files', fileKey('student-files', `file_passport/${before.file_passport}`))),
    ).toBe(true);
    expect(sentPassport).not.toBe('');
    expect(await storedFiles()).toEqual({ picture: expect.any(String) });
    const [{ is_accepted, sent } = { is_accepted: false, sent: null }] = (await proposed()).files.filter(
      ({ kind }) => kind === 'file_passport',
    );
    expect([is_accepted, sent]).toEqual([true, null]);
  });

  it('are the family’s again after an undo, and the school has its own', async () => {
    expect((await office.call(undoRegistrationAcceptance, { undo })).body).toMatchObject({ state: 'finished' });
    const { body: own } = await office.call(studentFilesContract.openStudentFile, {
      student_id: 'S41',
      kind: 'file_passport',
    });
    expect(await textOf(await shown(office, own.url))).toBe('Old');
    const { body } = await office.call(openRegistrationFile, { student_id: 'S41', kind: 'file_passport' });
    expect(await textOf(await shown(office, body.url))).toBe('Passport');
    expect(await proposed()).toMatchObject({ state: 'handed in' });
    expect((await office.call(undoRegistrationAcceptance, { undo })).status).toBe(409);
  });

  it('are asked for again by name', async () => {
    const { version } = await proposed();
    const input = {
      student_id: 'S41',
      year,
      version,
      note: 'All pages, please.',
      fields: [],
      files: ['picture' as const],
    };
    await office.call(sendBackRegistration, input);
    const { body } = await family.call(readMyRegistration, {});
    expect(body.files.filter(({ is_asked }) => is_asked).map(({ kind }) => kind)).toEqual(['picture']);
  });
});
