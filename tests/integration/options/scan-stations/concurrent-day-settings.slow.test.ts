import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { setSchoolDays } from '#functions/attendance/days/set-school-days.ts';
import { handler as work } from '#functions/attendance/jobs/lambda.ts';
import { AttendanceRecordEntity } from '#functions/attendance/records/attendance-record.ts';
import { ClassDayCountsEntity, listStoredClassDays } from '#functions/attendance/records/class-day.ts';
import { DaySettingEntity } from '#functions/attendance/records/day-setting.ts';
import { readAttendanceOfDay } from '#functions/attendance/records/read-records.ts';
import { saveAttendanceRegister } from '#functions/attendance/register/save-attendance-register.ts';
import { addAbsenceNotice } from '#functions/attendance/student-days/absence-notices.ts';
import { deleteAttendance } from '#functions/attendance/student-days/delete-attendance.ts';
import { receiveStationScans } from '#functions/options/scan-stations/station-scans.ts';
import { readJob } from '#functions/platform/jobs/store.ts';
import { readItems } from '#functions/platform/table/table.ts';
import { undoAct } from '#functions/undo/acts.ts';
import type { DaySettingInput } from '#shared/attendance/day-setting-input.ts';
import { executeActionOfTest as writeRecord } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { studentIdsOfClasses } from '../../../support/school/small-school.ts';
import { startSteppedExecutions } from '../../../support/step-by-step/stepped-executions.ts';
import { hookTable, type TableCall } from '../../../support/step-by-step/table-requests.ts';

// Wednesday, half past four in the afternoon in Port of Spain.
const today = '2025-10-15';
const now = new Date(`${today}T20:30:00Z`);

schoolForTests();
let executions: Awaited<ReturnType<typeof startSteppedExecutions>>;
beforeAll(async () => {
  executions = await startSteppedExecutions();
});
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }));
afterEach(() => void vi.useRealTimers());
afterAll(() => executions.stop());

const office = {
  accountId: 'A1',
  name: 'Ada Office',
  role: 'Admin',
  permissions: [{ menu: 'attendanceStudent', action: null }],
};
const gate = { stationId: 'GATE', name: 'Gate' };

// biome-ignore lint/suspicious/noExplicitAny: handlers of any call
type Handler = { prefetch?: (...args: any[]) => any; handle: (context: any) => Promise<any> };

/** Carries a call out as the pipeline does: first what it reads with the session, then the rest. */
async function carryOut(handler: Handler, input: object, caller: object = office, key: string = crypto.randomUUID()) {
  const found = handler.prefetch ? await readItems(handler.prefetch(input, 'GATE', now)) : {};
  return handler.handle({ input, caller, found, request: { now, idempotencyKey: `A1/${key}` } });
}

/** Sets the day and decides its records again, to the end. */
async function set(choice: DaySettingInput): Promise<void> {
  const key = crypto.randomUUID();
  await carryOut(setSchoolDays, { from: today, to: today, ...choice }, office, key);
  const job = await readJob('decide-days-again', `A1/${key}`);
  if (job?.state !== 'running') return;
  const { name, run } = job;
  for (let step = { name, key: job.key, run, attempt: 1, batch: 0, isDone: false }; !step.isDone; )
    step = await work(step);
}

const scan = async (studentId: string, time: string) => {
  // Port of Spain is four hours behind.
  const at = `${today}T${String(Number(time.slice(0, 2)) + 4).padStart(2, '0')}${time.slice(2)}.000Z`;
  await carryOut(receiveStationScans, { sent_at: now.toISOString(), scans: [{ student_id: studentId, at }] }, gate);
};
const sayAbsent = async (student_id: string) => {
  await carryOut(saveAttendanceRegister, { class_id: '1A', date: today, students: [{ student_id, am: 'A' }] });
};
const tell = async (student_id: string) => {
  await carryOut(addAbsenceNotice, { student_id, from: today, to: today, reason: 'Ill', excused: 'excused' });
};
let deleted = '';
const remove = async (student_id: string) => {
  const { undo } = await carryOut(deleteAttendance, { records: [{ student_id, date_scanned: today }] });
  deleted = undo;
};
const restore = async () => {
  await carryOut(undoAct, { undo: deleted });
};

async function clean(): Promise<void> {
  const day = { date: today, half: '2025H2' };
  await Promise.all([
    ...studentIdsOfClasses['1A'].map((studentId) => writeRecord(AttendanceRecordEntity.delete({ studentId, ...day }))),
    ...Object.keys(studentIdsOfClasses).map((classId) => writeRecord(ClassDayCountsEntity.delete({ classId, ...day }))),
    writeRecord(DaySettingEntity.delete(day)),
  ]);
}

/**
 * What the record of S01 says, in a word a field, and the counts of 1A as they are kept and as its records are counted
 * one by one.
 */
