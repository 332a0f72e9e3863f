import { createHash } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { studentFilesContract } from '#shared/students/files/contract.ts';
import { TestClient } from '../../../support/callers/client.ts';
import { makeJpeg, makePdf } from '../../../support/files/sample-files.ts';
import { sendFile } from '../../../support/files/send-file.ts';
import { givePicture } from '../../../support/pictures.ts';
import { writeAction } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { password } from '../../../support/school/small-school.ts';

const { openStudentFile, listStudentFiles } = studentFilesContract;
const kind = 'file_passport' as const;

describe('a file of a student', () => {
  const server = schoolForTests();
  const admin = server.as('A1');
  const bytes = makePdf('Passport');

  beforeAll(async () => {
    await sendFile(admin, { studentId: 'S01', kind, type: 'application/pdf', bytes });
  });
  afterEach(() => vi.useRealTimers());

  const open = (studentId = 'S01', of: typeof kind | 'picture' = kind, client = admin) =>
    client.call(openStudentFile, { student_id: studentId, kind: of });

  it('opens with a session, by a link that shows it and one that saves it', async () => {
    const { body } = await open();
    expect(body).toMatchObject({ type: 'application/pdf', bytes: bytes.length });
    const shown = await admin.follow(body.url);
    expect(Buffer.from(await shown.arrayBuffer()).equals(bytes)).toBe(true);
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
    await refused(new TestClient(server.url));
    // Not even the same administrator's other browser, nor one who says so in the link, nor the session as a cookie of another name.
    const other = await new TestClient(server.url).signIn('admin', password);
    await refused(other);
    const mark = createHash('sha256')
      .update(other.cookies.get('session') ?? '')
      .digest('hex');
    expect((await other.follow(body.url.replace(/x-session=[0-9a-f]+/, `x-session=${mark}`))).status).toBe(403);
    const renamed = new TestClient(server.url);
    renamed.cookies.set('sessions', admin.cookies.get('session') ?? '');
    await refused(renamed);
    expect((await admin.follow(body.url)).status).toBe(200);
  });

  it('has a signed link: another name, type or time makes it invalid', async () => {
    const { body } = await open();
    const other = (await open()).body.url;
    expect(new URL(body.url, server.url).pathname).toBe(new URL(other, server.url).pathname);
    for (const changed of [
      body.url.replace('/S01-', '/S02-'),
      body.url.replace('student-files/', 'student-files/../pictures/'),
      body.url.replace('application%2Fpdf', 'text%2Fhtml'),
      body.url.replace('X-Amz-Expires=300', 'X-Amz-Expires=30000'),
      body.url.replace(/\?.*/, ''),
      '/files/',
      '/files/pictures/',
      '/files',
    ]) {
      expect(changed).not.toBe(body.url);
      expect((await admin.follow(changed)).status).toBeGreaterThanOrEqual(400);
    }
  });

  it('is opened with a session each time, and the log says by whom', async () => {
    const stranger = new TestClient(server.url);
    expect((await open('S01', kind, stranger)).status).toBe(401);
    const { AccessEventEntity } = await import('#functions/sessions/access-events.ts');
    const month = new Date().toISOString().slice(0, 7);
    const before = await AccessEventEntity.query({ month });
    await open();
    const after = await AccessEventEntity.query({ month });
    expect(after.slice(before.length)).toMatchObject([
      { kind: 'document opened', accountId: 'A1', call: 'GET /api/student-file' },
    ]);
  });

  it.each(['pta', 'mona', 'dina', 'eric'])('is not for %s', async (name) => {
    const client = await new TestClient(server.url).signIn(name, password);
    expect((await open('S01', kind, client)).status).toBe(403);
    expect((await client.call(listStudentFiles, { student_id: 'S01' })).status).toBe(403);
  });

  it.each([
    ['a way out of its folder', '../pictures/S02-0123456789abcdef.png'],
    ['an address', 'https://elsewhere.example/S02-0123456789abcdef.pdf'],
    ['what is no file', 'passport.pdf'],
    ['a page', 'S02-0123456789abcdef.html'],
    ['a file that is lost', 'S02-0123456789abcdef.pdf'],
  ])('is not there where the record names %s', async (_, named) => {
    const { StudentEntity } = await import('#functions/students/records/store.ts');
    await writeAction(StudentEntity.update({ studentId: 'S02' }, { set: { file_passport: named } }));
    expect((await open('S02')).status).toBe(404);
  });

  it('of another student is not found, although the record names it and it is stored', async () => {
    const { StudentEntity } = await import('#functions/students/records/store.ts');
    const { file } = (await open()).body;
    await writeAction(StudentEntity.update({ studentId: 'S02' }, { set: { file_passport: file } }));
    expect((await open('S02')).status).toBe(404);
    const { body } = await admin.call(listStudentFiles, { student_id: 'S02' });
    expect(body.files.find((one) => one.kind === kind)?.type).toBeNull();
  });

  it('is not found where there is none, and for an unknown student', async () => {
    expect((await open('S03')).status).toBe(404);
    expect((await open('S99')).status).toBe(404);
    expect((await admin.call(listStudentFiles, { student_id: 'S99' })).status).toBe(404);
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
