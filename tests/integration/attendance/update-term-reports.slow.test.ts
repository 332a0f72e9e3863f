import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler as worker } from '#functions/attendance/jobs/lambda.ts';
import { undoTermReportsUpdate, updateTermReports } from '#functions/attendance/office/update-term-reports.ts';
import { ClassDayCountsEntity } from '#functions/attendance/records/class-day.ts';
import {
  ClassTermRegistrationEntity,
  TermReportEntity,
  termReportAuditSubject,
} from '#functions/marks/records/term-report.ts';
import { deleteJob, JobEntity, readJobsOfKind } from '#functions/platform/jobs/store.ts';
import { listAuditTrail } from '#functions/platform/table/audit.ts';
import { readItems } from '#functions/platform/table/table.ts';
import { currentPeriodKey } from '#functions/school/records/periods.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { clientOfAccount } from '../../support/callers/callers.ts';
import { addManyStudents } from '../../support/school/many-students.ts';
import { deleteRecords, putRecords, executeActionOfTest as writeRecord } from '../../support/school/records.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { studentIdsOfClasses, term, year } from '../../support/school/small-school.ts';
import { recordTraffic } from '../../support/school/table-traffic.ts';
import { killAtEachWrite } from '../../support/step-by-step/kill-at-write.ts';
import { startSteppedExecutions } from '../../support/step-by-step/stepped-executions.ts';
import { forgetKeptDays, writeDecisions } from './attendance-days.ts';

const school = schoolForTests();
let executions: Awaited<ReturnType<typeof startSteppedExecutions>>;
beforeAll(async () => {
  executions = await startSteppedExecutions();
  await takeAttendance();
});
afterEach(() => void vi.useRealTimers());
afterAll(() => executions.stop());

const caller = { accountId: 'A1', name: 'Ada Office' };
const pupils = studentIdsOfClasses['1A'];

/**
 * Monday: all of 1A present, S01 absent all day. Tuesday: a morning register of which only S02, late, is there; the
 * afternoon was not taken. S04 came to the school on Tuesday. Wednesday and all later days: nothing.
 */
async function takeAttendance(): Promise<void> {
  await writeRecord(StudentEntity.update({ studentId: 'S04' }, { set: { entryDate: '2025-09-02' } }));
  const there = { am: 'P', pm: 'P' } as const;
  const away = { am: 'A', pm: 'A' } as const;
  await writeDecisions('2025-09-01', { S01: away, S02: there, S03: there, S05: there, S06: there });
  await writeDecisions('2025-09-02', { S02: { am: 'P', late: true } });
}

/** Counted by hand from the story above. */
const counted = { S01: [3, 0], S02: [0, 1], S03: [1, 0], S04: [1, 0], S05: [1, 0], S06: [1, 0] } as const;
/** Mona typed 7 for S03, who was absent once. */
const typedByMona = { ...counted, S03: [7, 0] };
const untouched = { ...Object.fromEntries(pupils.map((id) => [id, [null, null]])), S03: [7, null] };

async function reports() {
  const found = await Promise.all(pupils.map((studentId) => TermReportEntity.get({ studentId, year, term })));
  return found;
}
const figures = async () =>
  Object.fromEntries(
    (await reports()).map((one) => [one?.studentId, [one?.timesAbsent ?? null, one?.timesLate ?? null]]),
  );

beforeEach(async () => {
  await putRecords(
    TermReportEntity,
    pupils.map((studentId) => ({
      studentId,
      year,
      term,
      classId: '1A',
      formLevel: 1,
      ...(studentId === 'S03'
        ? { timesAbsent: 7, timesAbsentBy: 'Mona Núñez', timesAbsentAt: '2025-09-05T12:00:00.000Z' }
        : {}),
    })),
  );
  for (const job of await readJobsOfKind('update-term-reports')) await deleteJob({ ...job });
});

