import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { termsContract } from '#shared/school/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import type { TestClient } from '../../support/callers/client.ts';
import { type SchoolProcess, startSchoolProcess } from '../../support/school/school-process.ts';

const { startTermRegistration, previewRegistration, listRegistrationRuns } = termsContract;
const day = '2026-11-20T12:00:00Z';
const nextTerm = { academic_year_id: '20272028', term: 1 as const };

describe('a school whose process is killed in the middle of a run', () => {
  let folder: string;
  let school: SchoolProcess;
  let admin: TestClient;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'restart-'));
    await start();
  });
  afterAll(async () => {
    await school?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function start(): Promise<void> {
    school = await startSchoolProcess(folder, day);
    admin = await school.clientOf('admin');
  }

  interface Progress {
    rows_processed: number;
    total_rows: number;
    state: string;
  }
  /** Asks for the registration of the whole school. */
  async function register(key: string): Promise<Progress> {
    const { status, body, error } = await admin.call(
      startTermRegistration,
      { class_id: null },
      { 'Idempotency-Key': key },
    );
    expect([status, error]).toEqual([200, undefined]);
    return body;
  }
  /** Presses, and ends the process when the first batches are done, before the last one. */
  async function killInTheMiddle(): Promise<Progress> {
    const key = crypto.randomUUID();
    for (let tries = 0; tries < 2000; tries += 1) {
      const progress = await register(key);
      expect(progress.state, 'the run was over before the process could be killed').toBe('running');
      if (progress.rows_processed > 0) {
        await school.kill();
        return progress;
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    throw new Error('the run does not begin');
  }
  /** Looks on without pressing anything until what is shown is over. */
  async function watch(read: () => Promise<Progress | undefined>): Promise<Progress> {
    for (let tries = 0; tries < 600; tries += 1) {
      const progress = await read();
      if (progress && progress.state !== 'running') return progress;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    throw new Error('the run does not go on');
  }
  const preview = async () => (await admin.call(previewRegistration, {})).body;

  it('goes on with the registration at the next start, and registers each student once', async () => {
    const dates = { possible_attendance: null, date_start: null, date_end: null, new_term_beginning: null };
    const term = { ...nextTerm, ...dates, is_current: true };
    expect((await admin.call(termsContract.saveAcademicTerm, term)).status).toBe(200);
    const students = (await preview()).reduce((sum, one) => sum + one.not_registered, 0);
    expect(students).toBeGreaterThan(500);
    const killed = await killInTheMiddle();
    expect(killed).toMatchObject({ total_rows: students });

    await start();
    const done = await watch(async () => (await admin.call(listRegistrationRuns, {})).body[0]?.run);
    expect(done).toMatchObject({ rows_processed: students, total_rows: students, state: 'finished' });
    // A request made now shows the same run.
    expect(await register(crypto.randomUUID())).toMatchObject({
      state: 'finished',
    });
    const { students: registered, total } = (await admin.call(termsContract.listStudentsOfRegistration, {})).body;
    expect([total, new Set(registered.map(({ student_id }) => student_id)).size]).toEqual([students, students]);
    const classes = await preview();
    expect(classes.filter((one) => one.not_registered > 0)).toEqual([]);
    let reports = 0;
    for (const { class_id } of classes) {
      const query = { class_id, year: nextTerm.academic_year_id.slice(0, 4), term: String(nextTerm.term) };
      reports += (await admin.call(termReportsContract.readClassTermReports, query)).body.data.length;
    }
    expect(reports).toBe(students);
  }, 120_000);
});
