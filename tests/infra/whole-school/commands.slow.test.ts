import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createS3Client } from '../../../local/bucket.ts';
import { localNames } from '../../../local/environment.ts';
import { startSteppedRegistration } from '../../integration/school/stepped-registration.ts';
import { DeployedSchool, runScript } from '../../support/school/deployed-school.ts';
import { changeFile } from './changed-file.ts';
import { newPath, readBucket } from './school-of-copy.ts';
import { differencesBetween, recordsOfTable } from './two-tables.ts';

vi.hoisted(() => {
  process.env.LOCAL_AWS_REGION = 'us-east-1';
});

/** Registrations that were cut off at each of their writes; the commands find them by the names of a deployment. */
let local: Awaited<ReturnType<typeof startSteppedRegistration>>;
let deployed: DeployedSchool;
const path = newPath();
let fingerprint = '';

beforeAll(async () => {
  local = await startSteppedRegistration(24);
  await local.killAtEach(false, null);
  await local.killAtEach(true, '1A');
  const s3 = createS3Client();
  const put = (Bucket: string, Key: string, ContentType: string, bytes: number) =>
    s3.send(new PutObjectCommand({ Bucket, Key, ContentType, Body: Buffer.alloc(bytes, Key) }));
  await put(localNames.files, 'pictures/S01-0123456789abcdef.jpg', 'image/jpeg', 5_000_000);
  await put(localNames.documents, 'posted-cards/S01/2025-1-1.pdf', 'application/pdf', 40_000);
  deployed = await DeployedSchool.deploy();
  await deployed.fill();
}, 300_000);
afterAll(() => local?.stop());

const exportTo = (to: string) => runScript('export-school', ['--school', 'demo', '--to', to]);
const importFrom = (from: string, ...more: string[]) =>
  runScript('import-school', ['--school', 'demo', '--from', from, ...more]);

/** Ends a command as Ctrl-C does, at the first line that it prints like this. */
const interruptAt = (pattern: RegExp) => ({
  onLine: (line: string, child: ChildProcess) => void (pattern.test(line) && child.kill('SIGINT')),
});

interface Content {
  records: Awaited<ReturnType<typeof recordsOfTable>>;
  trail: Awaited<ReturnType<typeof recordsOfTable>>;
  files: Awaited<ReturnType<typeof readBucket>>;
  documents: Awaited<ReturnType<typeof readBucket>>;
}
/** What the commands have to do with. Of documents, those that a file has. */
const readDeployed = async (): Promise<Content> => ({
  records: await recordsOfTable(deployed.tables.records),
  trail: await recordsOfTable(deployed.tables.trail),
  files: await readBucket(deployed.buckets.files),
  documents: new Map(
    [...(await readBucket(deployed.buckets.documents))].filter(([key]) => !key.startsWith('school-files/')),
  ),
});

function expectSame(now: Content, before: Content): void {
  expect(differencesBetween(before.records, now.records)).toEqual([]);
  expect(differencesBetween(before.trail, now.trail)).toEqual([]);
  expect(now.files).toEqual(before.files);
  expect(now.documents).toEqual(before.documents);
}

let exported: Content;
describe('npm run export-school', () => {
  it('says how far it is, and at its end the key that the file is signed by', async () => {
    const { code, stdout, stderr } = await exportTo(path);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^1 of (\d+): read 0\n(?:.*\n)*?\1 of \1: files 31\n/);
    expect(stdout).toMatch(/^\S+school\.zip: \d+ records and 2 files, 6 MB\.$/m);
    fingerprint = /^Signed by the key ([0-9A-F-]{24}): note it, apart from the file\.$/m.exec(stdout)?.[1] ?? '';
    expect(fingerprint).not.toBe('');
    exported = await readDeployed();
    expect(exported.records.size).toBeGreaterThan(150);
    expect(exported.files.size).toBe(1);
  }, 300_000);

  it('writes over no file, and leaves none of a run that Ctrl-C has ended', async () => {
    const { code, stdout, stderr } = await exportTo(path);
    expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: `There is a file ${path}.\n` });
    const cut = newPath();
    const ended = await runScript('export-school', ['--school', 'demo', '--to', cut], interruptAt(/: records 4$/));
    expect(ended).toMatchObject({ code: null, signal: 'SIGINT' });
    expect(existsSync(cut)).toBe(false);
    expect(await exportTo(cut)).toMatchObject({ code: 0 });
  }, 300_000);

  it('names a school that has no file, and one that is not deployed', async () => {
    expect(await runScript('export-school', ['--school', 'nowhere'])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^There is no infra\/schools\/nowhere\.json\. Choose one/),
    });
    expect(await runScript('export-school', [])).toMatchObject({
      code: 1,
      stderr: 'Usage: npm run export-school -- --school <id> [--to <file>]\n',
    });
  }, 300_000);
});

