import type { DayRange } from '../../attendance-records/attendance-record.ts';
import { lateRecords } from '../../attendance-records/read-records.ts';
import { studentNames } from '../../students/store.ts';

/** Who was late in a range of days. */
export interface LateList extends DayRange {
  /** By day, class and name. */
  rows: readonly LateRow[];
  students: number;
}

export interface LateRow {
  date: string;
  classId: string;
  studentId: string;
  name: string;
  /** HH:mm:ss; null where a person said so without a time. */
  timeIn: string | null;
  /** Times late in the range up to then. */
  times: number;
}

/** A query for each month, and one request for the names of each hundred students. */
export async function readLateList(range: DayRange): Promise<LateList> {
  const records = (await lateRecords(range)).sort((a, b) => a.date.localeCompare(b.date));
  const names = await studentNames([...new Set(records.map(({ studentId }) => studentId))]);
  const times = new Map<string, number>();
  const rows = records.map(({ date, classId, studentId, timeIn = null }): LateRow => {
    times.set(studentId, (times.get(studentId) ?? 0) + 1);
    return {
      date,
      classId,
      studentId,
      name: names.get(studentId) ?? studentId,
      timeIn,
      times: times.get(studentId) ?? 1,
    };
  });
  rows.sort(
    (a, b) => a.date.localeCompare(b.date) || a.classId.localeCompare(b.classId) || a.name.localeCompare(b.name),
  );
  return { ...range, rows, students: times.size };
}
