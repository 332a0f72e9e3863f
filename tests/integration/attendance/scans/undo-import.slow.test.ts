import { describe, expect, it, vi } from 'vitest';
import { importScansWorker } from '#functions/attendance/jobs/import-scans-worker.ts';
import { handler } from '#functions/attendance/jobs/lambda.ts';
import { readJob, readJobRows } from '#functions/platform/jobs/store.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { undoWordings } from '#shared/http/wordings.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import { killAtEachWrite } from '../../../support/step-by-step/kill-at-write.ts';
import { runBetweenReadAndWrite } from '../../../support/step-by-step/run-between-read-and-write.ts';
import { steppedSchoolForTests } from '../../../support/step-by-step/stepped-school.ts';
import { holdTimeForEachTest, readCountsOn, readMarksOn, scanAtGate } from '../attendance-days.ts';

const { importScans, readImportRun, correctAttendance, deleteAttendance, readAttendanceHistory } = attendanceContract;
const { listActs: listUndoableScanImports, undoAct: undoImport } = undoContract;

const school = steppedSchoolForTests(handler);
let office = school.admin;
holdTimeForEachTest('2025-10-15T20:30:00Z');

const [monday, tuesday] = ['2025-10-13', '2025-10-14'];

const work = () => school.work();

const sendFile = (rows: readonly string[], key: string = crypto.randomUUID()) =>
  office.call(importScans, { file: new File([rows.join('\n')], 'scans.csv') }, { 'Idempotency-Key': key });
async function add(...rows: string[]): Promise<string> {
  const { body } = await sendFile(rows);
  await work();
  expect((await office.call(readImportRun, { import: body.import })).body.state).toBe('finished');
  return body.import;
}
const ask = (undo: string, key: string) => office.call(undoImport, { undo }, { 'Idempotency-Key': key });
/** Undoes an import, to the end. */
async function undo(of: string, key: string = crypto.randomUUID()) {
  const first = await ask(of, key);
  if (first.status !== 200) return first;
  await work();
  return ask(of, key);
}

/** Marks of a day by student, and how many of each class are counted in the morning, in the afternoon and as late. */
async function figures(date: string) {
  const counts = Object.entries(await readCountsOn(date)).flatMap(([classId, { am = 0, pm = 0, late = 0 }]) =>
    am + pm + late > 0 ? [`${classId} ${am} ${pm} ${late}`] : [],
  );
  return { ...(await readMarksOn(date)), counts };
}

const file = [
  ...[`S01,${monday} 07:30`, `S01,${monday} 14:30`, `S02,${monday} 08:30`, `S11,${monday} 07:40`],
  ...[`S01,${tuesday} 07:31`, `S03,${tuesday} 07:32`],
];
const imported = {
  [monday]: { S01: 'P P', S02: 'P P late', S11: 'P P', counts: ['1A 2 2 1', '1B 1 1 0'] },
  [tuesday]: { S01: 'P P', S03: 'P P', counts: ['1A 2 2 0'] },
};
const both = async () => ({ [monday]: await figures(monday), [tuesday]: await figures(tuesday) });
const nothing = { [monday]: { counts: [] }, [tuesday]: { counts: [] } };

