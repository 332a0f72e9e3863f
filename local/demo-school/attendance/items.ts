import {
  type AttendanceItem,
  AttendanceRecordEntity,
  halfYearOf,
} from '#functions/attendance/records/attendance-record.ts';
import {
  type ClassDayCounts,
  type ClassDayItem,
  classDayCountNames,
  countsOfRecord,
} from '#functions/attendance/records/class-day.ts';
import type { AttendancePlan } from '../types.ts';
import { generateAttendance } from './records.ts';

/** Without what is undefined: the table holds none, and a stamp taken back is absent. */
const stored = (record: AttendanceItem): AttendanceItem =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as AttendanceItem;

/** The records as the table holds them, and then the counts of each class's day, `toItem` for those. */
export function* generateAttendanceItems(
  plan: AttendancePlan,
  toItem: (day: ClassDayItem) => Record<string, unknown>,
): Generator<Record<string, unknown>> {
  const days = new Map<string, ClassDayItem & ClassDayCounts>();
  for (const record of generateAttendance(plan)) {
    const { date, classId, formLevel } = record;
    const key = `${date}#${classId}`;
    const day = days.get(key) ?? { date, classId, formLevel, half: halfYearOf(date), ...countsOfRecord(undefined) };
    days.set(key, day);
    const own = countsOfRecord(record);
    for (const name of classDayCountNames) day[name] += own[name];
    yield AttendanceRecordEntity.item(stored(record));
  }
  for (const day of days.values()) yield toItem(day);
}
