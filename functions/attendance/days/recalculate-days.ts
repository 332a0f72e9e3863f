import { createWriteTransaction } from 'electrodb';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { runJob, toProgress } from '../../platform/jobs/run-job.ts';
import { Job, type JobItem, readJob } from '../../platform/jobs/store.ts';
import { callHandler, type RequestFacts } from '../../platform/requests/call-handler.ts';
import type { Caller } from '../../platform/requests/caller.ts';
import { writeAudited } from '../../platform/table/audit.ts';
import { actionsOf, directCheck, directTransaction } from '../../platform/table/direct-write.ts';
import { inPieces, isConditionFailure, itemKey, readItems, readMany } from '../../platform/table/table.ts';
import { school } from '../../school/records/school.ts';
import { currentAndArchivedIds } from '../../students/records/store.ts';
import { halfOf } from '../records/attendance-record.ts';
import { ClassDay, classDays } from '../records/class-day.ts';
import { DaySetting, type DaySettingItem, daySettingKey } from '../records/day-setting.ts';
import { recordsOfDay } from '../records/read-records.ts';
import { recordsAtOnce } from '../records/write-records.ts';
import { requireAttendance } from '../register/class-access.ts';
import { settingsOfTerm } from './days-to-set.ts';

export const decideDaysAgain = callHandler(attendanceContract.decideDaysAgain, {
  handle: async ({ input, caller, request }) => {
    requireAttendance();
    const { settings } = await settingsOfTerm(input);
    const { stopped } = await dueDays(settings);
    const taken = stopped.slice(0, mostDays);
    for (const day of taken) await takeOver(day, request.idempotencyKey);
    const dates = taken.map(({ date }) => date);
    return beginDeciding(dates, { caller, request });
  },
});

/** So many days are one run: what is left of more is begun the next time. */
const mostDays = 60;

/** The day is due under another key from now on, unless it was set again meanwhile: then it has a run of its own. */
async function takeOver({ date, version }: DaySettingItem, run: string): Promise<void> {
  const written = DaySetting.patch({ date, half: halfOf(date) })
    .set({ run })
    .where((attributes, { eq }) => eq(attributes.version, version))
    .go();
  await written.catch((error: unknown) => {
    if (!isConditionFailure(error)) throw error;
  });
}

/** Versions of days' settings, by which a run decides. */
export type SettledDay = Pick<DaySettingItem, 'date' | 'version'>;

/** True while a record of the day may still be decided by an earlier setting. */
export const isDue = ({ version, settled = 0 }: Pick<DaySettingItem, 'version' | 'settled'>): boolean =>
  settled < version;

/**
 * Begins to decide the records of those of the days again that are due, or says how far that is. A day that another request has set since
 * is decided by that setting, perhaps by both runs, with the same result. Counts of classes made by an earlier setting are cleared first, then
 * the records are read: a record that is written in between is either decided by the new setting or found.
 */
export async function beginDeciding(
  dates: readonly string[],
  { caller, request }: { caller: Caller; request: RequestFacts },
): Promise<Progress> {
  const key = request.idempotencyKey;
  const { settings } = await readItems({ settings: dates.map(daySettingKey) });
  const days: SettledDay[] = settings.filter(isDue).map(({ date, version }) => ({ date, version }));
  const name = 'decide-days-again';
  const job = days.length === 0 ? await readJob(name, key) : undefined;
  if (days.length === 0 && !job) return { rows_processed: 0, total_rows: 0, state: 'finished' };
  return toProgress(await runJob({ name, key, input: { days }, plan: () => planOf(days), caller, request }));
}

type Progress = ReturnType<typeof toProgress>;

async function planOf(days: readonly SettledDay[]): Promise<string[][]> {
  for (const day of days) await closeCounts(day);
  const students = days.length > 0 ? await currentAndArchivedIds() : [];
  const rows: string[][] = [];
  for (const { date } of days) {
    const ids = (await recordsOfDay(students, date)).map(({ studentId }) => `${date} ${studentId}`);
    rows.push(...inPieces(ids, recordsAtOnce));
  }
  // A run without rows never ends: it begins as over.
  if (rows.length === 0) await settle(days);
  return rows;
}

/** The day's classes count in nothing any more that was decided by an earlier version. Refused where there is a later one, which does the same. */
async function closeCounts({ date, version }: SettledDay): Promise<void> {
  const half = halfOf(date);
  const classes = new Map(school().formClasses.map(({ id, form_level: formLevel }) => [id, formLevel]));
  for (const { classId, formLevel } of await classDays({ from: date, to: date })) classes.set(classId, formLevel);
  const check = directCheck(daySettingKey(date).key, { version });
  for (const piece of inPieces([...classes], 99)) {
    const marks = createWriteTransaction({ ClassDay }, ({ ClassDay: day }) =>
      piece.map(([classId, formLevel]) =>
        day.update({ date, classId, half }).set({ formLevel, setting: version }).commit(),
      ),
    );
    if ((await writeAudited(directTransaction([check, ...actionsOf(marks)]))) === 'refused') return;
  }
}

/** Notes that every record of the days is decided by these versions. A day that was set again since stays due. */
export async function settle(days: readonly SettledDay[]): Promise<void> {
  for (const { date, version } of days) {
    const noted = DaySetting.patch({ date, half: halfOf(date) })
      .set({ settled: version })
      .where((attributes, { eq }) => eq(attributes.version, version))
      .go();
    await noted.catch((error: unknown) => {
      if (!isConditionFailure(error)) throw error;
    });
  }
}

/** The days of which records are still to be decided again, and the runs that do it. One request, and only where there are any. */
export async function dueDays(settings: readonly DaySettingItem[]) {
  const due = settings.filter(isDue);
  const keys = [...new Set(due.flatMap(({ run }) => run ?? []))];
  const jobs = await readMany(keys.map((key) => itemKey(Job, { name: 'decide-days-again', key })));
  const running: JobItem[] = jobs.filter(({ state }) => state === 'running');
  const isRunning = (day: DaySettingItem) => running.some(({ key }) => key === day.run);
  return { running, isRunning, stopped: due.filter((day) => !isRunning(day)) };
}
