import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler } from '#functions/options/oneroster/jobs/lambda.ts';
import {
  keyOfRosterFile,
  listRosterFiles,
  type RosterFileItem,
} from '#functions/options/oneroster/records/roster-files.ts';
import { documentsBucket, openFile } from '#functions/platform/files/file-storage.ts';
import { school as file } from '#functions/school/records/school.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { onerosterContract } from '#shared/options/oneroster/contract.ts';
import { nightlyRosterFile } from '#shared/options/oneroster/jobs.ts';
import { demoPassword, demoSeed } from '../../../../local/demo-school/demo-credentials.ts';
import { generateDemoSchool } from '../../../../local/demo-school/generate.ts';
import type { RunningSchool } from '../../../../local/school.ts';
import { isWrite, sumUnits } from '../../../../tools/cost/meter.ts';
import { nightOfRosterFiles } from '../../../../tools/cost/optional-use.ts';
import { validateRosterZip } from '../../../../tools/options/oneroster/validate.ts';
import { TestClient } from '../../../support/callers/client.ts';
import { changeRecordOfTest } from '../../../support/school/records.ts';
import { startServer } from '../../../support/school/server.ts';
import { recordTraffic } from '../../../support/school/table-traffic.ts';
import { hookBuckets } from '../../../support/step-by-step/table-requests.ts';

const today = new Date('2026-06-20T12:00:00Z');
let school: RunningSchool;
beforeAll(async () => {
  school = await startServer({ isDemo: true, site: 'none', today });
}, 120_000);
afterAll(() => school?.stop());

describe('the OneRoster file of the demo school', () => {
  it('has every current student and teacher, and no fault by the standard', async () => {
    const admin = await new TestClient(school.url).signIn('admin', demoPassword);
    await admin.call(onerosterContract.startRosterFile, {});
    const answer = await readUntilDone(admin);
    expect(answer.run?.state).toBe('finished');
    const zip = await admin.follow(answer.files[0]?.link ?? '');
    const { faults, rows, version } = await validateRosterZip(new Uint8Array(await zip.arrayBuffer()));
    expect(version).toBe('1.2');
    expect(faults).toEqual([]);
    const { students, employees } = generateDemoSchool({ seed: demoSeed, school: file(), today: '2026-06-20' });
    const current = students.filter(({ status }) => status === 'current').length;
    const teaching = employees.filter(
      ({ deletedAt, teacherNum }) => deletedAt === undefined && teacherNum <= 999,
    ).length;
    expect(rows).toMatchObject({
      users: current + teaching,
      roles: current + teaching,
      demographics: current,
      orgs: 1,
    });
    // The demo school has marks of a term, about eleven a student.
    expect(rows.results).toBeGreaterThan(10 * current);
  }, 300_000);

  it('has a file of changes the night after, with what changed alone, and without a fault', async () => {
    const step = async () => {
      const before = new Set((await listRosterFiles(new Date())).map(({ run }) => run));
      await handler(nightlyRosterFile.step);
      return (await listRosterFiles(new Date())).filter(({ run }) => !before.has(run));
    };
    await step();
    const [first] = await StudentEntity.queryBy('all', { status: 'current' });
    if (!first) throw new Error('The demo school has no students.');
    await changeRecordOfTest(StudentEntity, { studentId: first.studentId }, { lastName: 'Changed' });
    const files: string[] = [];
    let made: RosterFileItem[] = [];
    const traffic = await recordTraffic(async () => {
      const note: Parameters<typeof hookBuckets>[0] = ({ command, send }) => {
        files.push(command);
        return send();
      };
      made = await hookBuckets(note, step);
    });
    const [, changes] = made;
    // The school has marks of one term of three: a night of it is within a third of what is priced.
    const isFileRead = (command: string) => command.startsWith('GetObject');
    const reads = sumUnits(traffic.filter((one) => !isWrite(one)));
    expect(3 * reads).toBeLessThanOrEqual(nightOfRosterFiles.readUnits);
    expect(2 * reads).toBeGreaterThan(nightOfRosterFiles.readUnits / 2);
    expect(sumUnits(traffic.filter(isWrite))).toBeLessThanOrEqual(nightOfRosterFiles.writeUnits);
    expect(files.filter(isFileRead).length).toBeLessThanOrEqual(nightOfRosterFiles.filesRead);
    expect(files.filter((command) => !isFileRead(command)).length).toBeLessThanOrEqual(nightOfRosterFiles.filesWritten);
    expect(3 * made.reduce((sum, { bytes: size }) => sum + size, 0) * 14).toBeLessThan(
      nightOfRosterFiles.keptGigabytes * 1024 ** 3,
    );
    const bytes = await (
      await openFile(documentsBucket(), keyOfRosterFile(changes ?? { run: '' }))
    )?.Body?.transformToByteArray();
    expect(await validateRosterZip(bytes ?? new Uint8Array())).toEqual({
      version: '1.2',
      faults: [],
      rows: { users: 1 },
    });
  }, 300_000);
});

async function readUntilDone(admin: TestClient) {
  for (;;) {
    const { body } = await admin.call(onerosterContract.readRosterFiles, {});
    if (body.run?.state !== 'running') return body;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
