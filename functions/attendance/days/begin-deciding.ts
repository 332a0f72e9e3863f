import { createWriteTransaction } from 'electrodb';
import { runJob, toProgress } from '../../platform/jobs/run-job.ts';
import { readJob } from '../../platform/jobs/store.ts';
import type { RequestFacts } from '../../platform/requests/call-handler.ts';
import type { Caller } from '../../platform/requests/caller.ts';
import { writeAudited } from '../../platform/table/audit.ts';
import { actionsOf, directCheck, directTransaction } from '../../platform/table/direct-write.ts';
import { inPieces, isConditionFailure, readItems } from '../../platform/table/table.ts';
import { school } from '../../school/records/school.ts';
import { halfOf } from '../records/attendance-record.ts';
import { ClassDay, classDays } from '../records/class-day.ts';
import { DaySetting, type DaySettingItem, daySettingKey } from '../records/day-setting.ts';
import { recordsAtOnce } from '../records/write-records.ts';
import { everybody, recordsOn } from './records-of-day.ts';

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
  const students = days.length > 0 ? await everybody() : [];
  const rows: string[][] = [];
  for (const { date } of days) {
    const ids = (await recordsOn(date, students)).map(({ studentId }) => `${date} ${studentId}`);
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
