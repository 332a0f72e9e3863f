import type { JobItem } from '../../platform/jobs/store.ts';
import type { JobWorker } from '../../platform/jobs/worker.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems } from '../../platform/table/table.ts';
import { type DaySettingVersion, markRecalculated } from '../days/recalculate-days.ts';
import { type AttendanceItem, attendanceKey } from '../records/attendance-record.ts';
import { applyDayRules } from '../records/change-record.ts';
import { daySettingKey } from '../records/day-setting.ts';
import { dayRulesWithSetting } from '../records/school-calendar.ts';
import { writeRecords } from '../records/write-records.ts';

/**
 * Recalculates the records of a day under its present setting. Every record gets a new version, even if nothing else
 * changes, so that a request that read the old version is refused, reads again, and follows the new setting too.
 * Idempotent.
 */
export const recalculateDaysWorker: JobWorker = {
  workBatch: async ({ rows }) => {
    const places = rows.map((row) => row.split(' ') as [string, string]);
    const date = places[0]?.[0] ?? '';
    await retryRefused({
      what: 'the attendance of these students',
      read: () =>
        readItems({
          setting: daySettingKey(date),
          records: places.map(([, studentId]) => attendanceKey(studentId, date)),
        }),
      attempt: ({ setting, records }) => {
        const rules = dayRulesWithSetting(date, setting);
        const changes = records.map((before) => ({ before, after: decidedAgain(before, rules) }));
        // The day was set while its attendance was open.
        return writeRecords(changes, { openAt: 'even closed' });
      },
    });
    return {};
  },
  finish: (job: JobItem) => markRecalculated((job.input as { days: DaySettingVersion[] }).days),
};

/** A deleted record stays deleted. */
const decidedAgain = (before: AttendanceItem, rules: ReturnType<typeof dayRulesWithSetting>): AttendanceItem =>
  before.deletedAt === undefined
    ? applyDayRules({ student: before, date: before.date, rules, before })
    : { ...before, version: before.version + 1, ...(rules.setting === undefined ? {} : { setting: rules.setting }) };
