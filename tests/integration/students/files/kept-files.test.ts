import { createHash } from 'node:crypto';
import { extractText } from 'unpdf';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { copyFile } from '#functions/platform/files/uploads.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { listAssignmentsOfStudent } from '#functions/subjects/records/store.ts';
import { studentsContract } from '#shared/students/contract.ts';
import { studentFilesContract } from '#shared/students/files/contract.ts';
import { studentFileRefusals } from '#shared/students/wordings.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { TestClient } from '../../../support/callers/client.ts';
import { makeJpeg, makePdf } from '../../../support/files/sample-files.ts';
import { deleteStoredFile, isInBucket, sendFile } from '../../../support/files/send-file.ts';
import { givePicture } from '../../../support/pictures.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { password } from '../../../support/school/small-school.ts';

const school = schoolForTests();

const { openStudentFile, listStudentFiles } = studentFilesContract;

const kind = 'file_passport' as const;

describe('a file of a student', () => {
  const admin = school.as('A1');
  const bytes = makePdf('Passport');

  beforeAll(async () => {
    await sendFile(admin, { studentId: 'S01', kind, type: 'application/pdf', bytes });
  });
  afterEach(() => vi.useRealTimers());

  const open = (studentId = 'S01', of: typeof kind | 'picture' = kind, client = admin) =>
    client.call(openStudentFile, { student_id: studentId, kind: of });

  it('opens with a session, by a link that shows it and one that saves it', async () => {
    const { body } = await open();
    expect(body.type).toBe('application/pdf');
    const shown = await admin.follow(body.url);
    const stored = new Uint8Array(await shown.arrayBuffer());
    expect(stored.length).toBe(body.bytes);
    // What is stored is written again, page by page.
    expect((await extractText(stored, { mergePages: true })).text).toBe('Passport');
    expect(shown.headers.get('content-type')).toBe('application/pdf');
    expect(shown.headers.get('content-disposition')).toMatch(/^inline; filename=".+ Passport Bio Page\.pdf"/);
    const saved = await admin.follow(body.download_url);
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment; filename=".+ Passport Bio Page\.pdf"/);
  });

  it('is served with its own type, without scripts and caching', async () => {
    const { headers } = await admin.follow((await open()).body.url);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-security-policy')).not.toContain('script-src');
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(headers.get('cache-control')).toBe('private, no-store');
  });

  it('has a link for five minutes', async () => {
    const { body } = await open();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 299_000 });
    expect((await admin.follow(body.url)).status).toBe(200);
    vi.setSystemTime(Date.now() + 2_000);
    expect((await admin.follow(body.url)).status).toBe(403);
    expect((await admin.follow((await open()).body.url)).status).toBe(200);
  });

  it('has a link that works only for the session that requested it', async () => {
    const { body } = await open();
    const refused = async (client: TestClient) => {
      for (const link of [body.url, body.download_url]) {
        const answer = await client.follow(link);
        expect(answer.status).toBe(403);
        expect(answer.headers.get('cache-control')).toBe('private, no-store');
        expect(await answer.text()).toContain('This link opens only where it was made.');
      }
    };
    await refused(new TestClient(school.url));
    // Not even the same administrator's other browser, nor one who says so in the link, nor the session as a cookie of
    // another name.
    const other = await new TestClient(school.url).signIn('admin', password);
    await refused(other);
    const mark = createHash('sha256')
      .update(other.cookies.get('session') ?? '')
      .digest('hex');
    expect((await other.follow(body.url.replace(/x-session=[0-9a-f]+/, `x-session=${mark}`))).status).toBe(403);
    const renamed = new TestClient(school.url);
    renamed.cookies.set('sessions', admin.cookies.get('session') ?? '');
    await refused(renamed);
    expect((await admin.follow(body.url)).status).toBe(200);
  });

  it.each([
    ['a way out of its folder', '../pictures/S02-0123456789abcdef.png'],
    ['what is no file', 'passport.pdf'],
    ['a file that is lost', 'S02-0123456789abcdef.pdf'],
  ])('is not there where the record names %s', async (_, named) => {
    await executeActionOfTest(StudentEntity.update({ studentId: 'S02' }, { set: { file_passport: named } }));
    expect((await open('S02')).status).toBe(404);
  });

  it('of another student is not found, although the record names it and it is stored', async () => {
    const { file } = (await open()).body;
    await executeActionOfTest(StudentEntity.update({ studentId: 'S02' }, { set: { file_passport: file } }));
    expect((await open('S02')).status).toBe(404);
    const { body } = await admin.call(listStudentFiles, { student_id: 'S02' });
    expect(body.files.find((one) => one.kind === kind)?.type).toBeNull();
  });

  it('from before uploads opens like any other', async () => {
    const picture = await givePicture('S04');
    const { body } = await open('S04', 'picture');
    expect(body).toMatchObject({ file: picture, type: 'image/png' });
    // What the file called itself, text/html, is not passed on.
    expect((await admin.follow(body.url)).headers.get('content-type')).toBe('image/png');
  });

  it('is in the list of the six', async () => {
    await sendFile(admin, { studentId: 'S05', kind: 'picture', type: 'image/jpeg', bytes: makeJpeg() });
    const { body } = await admin.call(listStudentFiles, { student_id: 'S05' });
    expect(body.files.map((one) => [one.kind, one.type])).toEqual([
      ['file_birth_certificate', null],
      ['file_immunization_card', null],
      ['file_sea_slip', null],
      ['picture', 'image/jpeg'],
      ['file_passport', null],
      ['file_student_permit', null],
    ]);
  });
});