describe('npm run import-school', () => {
  const refused = 'The file is refused, and nothing was written: ';
  /** Its exit code and what it says, where it prints no more than that. */
  const refusalOf = async (from: string, ...more: string[]) => {
    const { code, stdout, stderr } = await importFrom(from, ...more);
    expect(stdout).toBe('');
    expect(code).toBe(1);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    return stderr.trimEnd();
  };

  it('checks a file, and writes nothing', async () => {
    const before = await readDeployed();
    const { code, stdout, stderr } = await importFrom(path, '--only-check', '--signed-by', fingerprint);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^\S+: \d+ records and 2 files of 20\S+Z, \d+ parts\.\nSigned by the key /);
    const { code: full, stderr: why } = await importFrom(path);
    expect({ full, why }).toEqual({
      full: 1,
      why: `formroom-demo has records: a file is imported into an empty school, before its first administrator is made.\n`,
    });
    expectSame(await readDeployed(), before);
  }, 300_000);

  it('refuses in words what is no file of this school as it was signed', async () => {
    const before = await readDeployed();
    expect(await refusalOf('/no/such/file')).toBe('There is no file /no/such/file.');
    expect(await refusalOf(path, '--signed-by', '3F2A-11D0-5C7E-8B41-90CC')).toBe(
      `${refused}the key ${fingerprint} has signed it, and not 3F2A-11D0-5C7E-8B41-90CC.`,
    );
    const other = await changeFile(path, {
      change: ({ manifest }) => void Object.assign(manifest.school, { id: 'hill', name: 'Hill School' }),
    });
    expect(await refusalOf(other)).toBe(`${refused}it is of the school "hill" (Hill School), and not of "demo".`);
    const unsigned = await changeFile(path, {
      change: ({ zip }) => void zip.remove('signature.json'),
      isSigned: false,
    });
    expect(await refusalOf(unsigned)).toBe(`${refused}signature.json is missing.`);
    const changed = await changeFile(path, {
      change: ({ manifest }) => void Object.assign(manifest, { madeAt: '2020-01-01T00:00:00.000Z' }),
      isSigned: false,
    });
    expect(await refusalOf(changed)).toBe(
      `${refused}manifest.json is not as it was signed: somebody has changed it, or its signature is another file’s.`,
    );
    const newer = await changeFile(path, { change: ({ manifest }) => void Object.assign(manifest, { format: 2 }) });
    expect(await refusalOf(newer)).toBe(
      `${refused}a later version of the program made it (format 2). Import it with the version that made it.`,
    );
    expectSame(await readDeployed(), before);
  }, 300_000);

  it('goes on after Ctrl-C, and ends with the same school, record by record and file by file', async () => {
    await deployed.empty();
    const args = ['--school', 'demo', '--from', path];
    const cut = await runScript('import-school', args, interruptAt(/ records in formroom-demo$/));
    expect(cut).toMatchObject({ code: null, signal: 'SIGINT' });
    const half = await readDeployed();
    expect(half.records.size).toBeGreaterThan(0);
    expect(half.trail.size + half.files.size).toBeLessThan(exported.trail.size + exported.files.size);
    const { code, stdout, stderr } = await importFrom(path, '--signed-by', fingerprint);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^formroom-demo is equal to the file, record by record: \S+$/m);
    expect(stdout).toMatch(/^formroom-demo-trail is equal to the file, record by record: \S+$/m);
    expect(stdout).toMatch(/\nNow the accounts: npm run restore-users -- --school demo\n$/);
    expectSame(await readDeployed(), exported);
  }, 300_000);
});