let minutes = 0;
/** One act as a page carries it out: the call under one key, the steps of its execution, and the call again. */
function act(
  handler: { handle: (context: never) => Promise<unknown> },
  input: object,
  idempotencyKey: string = crypto.randomUUID(),
) {
  const ask = async () => {
    minutes += 1;
    const request = { now: new Date(Date.now() + minutes * 60_000), idempotencyKey };
    const found = await readItems({ current: currentPeriodKey() });
    return (await handler.handle({ input, caller, request, found } as never)) as {
      state: string;
      left: { student_id: string; reason: string }[];
    };
  };
  const begin = async () => {
    await ask();
    await executions.run(worker);
  };
  return Object.assign(
    async () => {
      await begin();
      return ask();
    },
    { begin, ask },
  );
}
const update = async (withTyped = false, key?: string) =>
  act(updateTermReports, { class_id: '1A', with_typed: withTyped }, key);
const undo = async (key?: string) => act(undoTermReportsUpdate, { class_id: '1A' }, key);

describe('updating term reports from the attendance records', () => {
  it('previews the changes, writes them, and keeps and lists what a form teacher typed', async () => {
    const admin = await clientOfAccount(school.url, 'A1');
    const { status, body } = await admin.call(attendanceContract.previewTermReportsUpdate, { class_id: '1A' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ from: '2025-09-01', to: '2025-12-12', reports: 6, changes: 6, run: null, undo: null });
    expect(body.typed).toMatchObject([
      { student_id: 'S03', field: 'times_absent', typed: 7, counted: 1, by: 'Mona Núñez', class_id: '1A' },
    ]);
    const ended = await (await update())();
    expect(ended).toMatchObject({
      state: 'finished',
      left: [{ student_id: 'S03', reason: 'Times absent 7 (counted 1) was typed by Mona Núñez.' }],
    });
    expect(await figures()).toEqual(typedByMona);
    const after = await admin.call(attendanceContract.previewTermReportsUpdate, { class_id: '1A' });
    expect(after.body).toMatchObject({ changes: 0, run: { state: 'finished', started_by: 'Ada Office' } });
  });

  it('returns the progress of a run without reading the term again', async () => {
    const act = await update();
    await act.begin();
    const traffic = await recordTraffic(() => act.ask());
    // Whom it left alone.
    expect(traffic.filter(({ operation }) => operation === 'Query')).toHaveLength(1);
  });

  it('also ends where an earlier deployment started it, without the sessions taken', async () => {
    await act(updateTermReports, { class_id: '1A', with_typed: false }).ask();
    const [job] = await readJobsOfKind('update-term-reports');
    const { taken, ...input } = job?.input as { taken: object };
    expect(taken).toBeDefined();
    await writeRecord(JobEntity.update({ name: 'update-term-reports', key: job?.key ?? '' }, { set: { input } }));
    await executions.run(worker);
    expect(await figures()).toEqual(typedByMona);
  });

  it('replaces typed figures where that is chosen, and undoing restores them with their author', async () => {
    expect((await (await update(true))()).left).toEqual([]);
    expect(await figures()).toEqual(counted);
    expect(await (await undo())()).toMatchObject({ state: 'finished', left: [] });
    expect(await figures()).toEqual(untouched);
    const third = (await reports())[2];
    expect([third?.timesAbsentBy, third?.timesAbsentAt, third?.timesLateBy]).toEqual([
      'Mona Núñez',
      '2025-09-05T12:00:00.000Z',
      undefined,
    ]);
  });

  it('undoes unchanged reports, and lists the one that a form teacher changed since', async () => {
    await (await update())();
    const mona = await clientOfAccount(school.url, 'T1');
    const typed = { student_id: 'S05', year, term, times_late: 4, was: { times_late: 0 } };
    expect((await mona.call(termReportsContract.saveTermReport, typed)).status).toBe(200);
    expect(await (await undo())()).toMatchObject({
      left: [{ student_id: 'S05', reason: attendanceWordings.rowChangedSince }],
    });
    expect(await figures()).toEqual({ ...untouched, S05: [1, 4] });
  });

  it.each([false, true])('has the same result when killed at every write in turn, written: %s', async (isWritten) => {
    const originals = (await reports()).flatMap((one) => one ?? []);
    for (const [make, wanted] of [
      [update, typedByMona],
      [undo, untouched],
    ] as const) {
      let again: Awaited<ReturnType<typeof undo>>;
      await killAtEachWrite({
        isWritten,
        begin: async () => {
          await putRecords(TermReportEntity, originals);
          if (make === undo) await (await update())();
          const key = crypto.randomUUID();
          again = make === update ? await update(false, key) : await undo(key);
          return again;
        },
        after: async (write) => {
          executions.endAll();
          const ended = await again();
          expect([write, ended.state, await figures()]).toEqual([write, 'finished', wanted]);
        },
      });
    }
  });

  it('writes one student’s figures at once, and keeps typed ones unless they are to be replaced', async () => {
    const admin = await clientOfAccount(school.url, 'A1');
    const report = (student_id: string, more: object = {}, key: string = crypto.randomUUID()) =>
      admin.call(attendanceContract.writeAttendanceIntoReport, { student_id, ...more }, { 'idempotency-key': key });
    const first = await report('S01', {}, 'report-attendance-1');
    const whole = { year, term, left: null, typed: false };
    expect(first.body).toEqual({ student_id: 'S01', ...whole, times_absent: 3, times_late: 0 });
    expect((await report('S01', {}, 'report-attendance-1')).body).toEqual(first.body);
    expect(await figures()).toEqual({ ...untouched, S01: [3, 0] });
    const left = 'Times absent 7 (counted 1) was typed by Mona Núñez.';
    expect((await report('S03')).body).toMatchObject({ times_absent: 7, times_late: 0, left, typed: true });
    expect((await report('S03', { with_typed: true })).body).toMatchObject({ times_absent: 1, left: null });
    expect(await figures()).toEqual({ ...untouched, S01: [3, 0], S03: [1, 0] });
    const trail = await listAuditTrail(termReportAuditSubject({ studentId: 'S03', year, term }));
    expect(trail.at(-1)).toMatchObject({
      name: 'Ada Office',
      changes: [{ field: 'timesAbsent', before: 7, after: 1 }],
    });
    expect((await report('S99')).status).toBe(404);
    // Nobody registered 1B's students in this story.
    await writeRecord(TermReportEntity.delete({ studentId: 'S11', year, term }));
    expect((await report('S11')).status).toBe(409);
  });

  it('needs at most a tenth more requests for 1,000 reports than its batches', async () => {
    const many = ['2A', '2B', '2C', '3A', '3B'].map((classId) => ({ classId, formLevel: Number(classId[0]) }));
    const ids = await addManyStudents({ count: 1000, classes: many, subjectIds: [] });
    const classOf = (index: number) => many[index % many.length] ?? { classId: '', formLevel: 0 };
    await putRecords(
      TermReportEntity,
      ids.map((studentId, index) => ({ studentId, year, term, ...classOf(index) })),
    );
    await putRecords(ClassTermRegistrationEntity, [
      ...many.map(({ classId }) => ({
        year,
        term,
        classId,
        studentIds: ids.filter((_, index) => classOf(index).classId === classId),
      })),
    ]);
    await deleteRecords(
      ClassTermRegistrationEntity,
      Object.keys(studentIdsOfClasses).map((classId) => ({ year, term, classId })),
    );
    await putRecords(
      ClassDayCountsEntity,
      many.map((one) => ({ ...one, date: '2025-09-01', half: '2025H2', am: 1 })),
    );
    await forgetKeptDays();
    // In the term itself: what is over a year old is looked for in the archive too.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-12-12T16:00:00Z') });
    const run = act(updateTermReports, { class_id: null, with_typed: false });
    const traffic = await recordTraffic(run.begin);
    const batches = Math.ceil(1000 / 48);
    // Where the run is, reports with students, records, one transaction, one note; and once whether the term is open,
    // which class days are kept, and four months of them for the next reader.
    expect(traffic.length).toBeLessThanOrEqual(1.1 * batches * 5 + 6);
    // The class days of the term are read when the run is planned: no batch queries anything.
    expect(traffic.filter(({ operation }) => operation === 'Query').length).toBeLessThanOrEqual(4);
    const data = await TermReportEntity.get({ studentId: ids[999] ?? '', year, term });
    expect([data?.timesAbsent, data?.timesLate, data?.timesAbsentBy]).toEqual([1, 0, 'Attendance records']);
  });
});