describe('a file that was replaced', () => {
  const { openStudentFile, removeStudentFile, listStudentFiles } = studentFilesContract;
  const { listActs: listStudentFileActs, undoAct: undoFileChange } = undoContract;
  const kind = 'file_passport' as const;
  const admin = school.as('A1');

  afterEach(() => vi.useRealTimers());

  const send = async (studentId: string, text: string, was: string | null = null) =>
    (await sendFile(admin, { studentId, kind, type: 'application/pdf', bytes: makePdf(text), was })).body;
  const undo = (act: string | null, headers = {}) => admin.call(undoFileChange, { undo: act ?? '' }, headers);
  const named = async (studentId: string) =>
    (await admin.call(listStudentFiles, { student_id: studentId })).body.files.find((one) => one.kind === kind)?.file;
  const shown = async (studentId: string) => {
    const { body } = await admin.call(openStudentFile, { student_id: studentId, kind });
    return Buffer.from(await (await admin.follow(body.url)).arrayBuffer()).toString('latin1');
  };

  it('is out of reach, and comes back with everything in it', async () => {
    const first = await send('S41', 'first');
    const second = await send('S41', 'second', first.file);
    expect(await isInBucket(`student-files/${kind}/${first.file}`)).toBe(false);
    expect((await undo(second.undo)).status).toBe(200);
    expect(await shown('S41')).toContain('first');
    expect(await isInBucket(`student-files/${kind}/${second.file}`)).toBe(false);
    const { body } = await admin.call(listStudentFileActs, { of: 'student-files', student_id: 'S41' });
    expect(body.map(({ what, undone_at }) => [what.replace(/ of .+ /, ' '), undone_at !== null])).toEqual([
      ['Passport Bio Page replaced', true],
      ['Passport Bio Page added', false],
    ]);
  });

  it('where there was none, is none again', async () => {
    const first = await send('S42', 'first');
    expect((await undo(first.undo)).status).toBe(200);
    expect(await named('S42')).toBeNull();
    expect((await admin.call(openStudentFile, { student_id: 'S42', kind })).status).toBe(404);
  });

  it('or taken out of the record, comes back', async () => {
    const { file } = await send('S43', 'kept');
    const wrong = await admin.call(removeStudentFile, { student_id: 'S43', kind, was: 'S43-ffffffffffffffff.pdf' });
    expect(wrong.status).toBe(409);
    const removed = await admin.call(removeStudentFile, { student_id: 'S43', kind, was: file ?? '' });
    expect(removed.body).toMatchObject({ file: null });
    expect(await named('S43')).toBeNull();
    expect((await undo(removed.body.undo)).status).toBe(200);
    expect(await shown('S43')).toContain('kept');
  });

  it('is not brought back over one that came after', async () => {
    const first = await send('S44', 'first');
    const second = await send('S44', 'second', first.file);
    const third = await send('S44', 'third', second.file);
    expect((await undo(second.undo)).status).toBe(409);
    expect(await named('S44')).toBe(third.file);
  });

  it('comes back where the replacing stopped before it was put away', async () => {
    const first = await send('S06', 'first');
    const second = await send('S06', 'second', first.file);
    const key = `student-files/${kind}/${first.file}`;
    await copyFile(`replaced-files/${key}`, key);
    await deleteStoredFile(`replaced-files/${key}`);
    expect((await undo(second.undo)).status).toBe(200);
    expect(await shown('S06')).toContain('first');
  });

  it('says so where it is no longer kept', async () => {
    const first = await send('S11', 'first');
    const second = await send('S11', 'second', first.file);
    await deleteStoredFile(`replaced-files/student-files/${kind}/${first.file}`);
    expect((await undo(second.undo)).error?.message).toEqual([studentFileRefusals.notKept]);
    expect(await named('S11')).toBe(second.file);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 86_400_000 });
    const later = await new TestClient(school.url).signIn('admin', password);
    expect((await later.call(undoFileChange, { undo: second.undo ?? '' })).status).toBe(404);
  });

  it('on the sheets is the earlier picture again', async () => {
    const before = await givePicture('S12');
    const sent = { studentId: 'S12', kind: 'picture', type: 'image/jpeg', bytes: makeJpeg(), was: before } as const;
    const { body } = await sendFile(admin, sent);
    expect((await undo(body.undo)).status).toBe(200);
    const copies = new Set((await listAssignmentsOfStudent('S12')).map(({ picture }) => picture));
    expect(copies.size).toBe(1);
    const [picture = ''] = copies;
    expect((await admin.call(studentsContract.readStudentPicture, { picture })).headers.get('content-type')).toBe(
      'image/png',
    );
  });
});
