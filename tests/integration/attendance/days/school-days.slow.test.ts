import { describe, expect, it, vi } from 'vitest';
import { handler } from '#functions/attendance/jobs/lambda.ts';
import { addScansToRecord } from '#functions/attendance/records/change-record.ts';
import { readAttendanceOfDay } from '#functions/attendance/records/read-records.ts';
import { dayRulesWithSetting } from '#functions/attendance/records/school-calendar.ts';
import { writeRecords } from '#functions/attendance/records/write-records.ts';
import { readJob } from '#functions/platform/jobs/store.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import type { DaySettingInput } from '#shared/attendance/day-setting-input.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { requestWordings } from '#shared/http/wordings.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import { term, year } from '../../../support/school/small-school.ts';
import { recordTraffic } from '../../../support/school/table-traffic.ts';
import { killAtEachWrite, killAtWrite } from '../../../support/step-by-step/kill-at-write.ts';
import { runBetweenReadAndWrite } from '../../../support/step-by-step/run-between-read-and-write.ts';
import { steppedSchoolForTests } from '../../../support/step-by-step/stepped-school.ts';
import { undone } from '../../../support/undone.ts';
import { holdTimeForEachTest, readCountsOn, readMarksOn, scanAtGate } from '../attendance-days.ts';

const { readDaysOfTerm, previewSchoolDays, setSchoolDays, recalculateDays } = attendanceContract;
const { listActs: listUndoableDayChanges, undoAct: undoSchoolDays } = undoContract;

const school = steppedSchoolForTests(handler);
const office = school.admin;
holdTimeForEachTest('2025-10-15T20:30:00Z');

const [monday, tuesday] = ['2025-10-13', '2025-10-14'];
const closed: DaySettingInput = { held: 'none', title: 'Flood', limits: null };
const morning: DaySettingInput = { held: 'am', title: null, limits: null };
const asInFile: DaySettingInput = { held: null, title: null, limits: null };
/** Nobody is late before nine. */
const lateAtNine: DaySettingInput = {
  held: 'both',
  title: null,
  limits: { lateAfter: '09:00', amUntil: '10:00', pmFrom: '12:00', pmLateAfter: '12:45', pmUntil: '13:30' },
};

/** Monday: S01 in time, S02 late, S03 away with an excuse, S11 late; S12 deleted. Tuesday: S01 late. */
async function takeAttendance(): Promise<void> {
  await scanAtGate(monday, 'S01', '07:30:00');
  await scanAtGate(monday, 'S02', '08:30:00');
  await scanAtGate(monday, 'S11', '08:45:00', '11:00:00');
  await scanAtGate(monday, 'S12', '08:45:00');
  await scanAtGate(tuesday, 'S01', '08:30:00');
  const { saveAttendanceRegister, correctAttendance, deleteAttendance } = attendanceContract;
  const said = { student_id: 'S03', am: 'A' as const, pm: 'A' as const };
  await office.call(saveAttendanceRegister, { class_id: '1A', date: monday, students: [said], why: 'Entered later.' });
  const excuse = { student_id: 'S03', date: monday, excused: 'excused' as const, why: 'A letter.' };
  await office.call(correctAttendance, excuse);
  const absence = { student_id: 'S12', date: monday, am: 'A' as const, why: 'Another card.' };
  await office.call(correctAttendance, absence);
  await office.call(deleteAttendance, { records: [{ student_id: 'S12', date_scanned: monday }] });
}

const figures = async (date: string) => ({ marks: await readMarksOn(date), counts: await readCountsOn(date) });

/** Counted by hand from the story above. */
const usual = {
  marks: { S01: 'P P', S02: 'P P late', S03: 'A A', S11: 'P A late' },
  counts: {
    '1A': { am: 2, amAbsent: 1, pm: 2, pmAbsent: 1, late: 1, excused: 2 },
    '1B': { am: 1, pmAbsent: 1, late: 1 },
  },
};
const onMorning = {
  marks: { S01: 'P -', S02: 'P - late', S03: 'A -', S11: 'P - late' },
  counts: { '1A': { am: 2, amAbsent: 1, late: 1, excused: 1 }, '1B': { am: 1, late: 1 } },
};
const onClosed = {
  marks: { S01: '- -', S02: '- -', S03: '- -', S11: '- -' },
  counts: { '1A': { unmarked: 3 }, '1B': { unmarked: 1 } },
};
const onLateAtNine = {
  marks: { S01: 'P P', S02: 'P P', S03: 'A A', S11: 'P A' },
  counts: { '1A': { am: 2, amAbsent: 1, pm: 2, pmAbsent: 1, excused: 2 }, '1B': { am: 1, pmAbsent: 1 } },
};

