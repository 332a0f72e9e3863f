import type { DayRules } from '#shared/attendance/day-state.ts';
import type { Action } from '../../platform/table/action.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems } from '../../platform/table/table.ts';
import type { StudentItem } from '../../students/records/store.ts';
import { type AttendanceItem, attendanceKey } from './attendance-record.ts';
import { withScans } from './change-record.ts';
import { daySettingKey } from './day-setting.ts';
import type { OpenAt } from './open-attendance.ts';
import { dayRulesUnder } from './school-calendar.ts';
import { type RecordChange, writeRecords } from './write-records.ts';

/** Scans of a student on one day: times at the school under source and told time. */
export interface StudentScans {
  student: Pick<StudentItem, 'studentId' | 'classId' | 'formLevel'>;
  scans: Readonly<Record<string, string>>;
  /** The record as it was read, where it was. */
  before?: AttendanceItem | undefined;
}

/**
 * Adds scans of up to {@link recordsAtOnce} students on a school day, each student once, and answers their records. Doing it again
 * changes nothing: a scan is known by its source and told time. One transaction; two where it met another. A scan of a day that was
 * closed in that moment is kept and counts for nothing. What comes `beside` the changes is written with them, and not where there are none.
 */
export function recordScans({
  date,
  rules,
  students,
  openAt,
  beside = () => [],
}: {
  date: string;
  rules: DayRules;
  students: readonly StudentScans[];
  openAt: OpenAt | 'even closed';
  beside?: (made: readonly RecordChange[]) => Action[];
}): Promise<AttendanceItem[]> {
  return retryRefused({
    what: 'the attendance of these students',
    first: { rules, records: students.flatMap(({ before }) => before ?? []) },
    // A setting of the day may have come between, and be the reason.
    read: async () => {
      const { setting, records } = await readItems({
        setting: daySettingKey(date),
        records: students.map(({ student: { studentId } }) => attendanceKey(studentId, date)),
      });
      return { rules: setting?.version === rules.setting ? rules : dayRulesUnder(date, setting), records };
    },
    attempt: async ({ rules, records }) => {
      const stored = new Map(records.map((record) => [record.studentId, record]));
      const changes = students.map(({ student, scans }) => {
        const before = stored.get(student.studentId);
        return { before, after: withScans({ student, date, rules, before }, scans) };
      });
      const made = changes.flatMap(({ before, after }) => (after && after !== before ? [{ before, after }] : []));
      const outcome = await writeRecords(made, { openAt, beside: made.length > 0 ? beside(made) : [] });
      return outcome === 'refused' ? 'refused' : changes.flatMap(({ after }) => after ?? []);
    },
  });
}