describe('an import of scans', () => {
  it('is listed for 30 days, and undoing it restores what was there before', async () => {
    // S02 came in time by the gate’s scan, and left again by the file’s.
    await scanAtGate(monday, 'S02', '07:20:00');
    const before = await both();
    const act = await add(...file);
    expect((await figures(monday)).counts).toEqual(['1A 2 1 0', '1B 1 1 0']);
    const listed = async () => (await office.call(listUndoableScanImports, { of: 'attendance-imports' })).body;
    expect(await listed()).toMatchObject([
      {
        undo: act,
        what: 'Scans of 5 students’ days imported, 13-Oct-2025 to 14-Oct-2025',
        name: 'Ada Office',
        undone_at: null,
      },
    ]);
    const key = crypto.randomUUID();
    const whole = { state: 'finished', rows_processed: 5, total_rows: 5, left: [], left_count: 0, undone: 5 };
    expect((await undo(act, key)).body).toEqual(whole);
    expect(await both()).toEqual(before);
    expect(await listed()).toMatchObject([{ undo: act, undone_at: expect.any(String) }]);
    const history = await office.call(readAttendanceHistory, { student_id: 'S02', date: monday });
    expect(history.body).toMatchObject({
      scans: [{ time: '07:20:00', source: 'gate' }],
      changes: [{ by: 'Ada Office', fields: [{ field: 'scans', before: '08:30:00', after: null }] }],
    });
    // The very request again, and somebody else's.
    expect((await ask(act, key)).body).toEqual(whole);
    expect((await ask(act, crypto.randomUUID())).error?.message).toEqual([undoWordings.undoneAlready]);
    vi.setSystemTime(Date.now() + 31 * 86_400_000);
    office = await clientOfAccount(office.url, 'A1');
    expect(await listed()).toEqual([]);
  });

  it('keeps and lists the days that were changed since', async () => {
    const act = await add(...file);
    await office.call(correctAttendance, { student_id: 'S01', date: monday, am: 'A', why: 'Another card.' });
    await scanAtGate(monday, 'S02', '14:00:00');
    await office.call(correctAttendance, { student_id: 'S03', date: tuesday, pm: 'A', why: 'Went home.' });
    await office.call(deleteAttendance, { records: [{ student_id: 'S03', date_scanned: tuesday }] });
    expect((await undo(act)).body).toMatchObject({
      left: [
        `Lastname S01, Pupil S01 (S01), 13-Oct-2025: ${attendanceWordings.rowChangedSince}`,
        `Lastname S02, Pupil S02 (S02), 13-Oct-2025: ${attendanceWordings.rowChangedSince}`,
        `Lastname S03, Pupil S03 (S03), 14-Oct-2025: ${attendanceWordings.rowChangedSince}`,
      ],
      left_count: 3,
    });
    expect(await both()).toEqual({
      [monday]: { S01: 'A P', S02: 'P P late', counts: ['1A 1 2 1'] },
      [tuesday]: { counts: [] },
    });
  });

  it('is not undone where every day was changed since, and says why', async () => {
    const act = await add(`S01,${monday} 07:30`);
    await office.call(correctAttendance, { student_id: 'S01', date: monday, am: 'A', why: 'Another card.' });
    const left = [`Lastname S01, Pupil S01 (S01), 13-Oct-2025: ${attendanceWordings.rowChangedSince}`];
    for (const _ of ['at first', 'tried again'])
      expect((await undo(act)).body).toMatchObject({ state: 'finished', left });
    expect((await office.call(listUndoableScanImports, { of: 'attendance-imports' })).body).toMatchObject([
      { undo: act, undone_at: null, left: { undone: 0, stays: 1, why: left } },
    ]);
  });

  it('keeps the scans of an earlier file when it is undone', async () => {
    await add(`S01,${monday} 07:30`);
    const before = await both();
    const second = await add(...file);
    await undo(second);
    expect(await both()).toEqual(before);
  });

  it('loses no scan that arrives while it is undone', async () => {
    const act = await add(`S01,${monday} 07:30`);
    await ask(act, crypto.randomUUID());
    await runBetweenReadAndWrite(work, () => scanAtGate(monday, 'S01', '14:00:00'));
    expect(await figures(monday)).toEqual({ S01: 'P P', counts: ['1A 1 1 0'] });
  });

  it('can be imported again once it is undone', async () => {
    await undo(await add(...file));
    await add(...file);
    expect(await both()).toEqual(imported);
  });

  it('cannot be undone while it is running, or by an unknown name', async () => {
    const { body } = await sendFile(file);
    expect((await ask(body.import, crypto.randomUUID())).status).toBe(404);
    const job = await readJob('import-scans', body.import);
    await handler({ name: 'import-scans', key: body.import, run: job?.run ?? '', attempt: 1, batch: 0, isDone: false });
    expect((await ask(body.import, crypto.randomUUID())).error?.message).toEqual([attendanceWordings.stillRunning]);
    await work();
    expect((await undo(body.import)).body).toMatchObject({ state: 'finished' });
    expect(await both()).toEqual(nothing);
  });

  it('does not restore what a person deleted, when a batch is retried', async () => {
    const { body } = await sendFile([`S01,${monday} 07:30`, `S02,${monday} 08:30`]);
    const job = await readJob('import-scans', body.import);
    if (!job) throw new Error('no import');
    const [rows = []] = await readJobRows(job);
    await importScansWorker.workBatch({ job, batch: 0, rows });
    await office.call(correctAttendance, { student_id: 'S01', date: monday, am: 'A', why: 'Another card.' });
    await office.call(deleteAttendance, { records: [{ student_id: 'S01', date_scanned: monday }] });
    await work();
    expect(await figures(monday)).toEqual({ S02: 'P P late', counts: ['1A 1 1 1'] });
  });

  it.each([false, true])('has the same result when killed at every write in turn, written: %s', async (isWritten) => {
    for (const isUndone of [false, true]) {
      let again: () => Promise<object>;
      const writes = await killAtEachWrite({
        isWritten,
        begin: async () => {
          await school.bringBack();
          const act = isUndone ? await add(...file) : '';
          const key = crypto.randomUUID();
          again = async () => {
            const { body } = isUndone ? await ask(act, key) : await sendFile(file, key);
            if (body.state === 'running') await work();
            return body;
          };
          return again;
        },
        after: async (write) => {
          school.endAll();
          // A later request resumes a run that died.
          vi.setSystemTime(Date.now() + 60_000);
          await again();
          expect([isUndone, write, await both()]).toEqual([isUndone, write, isUndone ? nothing : imported]);
          expect(await again()).toMatchObject({ state: 'finished', ...(isUndone ? { left_count: 0 } : {}) });
          const [listed, ...others] = (await office.call(listUndoableScanImports, { of: 'attendance-imports' })).body;
          expect([others, listed?.undone_at === null]).toEqual([[], !isUndone]);
          // An import that was killed anywhere can be undone as a whole.
          if (isUndone) return;
          expect((await undo(listed?.undo ?? '')).body).toMatchObject({ state: 'finished', left: [] });
          expect(await both()).toEqual(nothing);
        },
      });
      // Two batches with a note each; the act, or that it is undone; plan, run and followers.
      expect(writes).toBeGreaterThanOrEqual(7);
    }
  });
});
