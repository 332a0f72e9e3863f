import type { DayRules } from '#shared/attendance/decide-day.ts';
import { retryRefused } from '../platform/table/retry-refused.ts';
import type { StudentItem } from '../students/store.ts';
import type { AttendanceItem } from './attendance-record.ts';
import { withScans } from './change-record.ts';
import { recordsOfDay } from './read-records.ts';
import { writeRecords } from './write-records.ts';

/** Scans of a student on one day: times at the school under source and told time. */
export interface StudentScans {
  student: Pick<StudentItem, 'studentId' | 'classId' | 'formLevel'>;
  scans: Readonly<Record<string, string>>;
  /** The record as it was read, where it was. */
  before?: AttendanceItem | undefined;
}

/**
 * Adds scans of up to {@link recordsAtOnce} students on a school day, each student once, and answers their records. Doing it again
 * changes nothing: a scan is known by its source and told time. One transaction; two where it met another.
 */
export function recordScans({
  date,
  rules,
  students,
}: {
  date: string;
  rules: DayRules;
  students: readonly StudentScans[];
}): Promise<AttendanceItem[]> {
  return retryRefused({
    what: 'the attendance of these students',
    first: students.map(({ before }) => before),
    read: async () => {
      const found = new Map(
        (
          await recordsOfDay(
            students.map(({ student }) => student.studentId),
            date,
          )
        ).map((one) => [one.studentId, one]),
      );
      return students.map(({ student }) => found.get(student.studentId));
    },
    attempt: async (stored) => {
      const changes = students.map(({ student, scans }, index) => {
        const before = stored[index];
        return { before, after: withScans({ student, date, rules, before }, scans) };
      });
      const made = changes.flatMap(({ before, after }) => (after && after !== before ? [{ before, after }] : []));
      const outcome = await writeRecords(made);
      return outcome === 'refused' ? 'refused' : changes.flatMap(({ after }) => after ?? []);
    },
  });
}
