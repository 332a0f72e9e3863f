import { attendanceContract } from '#shared/attendance/contract.ts';
import { runJob, toProgress } from '../../platform/jobs/run-job.ts';
import { JobEntity, type JobItem, readJob } from '../../platform/jobs/store.ts';
import { callHandler, type RequestFacts } from '../../platform/requests/call-handler.ts';
import type { Caller } from '../../platform/requests/caller.ts';
import { executeActionIf, storedValuesCheck } from '../../platform/table/action.ts';
import { executeTogetherIf } from '../../platform/table/acts/transaction.ts';
import { readItems, readMany, splitIntoPieces } from '../../platform/table/table.ts';
import { school } from '../../school/records/school.ts';
import { listCurrentAndArchivedIds } from '../../students/records/rosters/read-rosters.ts';
import { halfYearOf } from '../records/attendance-record.ts';
import { ClassDayCountsEntity, listStoredClassDays } from '../records/class-day.ts';
import { DaySettingEntity, type DaySettingItem, daySettingKey } from '../records/day-setting.ts';
import { readAttendanceOfDay } from '../records/read-records.ts';
import { requireAttendanceInUse } from '../records/school-calendar.ts';
import { maxRecordsPerTransaction } from '../records/write-records.ts';
import { readTermWithDaySettings } from './days-to-set.ts';

export const recalculateDays = callHandler(attendanceContract.recalculateDays, {
  handle: async ({ input, caller, request }) => {
    requireAttendanceInUse();
    const { settings } = await readTermWithDaySettings(input);
    const { stopped } = await readRecalculations(settings);
    const taken = stopped.slice(0, mostDays);
    for (const day of taken) await takeOver(day, request.idempotencyKey);
    const dates = taken.map(({ date }) => date);
    return startRecalculation(dates, { caller, request });
  },
});

/** Days of one run; the next call starts the rest. */
const mostDays = 60;

/** Assigns the day's recalculation to this run, unless the day was set again meanwhile and so has a run of its own. */
async function takeOver({ date, version }: DaySettingItem, run: string): Promise<void> {
  await executeActionIf(
    DaySettingEntity.update({ date, half: halfYearOf(date) }, { set: { run }, where: { version } }),
  );
}

/** A day with the version of its setting that a run applies. */
export type DaySettingVersion = Pick<DaySettingItem, 'date' | 'version'>;

/** True while records of the day may still follow an earlier setting. */
export const needsRecalculation = ({ version, settled = 0 }: Pick<DaySettingItem, 'version' | 'settled'>): boolean =>
  settled < version;

/**
 * Starts recalculating the records of those days that need it, or returns the progress. A day that another request has
 * set since follows that setting, perhaps in both runs, with the same result. Counts of classes made by an earlier
 * setting are cleared first, then the records are read: a record that is written in between is either decided by the
 * new setting or found.
 */
export async function startRecalculation(
  dates: readonly string[],
  { caller, request }: { caller: Caller; request: RequestFacts },
): Promise<Progress> {
  const key = request.idempotencyKey;
  const { settings } = await readItems({ settings: dates.map(daySettingKey) });
  const days: DaySettingVersion[] = settings.filter(needsRecalculation).map(({ date, version }) => ({ date, version }));
  const name = 'decide-days-again';
  const job = days.length === 0 ? await readJob(name, key) : undefined;
  if (days.length === 0 && !job) return { rows_processed: 0, total_rows: 0, state: 'finished' };
  return toProgress(await runJob({ name, key, input: { days }, plan: () => planOf(days), by: { caller, request } }));
}

type Progress = ReturnType<typeof toProgress>;

async function planOf(days: readonly DaySettingVersion[]): Promise<string[][]> {
  for (const day of days) await closeCounts(day);
  const students = days.length > 0 ? await listCurrentAndArchivedIds() : [];
  const rows: string[][] = [];
  for (const { date } of days) {
    const ids = (await readAttendanceOfDay(students, date)).map(({ studentId }) => `${date} ${studentId}`);
    rows.push(...splitIntoPieces(ids, maxRecordsPerTransaction));
  }
  // A job without rows never ends.
  if (rows.length === 0) await markRecalculated(days);
  return rows;
}

/**
 * From here on the day's class counts refuse records of an earlier version. Does nothing where there is a later one,
 * whose run does the same.
 */
async function closeCounts({ date, version }: DaySettingVersion): Promise<void> {
  const half = halfYearOf(date);
  const classes = new Map(school().formClasses.map(({ id, form_level: formLevel }) => [id, formLevel]));
  for (const { classId, formLevel } of await listStoredClassDays({ from: date, to: date }))
    classes.set(classId, formLevel);
  const check = storedValuesCheck(daySettingKey(date), { version });
  for (const piece of splitIntoPieces([...classes], 99)) {
    const marks = piece.map(([classId, formLevel]) =>
      ClassDayCountsEntity.upsert({ date, classId, half }, { set: { formLevel, setting: version } }),
    );
    if (!(await executeTogetherIf([check, ...marks]))) return;
  }
}

/** Marks days whose records all follow these versions. A day that was set again since still needs its recalculation. */
export async function markRecalculated(days: readonly DaySettingVersion[]): Promise<void> {
  for (const { date, version } of days) {
    await executeActionIf(
      DaySettingEntity.update({ date, half: halfYearOf(date) }, { set: { settled: version }, where: { version } }),
    );
  }
}

/** Which days still need a recalculation, and the runs that are at it. One request, and none where no day does. */
export async function readRecalculations(settings: readonly DaySettingItem[]) {
  const due = settings.filter(needsRecalculation);
  const keys = [...new Set(due.flatMap(({ run }) => run ?? []))];
  const jobs = await readMany(keys.map((key) => JobEntity.key({ name: 'decide-days-again', key })));
  const running: JobItem[] = jobs.filter(({ state }) => state === 'running');
  const isRunning = (day: DaySettingItem) => running.some(({ key }) => key === day.run);
  return { running, isRunning, stopped: due.filter((day) => !isRunning(day)) };
}