async function outcome() {
  const records = (await readAttendanceOfDay([...studentIdsOfClasses['1A']], today)).filter(
    ({ deletedAt }) => deletedAt === undefined,
  );
  const kept = (await listStoredClassDays({ from: today, to: today })).find(({ classId }) => classId === '1A');
  const own = records.find(({ studentId }) => studentId === 'S01');
  const count = (name: 'am' | 'pm', mark: string) => records.filter((one) => one[name] === mark).length;
  return {
    marks: `${own?.am ?? '-'} ${own?.pm ?? '-'}${own?.late ? ' late' : ''}`,
    kept: [kept?.am ?? 0, kept?.amAbsent ?? 0, kept?.pm ?? 0, kept?.pmAbsent ?? 0, kept?.late ?? 0],
    counted: [
      ...[count('am', 'P'), count('am', 'A'), count('pm', 'P'), count('pm', 'A')],
      records.filter(({ late }) => late).length,
    ],
    excused: kept?.excused ?? 0,
  };
}

const closed: DaySettingInput = { held: 'none', title: 'Flood', limits: null };
/** Nobody is late before nine; who leaves before four is not there in the afternoon. */
const otherTimes: DaySettingInput = {
  held: 'both',
  title: null,
  limits: { lateAfter: '09:00', amUntil: '10:00', pmFrom: '16:00', pmLateAfter: '16:30', pmUntil: '17:00' },
};
const early: DaySettingInput = { held: 'am', title: 'Sports', limits: null };

interface Story {
  what: string;
  /** What was there before. */
  first?: () => Promise<void>;
  write: () => Promise<unknown>;
  /** What the day comes to, by hand: closed, with other times, in the morning alone. */
  marks: readonly [closed: string, otherTimes: string, early: string];
  excused?: readonly [number, number, number];
}

const stories: Story[] = [
  { what: 'the first scan of a day', write: () => scan('S01', '08:30:00'), marks: ['- -', 'P P', 'P - late'] },
  {
    what: 'a scan on leaving, which changes no count by the usual times',
    first: () => scan('S01', '07:30:00'),
    write: () => scan('S01', '15:00:00'),
    marks: ['- -', 'P A', 'P -'],
  },
  { what: 'a mark of the register', write: () => sayAbsent('S01'), marks: ['- -', 'A -', 'A -'] },
  {
    what: 'a mark of the register for a scanned student',
    first: () => scan('S01', '08:30:00'),
    write: () => sayAbsent('S01'),
    marks: ['- -', 'A P', 'A -'],
  },
  { what: 'an absence notice', write: () => tell('S01'), marks: ['- -', '- -', '- -'], excused: [0, 2, 1] },
  {
    what: 'a deleted record that is restored',
    first: async () => {
      await scan('S01', '08:30:00');
      await sayAbsent('S01');
      await remove('S01');
    },
    write: restore,
    marks: ['- -', 'A P', 'A -'],
  },
];

/**
 * Carries a write out beside a setting: it has read everything when the setting begins, and writes just before the
 * setting's write number `before`, from 1, or when that is over.
 */
async function beside(write: () => Promise<unknown>, setting: () => Promise<void>, before: number) {
  const actors = new AsyncLocalStorage<'write' | 'setting'>();
  const [hasRead, canWrite] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let writes = 0;
  let written: Promise<unknown> = Promise.resolve();
  const release = async () => {
    canWrite.resolve();
    await written;
  };
  const hold = async ({ command, send }: TableCall) => {
    if (!/^(BatchWrite|Put|TransactWrite|Update)/.test(command)) return send();
    if (actors.getStore() === 'write') {
      hasRead.resolve();
      await canWrite.promise;
    } else if (actors.getStore() === 'setting') {
      writes += 1;
      if (writes === before) await release();
    }
    return send();
  };
  return hookTable(hold, async () => {
    written = actors.run('write', write).then(
      () => null,
      (error: Error) => error,
    );
    await hasRead.promise;
    await actors.run('setting', setting);
    await release();
    return (await written) as Error | null;
  });
}

// Writes of a setting: itself, the classes that close their counts, plan, run, the records that are decided again, how
// far it is.
const [afterSetting, afterCounts, afterReading, atTheEnd] = [2, 3, 5, 99];
const meetings: [DaySettingInput, number, 0 | 1 | 2][] = [
  ...[afterSetting, afterCounts, afterReading, atTheEnd].map((at): [DaySettingInput, number, 1] => [otherTimes, at, 1]),
  [closed, afterCounts, 0],
  [closed, atTheEnd, 0],
  [early, atTheEnd, 2],
];

describe('a day that is set while records are written', () => {
  it.each(stories)('applies the setting to $what, whichever is written first', async (story) => {
    for (const [choice, at, index] of meetings) {
      await clean();
      await story.first?.();
      const refused = await beside(story.write, () => set(choice), at);
      // A person's entry is refused where there is no school; a scan is stored.
      if (refused) expect(refused.message).toMatch(/no school|not held/);
      const { marks, kept, counted, excused } = await outcome();
      const where = `${choice.held} ${at}`;
      expect([where, kept]).toEqual([where, counted]);
      if (refused) continue;
      expect([where, marks]).toEqual([where, story.marks[index]]);
      expect([where, excused]).toEqual([where, story.excused?.[index] ?? 0]);
    }
  });
});
