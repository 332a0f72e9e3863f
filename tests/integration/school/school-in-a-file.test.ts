import JSZip from 'jszip';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Output } from '#shared/http/contract.ts';
import { reportsContract } from '#shared/reports/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import type { RunningSchool } from '../../../local/school.ts';
import { TestClient } from '../../support/callers/client.ts';
import { password, startSmallSchool } from '../../support/school/small-school.ts';

let school: RunningSchool;
beforeAll(async () => {
  school = await startSmallSchool();
});
afterAll(() => school?.stop());

const signIn = (name: string) => new TestClient(school.url).signIn(name, password);

type Answer = Output<typeof termsContract.readSchoolFile>;

async function readUntilDone(admin: TestClient): Promise<Answer> {
  for (;;) {
    const { body } = await admin.call(termsContract.readSchoolFile, {});
    if (body.run?.state !== 'running') return body;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

describe('the school in a file', () => {
  it('is made by a job that everybody sees, and fetched by a link; the office log says who began it', async () => {
    const admin = await signIn('admin');
    expect((await admin.call(termsContract.readSchoolFile, {})).body).toEqual({ run: null, file: null });
    const begun = await admin.call(termsContract.startSchoolFile, {});
    expect(begun).toMatchObject({ status: 200, body: { state: 'running', rows_processed: 0 } });
    // A second press finds the first.
    expect((await admin.call(termsContract.startSchoolFile, {})).body.total_rows).toBe(begun.body.total_rows);
    const { run, file } = await readUntilDone(admin);
    expect(run).toMatchObject({ state: 'finished', started_by: 'Ada Office' });
    expect(file).toMatchObject({ fingerprint: expect.stringMatching(/^[0-9A-F]{4}(-[0-9A-F]{4}){4}$/) });
    const answer = await admin.follow(file?.link ?? '');
    expect(answer.headers.get('content-disposition')).toMatch(/demo \d{4}-\d{2}-\d{2}\.zip/);
    const zip = await JSZip.loadAsync(await answer.arrayBuffer(), { checkCRC32: true });
    const students = (await zip.file('records/student.jsonl')?.async('string')) ?? '';
    expect(students.trim().split('\n')).toHaveLength(15);
    expect(Object.keys(zip.files)).toEqual(
      expect.arrayContaining(['READ-ME.txt', 'manifest.json', 'signature.json', 'school.json', 'tables/Students.xlsx']),
    );
    const month = new Date().toISOString().slice(0, 7);
    const { body: log } = await admin.call(reportsContract.readOfficeLog, { month });
    expect(log.lines.map(({ says }) => says)).toEqual(['Began a file of the whole school.']);
  }, 120_000);

  it('is for those alone who may manage administrators', async () => {
    for (const name of ['clerk', 'pta']) {
      const client = await signIn(name);
      expect((await client.call(termsContract.startSchoolFile, {})).status).toBe(403);
      expect((await client.call(termsContract.readSchoolFile, {})).status).toBe(403);
    }
  });
});