const work = () => school.work();
const daysOf = async () => {
  const { status, body } = await office.call(readDaysOfTerm, { year: String(year), term: '1' });
  expect(status).toBe(200);
  return body;
};
const dayOf = async (date: string) => (await daysOf()).days.find((one) => one.date === date);
const set = (choice: DaySettingInput, from = monday, { to = from, ...more }: { to?: string; was?: never[] } = {}) =>
  office.call(setSchoolDays, { from, to, ...choice, ...more });

describe('the days of a term', () => {
  it('are school days, weekends and holidays, each with how many students were recorded', async () => {
    await takeAttendance();
    const { days, limits, today } = await daysOf();
    expect([days.length, days[0]?.date, days.at(-1)?.date, today]).toEqual([
      ...[103, '2025-09-01', '2025-12-12'],
      '2025-10-15',
    ]);
    expect(limits).toEqual(lateAtNine.limits && { ...lateAtNine.limits, lateAfter: '08:00' });
    expect(days.find(({ date }) => date === monday)).toEqual({
      date: monday,
      closed: null,
      sessions: ['am', 'pm'],
      usually: null,
      setting: null,
      by: null,
      at: null,
      recorded: 4,
      due: null,
    });
    expect(days.find(({ date }) => date === '2025-10-18')).toMatchObject({ closed: 'weekend', usually: 'weekend' });
    expect(days.find(({ date }) => date === '2025-10-20')).toMatchObject({ closed: 'Divali', sessions: [] });
  });
});

