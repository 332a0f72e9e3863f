import { type AttendanceItem, AttendanceRecord, halfYearOf } from '#functions/attendance/records/attendance-record.ts';
import { type ClassDayItem, type Counts, counts, countsOf } from '#functions/attendance/records/class-day.ts';
import type { AttendancePlan } from '../types.ts';
import { attendanceOf } from './records.ts';

/** Without what is undefined: the table holds none, and a stamp taken back is absent. */
const stored = (record: AttendanceItem): AttendanceItem =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as AttendanceItem;

/** The records as the table holds them, and then the counts of each class's day, `toItem` for those. */
export function* attendanceItems(
  plan: AttendancePlan,
  toItem: (day: ClassDayItem) => Record<string, unknown>,
): Generator<Record<string, unknown>> {
  const days = new Map<string, ClassDayItem & Counts>();
  for (const record of attendanceOf(plan)) {
    const { date, classId, formLevel } = record;
    const key = `${date}#${classId}`;
    const day = days.get(key) ?? { date, classId, formLevel, half: halfYearOf(date), ...countsOf(undefined) };
    days.set(key, day);
    const own = countsOf(record);
    for (const name of counts) day[name] += own[name];
    yield AttendanceRecord.item(stored(record));
  }
  for (const day of days.values()) yield toItem(day);
}
