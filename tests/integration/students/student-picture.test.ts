import { beforeAll, describe, expect, it } from 'vitest';
import { EmployeeEntity } from '#functions/people/records/store.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { StudentSubjectAssignmentEntity } from '#functions/subjects/records/store.ts';
import { studentsContract } from '#shared/students/contract.ts';
import { maxPictureBytes } from '#shared/students/files/file-kinds.ts';
import { TestClient } from '../../support/callers/client.ts';
import { givePicture, onePixelPng, putPicture, testPictureName } from '../../support/pictures.ts';
import { executeActionOfTest } from '../../support/school/records.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { password } from '../../support/school/small-school.ts';

describe('the picture of a student', () => {
  const server = schoolForTests();
  const clients = new Map<string, TestClient>();

  beforeAll(async () => {
    for (const name of ['mona', 'eric', 'dina', 'admin', 'clerk', 'pta']) {
      clients.set(name, await new TestClient(server.url).signIn(name, password));
    }
    for (const id of ['S01', 'S11', 'S41']) await givePicture(id);
  });

  const ask = (name: string, picture: string) =>
    (clients.get(name) as TestClient).call(studentsContract.readStudentPicture, { picture });
  /** An address as a browser would send it, without the client's own encoding. */
  const get = (path: string) => (clients.get('admin') as TestClient).send({ method: 'GET', path });

  it('comes as it is stored, as the image that its bytes are, and is kept nowhere', async () => {
    const { status, bytes, headers } = await ask('mona', testPictureName('S01'));
    expect(status).toBe(200);
    expect(Buffer.from(bytes).equals(onePixelPng)).toBe(true);
    expect(headers.get('content-type')).toBe('image/png');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('of a student whom another teacher of form 4 has is not for this one', async () => {
    await executeActionOfTest(
      StudentSubjectAssignmentEntity.update({ studentId: 'S42', subjectId: 'MATH' }, { set: { employeeId: 'T2' } }),
    );
    await givePicture('S42');
    expect((await ask('mona', testPictureName('S42'))).status).toBe(403);
    // A post that gave access is over when its holder has left.
    await executeActionOfTest(EmployeeEntity.update({ employeeId: 'T3' }, { set: { deletedAt: '2025-09-30' } }));
    expect((await ask('dina', testPictureName('S42'))).status).toBe(403);
    await executeActionOfTest(EmployeeEntity.update({ employeeId: 'T3' }, { remove: ['deletedAt'] }));
  });

  it('is 404 where the student has none, has another by now, is unknown, or the file is missing', async () => {
    expect((await ask('admin', testPictureName('S02'))).status).toBe(404);
    await putPicture('S01-fedcba9876543210.png', onePixelPng);
    expect((await ask('admin', 'S01-fedcba9876543210.png')).status).toBe(404);
    expect((await ask('mona', 'S01-fedcba9876543210.png')).status).toBe(404);
    expect((await ask('admin', testPictureName('NOBODY'))).status).toBe(404);
    expect((await ask('mona', testPictureName('NOBODY'))).status).toBe(403);
    await executeActionOfTest(StudentEntity.update({ studentId: 'S03' }, { set: { picture: testPictureName('S03') } }));
    expect((await ask('admin', testPictureName('S03'))).status).toBe(404);
  });

  it.each([
    ['a page', Buffer.from('<html><script>alert(1)</script>')],
    ['a drawing with scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['nothing', Buffer.alloc(0)],
    ['a WebP, which no document can show', Buffer.from('RIFF\n\n\n\nWEBPVP8 ', 'latin1')],
    ['more than is shown', Buffer.concat([onePixelPng, Buffer.alloc(maxPictureBytes)])],
  ])('that is %s is not shown, whatever its name says', async (_, bytes) => {
    await givePicture('S04', bytes);
    const answer = await ask('admin', testPictureName('S04'));
    expect(answer.status).toBe(404);
    expect(Buffer.from(answer.bytes).includes('script')).toBe(false);
  });

  it.each([
    '/img/students/%2e%2e%2f%2e%2e%2fsecret-0123456789abcdef.png',
    '/img/students/S01-0123456789abcdef.png%00.svg',
    '/img/students/S01',
  ])('has no other name: %s is refused', async (path) => {
    expect((await get(path)).status).toBe(422);
  });
});
