import { lastFirst } from '#shared/people/shared-names.ts';
import { readStudents } from '../../students/records/store.ts';
import type { DayRange } from '../records/attendance-record.ts';
import { listLateRecords } from '../records/read-records.ts';
import { placeFields, placeOfDay } from '../register/students-of-class-on-day.ts';
import { isWithinStay } from './figures.ts';
import { readSchoolDaysUntilToday } from './read-class-attendance.ts';

/** Late arrivals in a range of days. */
export interface LateList extends DayRange {
  /** By day, class and name. */
  rows: readonly LateRow[];
  students: number;
}

interface LateRow {
  date: string;
  classId: string;
  studentId: string;
  name: string;
  /** HH:mm:ss; null where a person entered no time. */
  timeIn: string | null;
  /** Times late in the range up to then. */
  times: number;
}

/**
 * Reads late arrivals on days that count. A query for each month, three requests for the calendar (one more each half
 * year), and one for each hundred students.
 */
export async function readLateList(range: DayRange, now: Date): Promise<LateList> {
  const [{ days }, late] = await Promise.all([readSchoolDaysUntilToday(range, now), listLateRecords(range)]);
  const ids = [...new Set(late.map(({ studentId }) => studentId))];
  const students = await readStudents(ids, ['studentId', 'firstName', 'lastName', ...placeFields]);
  const known = new Map(students.map((student) => [student.studentId, student]));
  const held = new Map(days.map((day) => [day.date, day]));
  const counts = ({ studentId, date }: (typeof late)[number]) =>
    held.has(date) && isWithinStay(known.get(studentId) ?? { status: 'current' }, date);
  const records = late.filter(counts).sort((a, b) => a.date.localeCompare(b.date));
  const times = new Map<string, number>();
  const rows = records.map(({ date, studentId, timeIn = null, ...record }): LateRow => {
    times.set(studentId, (times.get(studentId) ?? 0) + 1);
    const student = known.get(studentId);
    const day = { date, year: held.get(date)?.year };
    return {
      date,
      classId: (student && placeOfDay(student, day, record)?.classId) ?? record.classId,
      studentId,
      name: student ? lastFirst(student) : studentId,
      timeIn,
      times: times.get(studentId) ?? 1,
    };
  });
  rows.sort(
    (a, b) => a.date.localeCompare(b.date) || a.classId.localeCompare(b.classId) || a.name.localeCompare(b.name),
  );
  return { ...range, rows, students: times.size };
}
