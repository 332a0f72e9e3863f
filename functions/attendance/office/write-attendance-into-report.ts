import { attendanceContract } from '#shared/attendance/contract.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { ConflictError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { commit } from '../../platform/table/acts/commit.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { requireCurrentStudent, studentKey } from '../../students/records/store.ts';
import { requireAttendanceInUse } from '../records/school-calendar.ts';
import { countReports, readTermToCount } from './count-term.ts';
import { decideReportChanges, planReportFiguresWrite } from './report-times.ts';

export const writeAttendanceIntoReport = callHandler(attendanceContract.writeAttendanceIntoReport, {
  prefetch: ({ student_id }) => ({ student: studentKey(student_id) }),
  handle: async ({ input: { student_id: studentId, with_typed: withTyped }, found, caller, request }) => {
    requireAttendanceInUse();
    requireCurrentStudent(found.student);
    const term = await readTermToCount(request.now);
    return retryRefused({
      what: 'this report',
      read: () => countReports(term, [studentId]),
      attempt: async (counted) => {
        const [one] = counted;
        if (!one) throw new ConflictError(attendanceWordings.noReport);
        const { changes, trail, reports, remarks } = planReportFiguresWrite(counted, {
          withTyped,
          by: { caller, request },
        });
        const outcome = changes.length === 0 ? 'written' : await commit({ by: { caller, request }, changes, trail });
        // Counting again includes what an earlier attempt has written.
        if (outcome !== 'written') return 'refused';
        const changed = new Map(reports[0]?.changes.map(({ field, after }) => [field, after]));
        const now = (field: 'timesAbsent' | 'timesLate') =>
          changed.has(field) ? Number(changed.get(field)) : (one.report[field] ?? null);
        return {
          student_id: studentId,
          year: term.year,
          term: term.term,
          times_absent: now('timesAbsent'),
          times_late: now('timesLate'),
          left: remarks[0]?.text ?? null,
          typed: !withTyped && decideReportChanges(one, { withTyped }).typed.length > 0,
        };
      },
    });
  },
});
