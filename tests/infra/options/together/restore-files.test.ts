import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ArchivedAttendanceEntity } from '#functions/attendance/records/archived-attendance.ts';
import { FamilyNoteEntity, notePictureKey } from '#functions/options/families/records/family-note.ts';
import { ProposalEntity } from '#functions/options/families/records/registration-proposals.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { namedFilesParts } from '#options/functions/named-files';
import { filesOfOptionRecords, readNamedFiles } from '../../../../infra/restore/named-files.ts';
import { restoreFiles } from '../../../../infra/restore/restore-files.ts';
import { createLocalBucket, createS3Client } from '../../../../local/bucket.ts';
import { localNames } from '../../../../local/environment.ts';
import type { RunningSchool } from '../../../../local/school.ts';
import { keepVersions } from '../../../../tools/drill/bucket-copy.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { startSmallSchool } from '../../../support/school/small-school.ts';

const own = { files: 'own-files', documents: 'own-documents' };
const vault = 'the-vault';
const photo = 'pictures/S01-0123456789abcdef.jpg';
const slip = 'student-files/file_sea_slip/S01-fedcba9876543210.pdf';
const archive = 'attendance-archive/2024H1/S01.json';
const erased = 'pictures/S99-0123456789abcdef.jpg';

let school: RunningSchool;
let s3: S3Client;

beforeAll(async () => {
  school = await startSmallSchool();
  s3 = createS3Client();
  for (const bucket of [own.files, own.documents, vault]) {
    await createLocalBucket(bucket, s3);
    await keepVersions(s3, bucket);
  }
});
afterAll(() => school?.stop());

const put = (Bucket: string, Key: string, Body: string) => s3.send(new PutObjectCommand({ Bucket, Key, Body }));
const remove = (Bucket: string, Key: string) => s3.send(new DeleteObjectCommand({ Bucket, Key }));
const bucketOf = (key: string) => (key === archive ? own.documents : own.files);
async function read(Key: string): Promise<string | null> {
  const object = await s3.send(new GetObjectCommand({ Bucket: bucketOf(Key), Key })).catch(() => null);
  return (await object?.Body?.transformToString()) ?? null;
}
/** A moment after which everything bears a later second. */
async function nextSecond(): Promise<Date> {
  const now = new Date();
  await new Promise((resolve) => setTimeout(resolve, 1001 - (now.getTime() % 1000)));
  return now;
}
/** What the school has is in the vault as well. */
async function store(key: string, text: string): Promise<void> {
  await put(bucketOf(key), key, text);
  await put(vault, key, text);
}
async function lose(key: string): Promise<void> {
  await remove(bucketOf(key), key);
  await remove(vault, key);
}

