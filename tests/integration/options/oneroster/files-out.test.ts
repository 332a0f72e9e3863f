import JSZip from 'jszip';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeRosterFile } from '#functions/options/oneroster/files-out/make-roster-file.ts';
import { handler } from '#functions/options/oneroster/jobs/lambda.ts';
import { keyOfRosterFile, RosterFileEntity } from '#functions/options/oneroster/records/roster-files.ts';
import { documentsBucket, openFile } from '#functions/platform/files/file-storage.ts';
import { school as file } from '#functions/school/records/school.ts';
import type { Output } from '#shared/http/contract.ts';
import { onerosterContract } from '#shared/options/oneroster/contract.ts';
import { nightlyRosterFile } from '#shared/options/oneroster/jobs.ts';
import { reportsContract } from '#shared/reports/contract.ts';
import type { RunningSchool } from '../../../../local/school.ts';
import { validateRosterZip } from '../../../../tools/options/oneroster/validate.ts';
import { TestClient } from '../../../support/callers/client.ts';
import { password, startSmallSchool } from '../../../support/school/small-school.ts';

let school: RunningSchool;
beforeAll(async () => {
  school = await startSmallSchool();
});
afterAll(() => school?.stop());

const signIn = (name: string) => new TestClient(school.url).signIn(name, password);
type Answer = Output<typeof onerosterContract.readRosterFiles>;

async function readUntilDone(admin: TestClient): Promise<Answer> {
  for (;;) {
    const { body } = await admin.call(onerosterContract.readRosterFiles, {});
    if (body.run?.state !== 'running') return body;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function open(admin: TestClient, link = ''): Promise<Record<string, string[]>> {
  const answer = await admin.follow(link);
  expect(answer.headers.get('content-disposition')).toMatch(/demo OneRoster \d{4}-\d{2}-\d{2}\.zip/);
  const zip = await JSZip.loadAsync(await answer.arrayBuffer(), { checkCRC32: true });
  const texts = Object.values(zip.files).map(async (one) => [one.name, (await one.async('string')).split('\r\n')]);
  return Object.fromEntries(await Promise.all(texts));
}

describe('files of OneRoster', () => {
  it('are made by a job that everybody sees; the office log says who began it', async () => {
    const admin = await signIn('admin');
    expect((await admin.call(onerosterContract.readRosterFiles, {})).body).toEqual({
      run: null,
      files: [],
      is_nightly: true,
      has_demographics: true,
    });
    expect(await admin.call(onerosterContract.startRosterFile, {})).toMatchObject({ status: 200 });
    const { run, files } = await readUntilDone(admin);
    expect(run).toMatchObject({ state: 'finished', started_by: 'Ada Office' });
    expect(files).toMatchObject([{ by: 'Ada Office', lacks_terms: false }]);
    expect((await open(admin, files[0]?.link))['orgs.csv']?.[1]).toMatch(/,,,Northgate Secondary School,school,demo,$/);
    const month = new Date().toISOString().slice(0, 7);
    const { body: log } = await admin.call(reportsContract.readOfficeLog, { month });
    expect(log.lines.map(({ says }) => says)).toEqual(['Began a OneRoster file of the school.']);
  }, 60_000);

  it('are made at night, too, and stay beside those that somebody made', async () => {
    const admin = await signIn('admin');
    const before = (await readUntilDone(admin)).files;
    expect(await handler(nightlyRosterFile.step)).toMatchObject({ isDone: true });
    const { files } = await readUntilDone(admin);
    expect(files).toHaveLength(before.length + 1);
    expect(files[0]).toMatchObject({ by: null, rows: before[0]?.rows });
    expect(Object.keys(await open(admin, files[0]?.link))).toContain('manifest.csv');
  });

  it('are one where a step is done again: the worker was killed, or its answer was lost', async () => {
    const of = { run: 'killed', madeAt: '2025-12-01T08:00:00.000Z', madeBy: 'Ada Office' };
    await makeRosterFile(of);
    await makeRosterFile(of);
    const items = (await RosterFileEntity.query({})).filter(({ run }) => run === 'killed');
    expect(items).toHaveLength(1);
    const body = await (await openFile(documentsBucket(), keyOfRosterFile(of)))?.Body?.transformToByteArray();
    expect(body?.length).toBe(items[0]?.bytes);
    expect((await validateRosterZip(body ?? new Uint8Array())).faults).toEqual([]);
  });

  it('have no dates of birth and no sexes where the school file does not say so', async () => {
    const { optionSettings } = file();
    file().optionSettings = {};
    await handler(nightlyRosterFile.step);
    file().optionSettings = optionSettings;
    const admin = await signIn('admin');
    const { files } = await readUntilDone(admin);
    const texts = await open(admin, files[0]?.link);
    expect(Object.keys(texts)).not.toContain('demographics.csv');
    expect(texts['manifest.csv']).toContain('file.demographics,absent');
  });

  it('are for those alone who may manage administrators', async () => {
    for (const name of ['clerk', 'pta']) {
      const client = await signIn(name);
      expect((await client.call(onerosterContract.startRosterFile, {})).status).toBe(403);
      expect((await client.call(onerosterContract.readRosterFiles, {})).status).toBe(403);
    }
  });
});
