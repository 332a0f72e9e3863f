import { attendanceContract } from '#shared/attendance/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { listAuditTrail } from '../../platform/table/audit.ts';
import { studentKey } from '../../students/records/store.ts';
import { attendanceKey, recordUnlessDeleted } from '../records/attendance-record.ts';
import { readArchivedRecord } from '../records/read-records.ts';
import { toRegisterRow } from '../register/apply-entry.ts';
import { requireStudentInOwnClass } from '../register/class-access.ts';
import { readTermsAndTermOfDay } from '../register/require-school-day.ts';
import { studentDayAuditSubject } from '../register/save-student-days.ts';

export const readAttendanceHistory = callHandler(attendanceContract.readAttendanceHistory, {
  prefetch: ({ student_id, date }) => ({ student: studentKey(student_id), record: attendanceKey(student_id, date) }),
  handle: async ({ input: { student_id, date }, caller, found: { student: stored, record } }) => {
    const { ofTerm } = await readTermsAndTermOfDay(date);
    const student = await requireStudentInOwnClass({ student: stored, caller, date, ofTerm }, [
      'office',
      'form teacher',
      'dean',
    ]);
    const [trail, archived] = await Promise.all([
      listAuditTrail(studentDayAuditSubject(student_id, date)),
      record ? undefined : readArchivedRecord(student_id, date),
    ]);
    const known = recordUnlessDeleted(record) ?? archived;
    return {
      record: known ? toRegisterRow(student, known, true) : null,
      scans: Object.entries(known?.scans ?? {})
        .map(([source, time]) => ({ time, source: source.split('@')[0] ?? source }))
        .sort((a, b) => a.time.localeCompare(b.time)),
      changes: trail.map(({ at, name, changes }) => ({
        at,
        by: name,
        why: textOf(changes.find(({ field }) => field === 'why')?.after),
        fields: changes
          .filter(({ field }) => field !== 'why')
          .map(({ field, before, after }) => ({ field, before: textOf(before), after: textOf(after) })),
      })),
    };
  },
});

const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));
