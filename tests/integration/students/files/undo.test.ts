import { afterEach, describe, expect, it, vi } from 'vitest';
import { studentFilesContract } from '#shared/students/files/contract.ts';
import { TestClient } from '../../../support/callers/client.ts';
import { makeJpeg, makePdf } from '../../../support/files/sample-files.ts';
import { deleteStoredFile, isInBucket, sendFile } from '../../../support/files/send-file.ts';
import { givePicture } from '../../../support/pictures.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { password } from '../../../support/school/small-school.ts';

const { openStudentFile, removeStudentFile, listStudentFileActs, listStudentFiles, undoFileChange } =
  studentFilesContract;
const kind = 'file_passport' as const;

describe('a file that was replaced', () => {
  const server = schoolForTests();
  const admin = server.as('A1');

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
    const first = await send('S01', 'first');
    const second = await send('S01', 'second', first.file);
    expect(await isInBucket(`student-files/${kind}/${first.file}`)).toBe(false);
    expect((await undo(second.undo)).status).toBe(200);
    expect(await shown('S01')).toContain('first');
    expect(await isInBucket(`student-files/${kind}/${second.file}`)).toBe(false);
    const { body } = await admin.call(listStudentFileActs, { student_id: 'S01' });
    expect(body.map(({ what, undone_at }) => [what.replace(/ of .+ /, ' '), undone_at !== null])).toEqual([
      ['Passport Bio Page replaced', true],
      ['Passport Bio Page added', false],
    ]);
  });

  it('where there was none, is none again', async () => {
    const first = await send('S02', 'first');
    expect((await undo(first.undo)).status).toBe(200);
    expect(await named('S02')).toBeNull();
    expect((await admin.call(openStudentFile, { student_id: 'S02', kind })).status).toBe(404);
  });

  it('or taken out of the record, comes back', async () => {
    const { file } = await send('S03', 'kept');
    const wrong = await admin.call(removeStudentFile, { student_id: 'S03', kind, was: 'S03-ffffffffffffffff.pdf' });
    expect(wrong.status).toBe(409);
    const removed = await admin.call(removeStudentFile, { student_id: 'S03', kind, was: file ?? '' });
    expect(removed.body).toMatchObject({ file: null });
    expect(await named('S03')).toBeNull();
    expect((await undo(removed.body.undo)).status).toBe(200);
    expect(await shown('S03')).toContain('kept');
  });

  it('is not brought back over one that came after', async () => {
    const first = await send('S04', 'first');
    const second = await send('S04', 'second', first.file);
    const third = await send('S04', 'third', second.file);
    expect((await undo(second.undo)).status).toBe(409);
    expect(await named('S04')).toBe(third.file);
  });

  it('comes back once, however often it is asked for', async () => {
    const first = await send('S05', 'first');
    const second = await send('S05', 'second', first.file);
    const key = { 'Idempotency-Key': 'undo-it-once-only' };
    const answers = await Promise.all([undo(second.undo, key), undo(second.undo, key)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await undo(second.undo)).status).toBe(409);
    expect(await shown('S05')).toContain('first');
  });

  it('comes back where the replacing stopped before it was put away', async () => {
    const first = await send('S06', 'first');
    const second = await send('S06', 'second', first.file);
    const { copyFile } = await import('#functions/platform/files/uploads.ts');
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
    expect((await undo(second.undo)).error?.message).toEqual(['The earlier file is no longer kept.']);
    expect(await named('S11')).toBe(second.file);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 86_400_000 });
    const later = await new TestClient(server.url).signIn('admin', password);
    expect((await later.call(undoFileChange, { undo: second.undo ?? '' })).status).toBe(404);
  });

  it('on the sheets is the earlier picture again', async () => {
    const before = await givePicture('S12');
    const sent = { studentId: 'S12', kind: 'picture', type: 'image/jpeg', bytes: makeJpeg(), was: before } as const;
    const { body } = await sendFile(admin, sent);
    expect((await undo(body.undo)).status).toBe(200);
    const { assignmentsOfStudent } = await import('#functions/subjects/records/store.ts');
    const { studentsContract } = await import('#shared/students/contract.ts');
    const copies = new Set((await assignmentsOfStudent('S12')).map(({ picture }) => picture));
    expect(copies.size).toBe(1);
    const [picture = ''] = copies;
    expect((await admin.call(studentsContract.readStudentPicture, { picture })).headers.get('content-type')).toBe(
      'image/png',
    );
  });
});
