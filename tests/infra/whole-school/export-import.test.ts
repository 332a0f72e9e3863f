import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SessionEntity } from '#functions/sessions/sessions.ts';
import { exportToFile } from '../../../infra/whole-school/export-to-file.ts';
import { openSchoolFile } from '../../../infra/whole-school/school-in-file.ts';
import { createS3Client } from '../../../local/bucket.ts';
import { localNames } from '../../../local/environment.ts';
import type { RunningSchool } from '../../../local/school.ts';
import { executeActionOfTest } from '../../support/school/records.ts';
import { startSmallSchool } from '../../support/school/small-school.ts';
import { importInto, makeEmptySchool, newPath, readBucket } from './school-of-copy.ts';

let school: RunningSchool;
beforeAll(async () => {
  school = await startSmallSchool();
  const s3 = createS3Client();
  const put = (Bucket: string, Key: string, ContentType: string) =>
    s3.send(new PutObjectCommand({ Bucket, Key, ContentType, Body: `the bytes of ${Key}` }));
  await put(localNames.files, 'pictures/S01-0123456789abcdef.jpg', 'image/jpeg');
  await put(localNames.documents, 'posted-cards/S01/2025-1-1.pdf', 'application/pdf');
  await put(localNames.files, 'uploads/not-looked-at', 'image/jpeg');
  await executeActionOfTest(
    SessionEntity.put({ accountId: 'A1', hash: 'abc', expires: Math.ceil(Date.now() / 1000) + 1e6 } as never),
  );
  // Bytes: a kept summary, whose schema says so, and a record of no entity.
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const content = Uint8Array.from([120, 156, 0, 255, 10, 13]);
  for (const Item of [
    {
      pk: 'class-summary#2025#1#1-1',
      sk: 'marks',
      __edb_e__: 'class-summary',
      year: 2025,
      term: 1,
      classId: '1-1',
      of: 'marks',
      format: 1,
      version: 1,
      madeAt: '2025-11-03T10:00:00.000Z',
      content,
    },
    { pk: 'nobody', sk: 'knows', content, names: new Set(['b', 'a']) },
  ]) {
    await client.send(new PutCommand({ TableName: localNames.table, Item }));
  }
});
afterAll(() => school?.stop());

const recordsOf = async (TableName: string) => {
  const found = new Map<string, Record<string, unknown>>();
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true })) {
    for (const item of Items) found.set(`${item.pk} ${item.sk}`, item);
  }
  return found;
};

describe('a school in a file', () => {
  it('is the same school again, record by record and file by file, without its secrets', async () => {
    const path = newPath();
    const made = await exportToFile(path, { say: () => undefined });
    const empty = await makeEmptySchool();
    await importInto(empty, path);
    const [before, after] = [await recordsOf(localNames.table), await recordsOf(empty.tables.records)];
    expect([...before.keys()].filter((key) => !after.has(key))).toEqual(['session#A1 abc']);
    before.delete('session#A1 abc');
    expect(after).toEqual(before);
    expect(await recordsOf(empty.tables.trail)).toEqual(await recordsOf(localNames.trail));
    expect(after.size).toBeGreaterThan(50);
    expect(made).toMatchObject({ files: 2, fingerprint: expect.stringMatching(/^([0-9A-F]{4}-){4}[0-9A-F]{4}$/) });
    const picture = ['pictures/S01-0123456789abcdef.jpg', 'image/jpeg'] as const;
    const ofFiles = await readBucket(empty.buckets.files);
    expect([...ofFiles].map(([key, { type }]) => [key, type])).toEqual([[...picture]]);
    expect(ofFiles.get(picture[0])).toEqual((await readBucket(localNames.files)).get(picture[0]));
    expect([...(await readBucket(empty.buckets.documents)).keys()]).toEqual(['posted-cards/S01/2025-1-1.pdf']);
    await empty.drop();
  });

  it('says what is in it, and what is not and why', async () => {
    const path = newPath();
    const { fingerprint } = await exportToFile(path, { say: () => undefined });
    const file = await openSchoolFile(path, { schoolId: 'demo', signedBy: fingerprint });
    const { records, leftOut, entries } = file.manifest;
    file.close();
    expect(records.find(({ kind }) => kind === 'student')).toEqual({
      kind: 'student',
      file: 'records/student.jsonl',
      schema: 'schemas/student.schema.json',
      count: 15,
    });
    expect(leftOut).toContainEqual({ what: 'records session', why: 'everybody signs in again', count: 1 });
    expect(entries.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['READ-ME.txt', 'school.json', 'tables/Students.xlsx', 'schemas/student.schema.json']),
    );
  });

  it('is checked without the program by the commands of its READ-ME, which find a change', async () => {
    const path = newPath();
    const { fingerprint } = await exportToFile(path, { say: () => undefined });
    const folder = dirname(path);
    execFileSync('python3', ['-m', 'zipfile', '-e', path, folder]);
    const readMe = readFileSync(join(folder, 'READ-ME.txt'), 'utf8');
    const commands = readMe.split('\n').filter((line) => line.startsWith('    '));
    expect(commands).toHaveLength(7);
    const run = () => spawnSync('sh', ['-e', '-c', commands.join('\n')], { cwd: folder, encoding: 'utf8' });
    const { status, stdout, stderr } = run();
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toBe(
      `Signature Verified Successfully\nmanifest.json: OK\n${fingerprint.replaceAll('-', '').toLowerCase()}\n`,
    );
    appendFileSync(join(folder, 'records/student.jsonl'), '\n');
    expect(run()).toMatchObject({ status: 1, stdout: expect.stringContaining('records/student.jsonl: FAILED') });
    appendFileSync(join(folder, 'manifest.json'), ' ');
    expect(run().stdout).toContain('manifest.json: FAILED');
    const signature = join(folder, 'signature.json');
    writeFileSync(signature, readFileSync(signature, 'utf8').replace(/"manifest": "./, '"manifest": "_'));
    expect(run()).toMatchObject({ status: 1, stdout: 'Signature Verification Failure\n' });
  });
});