describe('files of a moment', () => {
  let moment: Date;
  beforeAll(async () => {
    await store(photo, 'an older photo');
    await nextSecond();
    for (const [key, text] of [
      [photo, 'the photo'],
      [slip, 'the slip'],
      [archive, 'the archive'],
      [erased, 'of an erased student'],
    ] as const)
      await store(key, text);
    moment = await nextSecond();
    // Of the same size, and then all of them deleted.
    await store(slip, 'the dirt');
    for (const key of [photo, slip, archive, erased]) await lose(key);
  });

  const bringBack = async (more: Partial<Parameters<typeof restoreFiles>[0]>, onlyList = false) => {
    const said: string[] = [];
    const of = { named: [archive, photo, slip], own, from: vault, moment, ...more };
    const outcome = await restoreFiles(of, { s3, say: (line) => said.push(line), onlyList }).then(
      () => 'done',
      (error: Error) => error.message,
    );
    return { said, outcome };
  };

  it('are listed, and none is copied', async () => {
    const { said, outcome } = await bringBack({}, true);
    expect(outcome).toBe('done');
    expect(said.filter((line) => line.startsWith('    ')).map((line) => line.replace(/version .*/, ''))).toEqual([
      `    ${photo}, 9 bytes, `,
      `    ${slip}, 8 bytes, `,
      `    ${archive}, 11 bytes, `,
    ]);
    expect(await Promise.all([photo, slip, archive].map(read))).toEqual([null, null, null]);
  });

  it('come back out of the vault though it has marks of deletion, and only those that records name', async () => {
    const { said, outcome } = await bringBack({});
    expect(outcome).toBe('done');
    expect(said.at(-1)).toMatch(/^Brought back: 3, checksum [0-9a-f]{16}$/);
    expect(await Promise.all([photo, slip, archive, erased].map(read))).toEqual([
      'the photo',
      'the slip',
      'the archive',
      null,
    ]);
  });

  it('are left alone where they are as they were: a second run copies nothing', async () => {
    const { said } = await bringBack({});
    expect(said.at(-1)).toMatch(/^Brought back: 0, /);
    expect(said).toContain(
      'pictures: 1 named by records, 1 as they were, 0 to bring back, 0 in no copy; 0 that no record names stay as they are',
    );
  });

  it('come back out of the old versions of the school’s own buckets', async () => {
    await put(own.files, photo, 'damaged!!');
    await remove(own.documents, archive);
    await put(own.files, 'pictures/left-over', 'of nobody');
    const { said, outcome } = await bringBack({ from: undefined });
    expect(outcome).toBe('done');
    expect(await Promise.all([photo, archive].map(read))).toEqual(['the photo', 'the archive']);
    expect(said.find((line) => line.startsWith('pictures: '))).toMatch(/; 1 that no record names stay as they are$/);
  });

  it('are named where no copy has them, and the command fails', async () => {
    const lost = 'pictures/S02-0123456789abcdef.jpg';
    const { said, outcome } = await bringBack({ named: [lost, photo] });
    expect(said.at(-1)).toBe(`    NOWHERE: ${lost}`);
    expect(outcome).toBe(
      `1 files that records name were not in ${vault} at that moment: try an earlier one, or the other source.`,
    );
  });

  it('are found in more than one page of versions', async () => {
    for (let piece = 0; piece < 10; piece += 1)
      await Promise.all(Array.from({ length: 110 }, (_, index) => put(vault, `pictures/many-${index}`, `${piece}`)));
    const last = await nextSecond();
    await Promise.all(Array.from({ length: 110 }, (_, index) => remove(vault, `pictures/many-${index}`)));
    const named = Array.from({ length: 110 }, (_, index) => `pictures/many-${index}`);
    expect((await bringBack({ named, moment: last })).outcome).toBe('done');
    expect(new Set(await Promise.all(named.map(read)))).toEqual(new Set(['9']));
  });
});

describe('the files that records name', () => {
  it('are those of students, of the archive of attendance, and of families, whether that option is on or off', async () => {
    const note = { studentId: 'S02', id: 'a-note' };
    const sent = {
      from: '2025-09-08',
      to: '2025-09-08',
      year: 2025,
      term: 1,
      days: 1,
      why: 'ill',
      state: 'sent',
      sentAt: '2025-09-08T12:00:00.000Z',
      version: 1,
      expires: 4_000_000_000,
    } as const;
    await executeActionOfTest(
      StudentEntity.update(
        { studentId: 'S01' },
        { set: { picture: 'S01-0123456789abcdef.jpg', file_sea_slip: 'S01-fedcba9876543210.pdf', file_passport: '?' } },
      ),
    );
    await executeActionOfTest(
      ArchivedAttendanceEntity.put({ studentId: 'S01', half: '2024H1', isWritten: true, records: 1, late: [] }),
    );
    await executeActionOfTest(
      ArchivedAttendanceEntity.put({ studentId: 'S02', half: '2024H1', isWritten: false, records: 1, late: [] }),
    );
    await executeActionOfTest(
      ProposalEntity.put({
        studentId: 'S02',
        year: 2025,
        state: 'handed in',
        version: 1,
        values: {},
        files: { file_passport: 'S02-0123456789abcdef.png' },
        changedAt: '2026-01-01T00:00:00.000Z',
        expires: 4_000_000_000,
      }),
    );
    await executeActionOfTest(FamilyNoteEntity.put({ ...sent, ...note, picture: 'image/png' }));
    await executeActionOfTest(FamilyNoteEntity.put({ ...sent, studentId: 'S03', id: 'without' }));
    filesOfOptionRecords.fill(namedFilesParts);
    expect(await readNamedFiles({ dynamoDb: new DynamoDBClient({}), table: localNames.table })).toEqual(
      [
        photo,
        slip,
        archive,
        'registration-files/S02/file_passport/S02-0123456789abcdef.png',
        notePictureKey(note),
      ].sort(),
    );
  });
});