describe('setting a day', () => {
  it.each([
    ['closed', closed, onClosed],
    ['a morning alone', morning, onMorning],
    ['with other times', lateAtNine, onLateAtNine],
  ])('%s recalculates its records, and undoing restores every figure', async (_what, choice, expected) => {
    await takeAttendance();
    expect(await figures(monday)).toEqual(usual);
    const begun = await set(choice);
    // Four records, and the deleted one.
    expect(begun.body).toMatchObject({ rows_processed: 0, total_rows: 5, state: 'running' });
    expect(await dayOf(monday)).toMatchObject({ due: 'running', setting: choice, by: 'Ada Office' });
    await work();
    expect(await figures(monday)).toEqual(expected);
    expect(await dayOf(monday)).toMatchObject({ due: null, setting: choice });
    expect((await daysOf()).run).toBeNull();
    // The day beside it stays.
    expect((await figures(tuesday)).marks).toEqual({ S01: 'P P late' });
    const [act] = (await office.call(listUndoableDayChanges, { of: 'school-days', year: String(year), term: '1' }))
      .body;
    expect(act).toMatchObject({ undo: begun.body.undo, name: 'Ada Office', undone_at: null });
    expect((await office.call(undoSchoolDays, { undo: begun.body.undo ?? '' })).body).toEqual(undone());
    expect(await dayOf(monday)).toMatchObject({ due: 'running' });
    await work();
    expect(await figures(monday)).toEqual(usual);
    expect(await dayOf(monday)).toMatchObject({ setting: null, due: null });
  });

  it('previews how many records would change, and changes none', async () => {
    await takeAttendance();
    const preview = (choice: DaySettingInput) =>
      office.call(previewSchoolDays, { from: monday, to: tuesday, ...choice });
    expect((await preview(lateAtNine)).body.days).toEqual([
      { date: monday, records: 4, changes: 2 },
      { date: tuesday, records: 1, changes: 1 },
    ]);
    expect((await preview(closed)).body.days.map(({ changes }) => changes)).toEqual([4, 1]);
    expect((await preview(asInFile)).body.days).toEqual([]);
    expect(await figures(monday)).toEqual(usual);
  });

  it('sets a range without its weekend and holidays, and a holiday by itself', async () => {
    await set(closed, '2025-10-17', { to: '2025-10-21' });
    const titles = (await daysOf()).days.slice(46, 51).map(({ date, closed: why }) => `${date.slice(8)} ${why}`);
    expect(titles).toEqual(['17 Flood', '18 weekend', '19 weekend', '20 Divali', '21 Flood']);
    await set(morning, '2025-10-20');
    expect(await dayOf('2025-10-20')).toMatchObject({ closed: null, sessions: ['am'], usually: 'Divali' });
    await set(asInFile, '2025-10-17', { to: '2025-10-21' });
    const { days } = await daysOf();
    expect(days.filter(({ setting }) => setting !== null)).toEqual([]);
    expect(days.find(({ date }) => date === '2025-10-20')?.closed).toBe('Divali');
  });

  it('recalculates a range of days in one run, and undoes them together', async () => {
    await takeAttendance();
    const { body } = await set(closed, monday, { to: tuesday });
    expect(body.total_rows).toBe(6);
    await work();
    const marks = async () => [(await figures(monday)).marks, (await figures(tuesday)).marks];
    expect(await marks()).toEqual([onClosed.marks, { S01: '- -' }]);
    const register = await office.call(attendanceContract.readAttendanceRegister, { class_id: '1A', date: tuesday });
    expect(register.body).toMatchObject({ closed: 'Flood', sessions: [] });
    await office.call(undoSchoolDays, { undo: body.undo ?? '' });
    await work();
    expect(await marks()).toEqual([usual.marks, { S01: 'P P late' }]);
    expect((await daysOf()).days.filter(({ setting, due }) => setting !== null || due !== null)).toEqual([]);
  });

  it('refuses a day that another person has set since it was seen, with both values, author and time', async () => {
    const olga = await clientOfAccount(office.url, 'A1');
    await olga.call(setSchoolDays, { from: monday, to: monday, ...closed });
    const seen = [{ date: monday, ...asInFile }];
    const { status, error } = await set(morning, monday, { was: seen as never[] });
    expect(status).toBe(409);
    expect(error?.conflict).toMatchObject({
      field: 'day',
      yours: 'morning only',
      theirs: 'closed (Flood)',
      by: 'Ada Office',
      at: '2025-10-15T20:30:00.000Z',
    });
    expect((await set(morning, monday, { was: [{ date: monday, ...closed }] as never[] })).status).toBe(200);
  });

  it('refuses one of two concurrent settings, and an undo concurrent with a setting', async () => {
    const was = [{ date: monday, ...asInFile }] as never[];
    const [refused, done] = await runBetweenReadAndWrite(
      () => set(morning, monday, { was }),
      () => set(closed, monday, { was }),
    );
    expect([refused.status, done.status]).toEqual([409, 200]);
    const [undone, again] = await runBetweenReadAndWrite(
      () => office.call(undoSchoolDays, { undo: done.body.undo ?? '' }),
      () => set(morning),
    );
    expect([undone.status, again.status]).toEqual([409, 200]);
    expect((await dayOf(monday))?.setting).toEqual(morning);
  });

  it('cannot be undone once the day is set again, and is undone once', async () => {
    const first = (await set(closed)).body.undo ?? '';
    const second = (await set(morning)).body.undo ?? '';
    expect((await office.call(undoSchoolDays, { undo: first })).status).toBe(409);
    const key = { 'Idempotency-Key': crypto.randomUUID() };
    expect((await office.call(undoSchoolDays, { undo: second }, key)).status).toBe(200);
    expect((await office.call(undoSchoolDays, { undo: second }, key)).status).toBe(200);
    expect((await office.call(undoSchoolDays, { undo: second })).status).toBe(409);
    expect((await dayOf(monday))?.setting).toEqual(closed);
  });

  it.each([
    [{ ...closed, title: null }, monday, monday, attendanceWordings.whyClosed],
    [closed, tuesday, monday, requestWordings.lastBeforeFirst],
    [closed, '2025-12-15', '2025-12-15', attendanceWordings.notInTerm],
    [closed, '2025-12-12', '2025-12-15', attendanceWordings.notInSameTerm],
    [closed, '2025-10-01', '2025-10-15', 'At most 14 days at once.'],
    [closed, '2025-10-18', '2025-10-20', attendanceWordings.usuallyNoSchool],
    [{ ...lateAtNine, limits: lateAtNine.limits && { ...lateAtNine.limits, lateAfter: '10:30' } }, monday, monday, ''],
    [{ ...closed, title: 'Two\nlines' }, monday, monday, attendanceWordings.oneLine],
    [closed, '2026-02-29', '2026-03-01', ''],
  ])('refuses %j from %s to %s', async (choice, from, to, message) => {
    const { status, error } = await office.call(setSchoolDays, { from, to, ...(choice as DaySettingInput) });
    expect(status).toBe(422);
    if (message !== '') expect(error?.message).toEqual([message]);
  });
});

