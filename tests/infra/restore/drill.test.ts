import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ArchivedAttendanceEntity } from '#functions/attendance/records/archived-attendance.ts';
import { AuditRowEntity, auditRow } from '#functions/platform/table/audit.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { namedFilesParts } from '#options/functions/named-files';
import { filesOfOptionRecords } from '../../../infra/restore/named-files.ts';
import { createS3Client } from '../../../local/bucket.ts';
import { localNames } from '../../../local/environment.ts';
import type { RunningSchool } from '../../../local/school.ts';
import { createPool } from '../../../local/user-pool.ts';
import { checkDamageIsNoticed } from '../../../tools/drill/check-damage-is-noticed.ts';
import { runLocalDrill } from '../../../tools/drill/local-drill.ts';
import { executeActionOfTest } from '../../support/school/records.ts';
import { startSmallSchool } from '../../support/school/small-school.ts';

let school: RunningSchool;
let place: Parameters<typeof runLocalDrill>[0];

beforeAll(async () => {
  school = await startSmallSchool();
  const { table, files, documents } = localNames;
  place = { table, files, documents, userPool: process.env.USER_POOL_ID ?? '' };
  filesOfOptionRecords.fill(namedFilesParts);
  const file = 'S01-0123456789abcdef';
  await executeActionOfTest(
    StudentEntity.update({ studentId: 'S01' }, { set: { picture: `${file}.jpg`, file_sea_slip: `${file}.pdf` } }),
  );
  await executeActionOfTest(
    ArchivedAttendanceEntity.put({ studentId: 'S01', half: '2024H1', isWritten: true, records: 1, late: [] }),
  );
});
afterAll(() => school?.stop());

const putFile = (Bucket: string, Key: string) =>
  createS3Client().send(new PutObjectCommand({ Bucket, Key, Body: `the bytes of ${Key}` }));

const photo = 'pictures/S01-0123456789abcdef.jpg';
const slip = 'student-files/file_sea_slip/S01-0123456789abcdef.pdf';

/** Files, and the records that name them. */
async function addFiles(): Promise<void> {
  await putFile(place.files, photo);
  await putFile(place.files, slip);
  await putFile(place.documents, 'attendance-archive/2024H1/S01.json');
  await putFile(place.files, 'uploads/not-taken-in');
}

/** Lines of the trail. */
async function addLines(count: number): Promise<void> {
  const lines = Array.from({ length: count }, (_, index) =>
    auditRow({
      subject: `student#S0${index}`,
      changes: [{ field: 'lastName', before: 'Ali', after: 'Aly' }],
      by: {
        caller: { accountId: 'A1', name: 'Ada Office' },
        request: { now: new Date(), idempotencyKey: `A1/${index}` },
      },
    }),
  );
  await Promise.all(lines.map((line) => executeActionOfTest(AuditRowEntity.create(line))));
}

describe('the drill', () => {
  it('loses a school, makes it again from its copies, and finds every record, file and user as it was', async () => {
    await addFiles();
    await addLines(12);
    const said: string[] = [];
    await runLocalDrill(place, { say: (line) => said.push(line), afterCopy: checkDamageIsNoticed });
    expect(
      said.filter((line) => line.startsWith('Equal: ')).map((line) => line.split(' ').slice(1, 3).join(' ')),
    ).toEqual([expect.stringMatching(/^records \d{2,},$/), 'rows of', 'files 3,', 'users 6,']);
    // Twelve lines: of three, one is changed, one is gone, and one has another beside it.
    expect(said.find((line) => line.startsWith('Equal: rows of the trail'))).toMatch(/^Equal: rows of the trail 12, /);
  });

  /**
   * What the drill before has left: the school under another name. Copies that come in the second in which that drill
   * deleted them would count as deleted: S3 says of each version when it was stored, to the second.
   */
  const again = async (): Promise<typeof place> => {
    await sleep(1000);
    place = { ...place, table: `${place.table}-again`, userPool: (await createPool('of another drill')).userPoolId };
    return place;
  };

  it.each([
    [
      'a file that is another',
      'The files are not what they were',
      (vault: string) =>
        createS3Client().send(new PutObjectCommand({ Bucket: vault, Key: photo, Body: 'other bytes' })),
      ['files in pictures: 1, but not the same ones'],
    ],
    [
      'a file that is gone',
      '1 files that records name were not in',
      (vault: string) => createS3Client().send(new DeleteObjectCommand({ Bucket: vault, Key: slip })),
      [`  NOWHERE: ${slip}`],
    ],
  ])('fails for %s', async (_, what, afterCopy, different) => {
    const said: string[] = [];
    await addFiles();
    const drill = runLocalDrill(await again(), {
      say: (line) => said.push(line),
      afterCopy: (__, vault) => afterCopy(vault),
    });
    await expect(drill).rejects.toThrow(what);
    expect(said).toEqual(expect.arrayContaining(different.map((line) => `  ${line}`)));
  });
});
