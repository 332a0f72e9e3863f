import type { AttendanceSession, ScanLimits } from '#shared/attendance/limits.ts';
import { entity } from '../../platform/table/entity.ts';
import { type DayRange, halfYearOf, halfYearsOf } from './attendance-record.ts';

/** The office's setting of a day: closed, a half day, or other limits. It overrides the school file (rule 38). */
export interface DaySettingItem {
  date: string;
  /** Counts the changes. A setting is never deleted: undoing it writes the next version, without sessions. */
  version: number;
  /** The sessions that are held; none on a closed day. Absent where the school file applies again. */
  sessions?: readonly AttendanceSession[] | undefined;
  limits?: Partial<ScanLimits> | undefined;
  /** Why the day is closed, or another note. */
  title?: string | undefined;
  /** The version that every record of the day follows: less than `version` until the recalculation is finished. */
  settled?: number | undefined;
  /** Key of the recalculation. */
  run?: string | undefined;
  /** Display name and UTC time of the last change. */
  by?: string | undefined;
  at?: string | undefined;
  /** Half year of the date: `halfYearOf`. */
  half: string;
}

export const DaySettingEntity = entity<DaySettingItem>()({
  name: 'day-setting',
  pk: 'attendance-settings#${half}',
  sk: '${date}',
  open: 'attendance has an end of its own, which each act on days asks (`openAttendanceChecks`)',
});

export const daySettingKey = (date: string) => DaySettingEntity.key({ date, half: halfYearOf(date) });

/** The settings of a range of days. A query for each half year. */
export async function readDaySettings({ from, to }: DayRange): Promise<DaySettingItem[]> {
  const halves = await Promise.all(
    halfYearsOf({ from, to }).map((half) => DaySettingEntity.query({ half }, { between: [from, to] })),
  );
  return halves.flat();
}