describe('a recalculation', () => {
  it.each([false, true])('has the same result when killed at every write in turn, written: %s', async (isWritten) => {
    await takeAttendance();
    let act: () => Promise<number>;
    const writes = await killAtEachWrite({
      isWritten,
      begin: async (write) => {
        await set(asInFile);
        await work();
        expect([write, await figures(monday)]).toEqual([write, usual]);
        const key = { 'Idempotency-Key': crypto.randomUUID() };
        act = async () => (await office.call(setSchoolDays, { from: monday, to: monday, ...closed }, key)).status;
        return async () => {
          if ((await act()) === 200) await work();
        };
      },
      after: async (write) => {
        school.endAll();
        await act();
        await work();
        // Loading the page resumes a run that died; Continue starts one that never began.
        vi.setSystemTime(Date.now() + 60_000);
        await daysOf();
        await work();
        if ((await dayOf(monday))?.due === 'stopped') {
          await office.call(recalculateDays, { year, term });
          await work();
        }
        expect([write, await figures(monday), (await dayOf(monday))?.due]).toEqual([write, onClosed, null]);
      },
    });
    // The setting with its trail, closed counts, plan, run, records, how far it is, that it is settled, and over.
    expect(writes).toBeGreaterThanOrEqual(8);
  });

  it('is restarted where the call died before it; the day shows so until then', async () => {
    await takeAttendance();
    // The setting is written; the page is closed, and nobody asks again.
    await killAtWrite({ index: 2, isWritten: false }, () => set(closed)).catch(() => undefined);
    expect(await dayOf(monday)).toMatchObject({ closed: 'Flood', due: 'stopped' });
    expect(await figures(monday)).toEqual(usual);
    expect((await office.call(recalculateDays, { year, term })).body).toMatchObject({ total_rows: 5 });
    await work();
    expect(await figures(monday)).toEqual(onClosed);
    expect(await dayOf(monday)).toMatchObject({ due: null });
    expect((await office.call(recalculateDays, { year, term })).body).toMatchObject({ total_rows: 0 });
  });

  it('does not settle a later setting', async () => {
    await takeAttendance();
    await set(closed);
    await killAtWrite({ index: 2, isWritten: false }, () => set(morning)).catch(() => undefined);
    await work();
    expect(await dayOf(monday)).toMatchObject({ setting: morning, due: 'stopped' });
  });

  it('does not unsettle what a later run has settled, when it ends after that', async () => {
    await takeAttendance();
    const key = crypto.randomUUID();
    await office.call(setSchoolDays, { from: monday, to: monday, ...closed }, { 'Idempotency-Key': key });
    const job = await readJob('decide-days-again', `A1/${key}`);
    if (!job) throw new Error('no run');
    await set(morning);
    await work();
    expect((await dayOf(monday))?.due).toBe(null);
    const { name, run } = job;
    for (let step = { name, key: job.key, run, attempt: 1, batch: 0, isDone: false }; !step.isDone; )
      step = await handler(step);
    expect([await figures(monday), (await dayOf(monday))?.due]).toEqual([onMorning, null]);
  });

  it('needs one request for each hundred students, and one transaction for each 45 records', async () => {
    await takeAttendance();
    await set(closed);
    const traffic = await recordTraffic(work);
    // Where the run is, records, transaction, note; and at the end what is settled, and that it is over.
    expect(traffic.map(({ operation }) => operation)).toEqual([
      ...['BatchGetItem', 'BatchGetItem', 'TransactWriteItems', 'UpdateItem'],
      ...['BatchGetItem', 'UpdateItem', 'UpdateItem'],
    ]);
  });
});

describe('a record', () => {
  it('is not written under an earlier setting than its own', async () => {
    await scanAtGate(monday, 'S01', '07:30:00');
    await set(lateAtNine);
    await work();
    const [before] = await readAttendanceOfDay(['S01'], monday);
    // The setting was read before the record, when there was none yet. The scan changes no count.
    const place = { student: { studentId: 'S01', classId: '1A', formLevel: 1 }, date: monday, before };
    const after = addScansToRecord(
      { ...place, rules: dayRulesWithSetting(monday, undefined) },
      { 'gate@15:00:00': '15:00:00' },
    );
    expect(after && (await writeRecords([{ before, after }], { openAt: 'even closed' }))).toBe('refused');
  });
});
