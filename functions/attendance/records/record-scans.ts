import type { DayRules } from '#shared/attendance/day-state.ts';
import type { Action } from '../../platform/table/action.ts';
import { isRefused } from '../../platform/table/acts/carry-out-act.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems } from '../../platform/table/table.ts';
import type { StudentItem } from '../../students/records/store.ts';
import { type AttendanceItem, attendanceKey } from './attendance-record.ts';
import { addScansToRecord } from './change-record.ts';
import { daySettingKey } from './day-setting.ts';
import type { ClosureCheck } from './open-attendance.ts';
import { dayRulesWithSetting } from './school-calendar.ts';
import { type RecordChange, writeRecords } from './write-records.ts';

/** Scans of a student on one day: times at the school, by source and the source's own time. */
export interface StudentScans {
  student: Pick<StudentItem, 'studentId' | 'classId' | 'formLevel'>;
  scans: Readonly<Record<string, string>>;
  /** The stored record, where it was read already. */
  before?: AttendanceItem | undefined;
}

/**
 * Adds scans of up to {@link maxRecordsPerTransaction} students on a school day, each student once, and returns their
 * records. Idempotent. One transaction, and another after a conflict. A scan of a day that is closed meanwhile is
 * stored and does not count. The actions `beside` are written in the same transaction, if any record changes.
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
  openAt: ClosureCheck | 'even closed';
  beside?: (made: readonly RecordChange[]) => Action[];
}): Promise<AttendanceItem[]> {
  return retryRefused({
    what: 'the attendance of these students',
    first: { rules, records: students.flatMap(({ before }) => before ?? []) },
    // The transaction may have been refused because the day was set meanwhile.
    read: async () => {
      const { setting, records } = await readItems({
        setting: daySettingKey(date),
        records: students.map(({ student: { studentId } }) => attendanceKey(studentId, date)),
      });
      return { rules: setting?.version === rules.setting ? rules : dayRulesWithSetting(date, setting), records };
    },
    attempt: async ({ rules, records }) => {
      const stored = new Map(records.map((record) => [record.studentId, record]));
      const changes = students.map(({ student, scans }) => {
        const before = stored.get(student.studentId);
        return { before, after: addScansToRecord({ student, date, rules, before }, scans) };
      });
      const made = changes.flatMap(({ before, after }) => (after && after !== before ? [{ before, after }] : []));
      const outcome = await writeRecords(made, { openAt, beside: made.length > 0 ? beside(made) : [] });
      return isRefused(outcome) ? 'refused' : changes.flatMap(({ after }) => after ?? []);
    },
  });
}
