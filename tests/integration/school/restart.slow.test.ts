import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { termsContract } from '#shared/school/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import type { TestClient } from '../../support/callers/client.ts';
import { isWholeRun } from '../../support/samples/whole-run.ts';
import { type SchoolProcess, startSchoolProcess } from '../../support/school/school-process.ts';

const {
  startPromotion,
  readPromotionStatus,
  startTermRegistration,
  previewRegistration,
  listRegistrationRuns,
  undoPromotion,
} = termsContract;
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

  type Act = typeof startTermRegistration | typeof startPromotion | typeof undoPromotion;
  interface Progress {
    rows_processed: number;
    total_rows: number;
    state: string;
  }
  async function ask(act: Act, input: object, key: string): Promise<Progress> {
    const { status, body, error } = await admin.call(act as never, input as never, { 'Idempotency-Key': key });
    expect([status, error]).toEqual([200, undefined]);
    return body;
  }
  /** Presses, and ends the process when the first batches are done, before the last one. */
  async function killInTheMiddleOf(act: Act, input: object): Promise<Progress> {
    const key = crypto.randomUUID();
    for (let tries = 0; tries < 2000; tries += 1) {
      const progress = await ask(act, input, key);
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
  const promotion = async () => (await admin.call(readPromotionStatus, {})).body;

  it('goes on with the registration at the next start, and registers each student once', async () => {
    const dates = {
      possible_attendance: 120,
      date_start: '2027-09-06',
      date_end: '2027-12-10',
      new_term_beginning: null,
    };
    const term = { ...nextTerm, ...dates, is_current: true };
    expect((await admin.call(termsContract.saveAcademicTerm, term)).status).toBe(200);
    const students = (await preview()).reduce((sum, one) => sum + one.not_registered, 0);
    expect(students).toBeGreaterThan(500);
    const killed = await killInTheMiddleOf(startTermRegistration, { class_id: null });
    expect(killed).toMatchObject({ total_rows: students });

    await start();
    const done = await watch(async () => (await admin.call(listRegistrationRuns, {})).body[0]?.run);
    expect(done).toMatchObject({ rows_processed: students, total_rows: students, state: 'finished' });
    // A request made now shows the same run.
    expect(await ask(startTermRegistration, { class_id: null }, crypto.randomUUID())).toMatchObject({
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

  // The same runner and the same start as above: at night.
  it.runIf(isWholeRun)(
    'goes on with the promotion, and with its undo: each student moves one class, once, and back',
    async () => {
      const before = await promotion();
      const expected = new Map(before.classes.map(({ class_id, repeaters }) => [class_id, repeaters]));
      for (const { next_class_id: next, promoted } of before.classes) {
        if (next !== null) expected.set(next, (expected.get(next) ?? 0) + promoted);
      }
      const headcount = async () =>
        new Map((await preview()).map(({ class_id, students }): [string, number] => [class_id, students]));
      const atFirst = await headcount();

      // Before Term 3 the number of students is typed.
      const confirm = before.classes.reduce((sum, { promoted }) => sum + promoted, 0);
      const killed = await killInTheMiddleOf(startPromotion, { confirm });
      await start();
      expect(await watch(async () => (await promotion()).promotion?.run)).toMatchObject({
        rows_processed: killed.total_rows,
        state: 'finished',
      });
      expect(await headcount()).toEqual(expected);

      await killInTheMiddleOf(undoPromotion, {});
      await start();
      expect(await watch(async () => (await promotion()).undo?.run)).toMatchObject({ state: 'finished' });
      expect((await promotion()).undo?.left).toEqual([]);
      expect(await headcount()).toEqual(atFirst);
    },
    180_000,
  );
});
