import { attendanceContract } from '#shared/attendance/contract.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { NotFoundError, ValidationError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { auditRow } from '../../platform/table/audit.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems } from '../../platform/table/table.ts';
import { readCurrentPeriod } from '../../school/records/periods.ts';
import { schoolDay } from '../../school/records/school.ts';
import { studentKey, studentName } from '../../students/records/store.ts';
import { attendanceKey } from '../records/attendance-record.ts';
import { markRecordDeleted } from '../records/change-record.ts';
import { writeRecords } from '../records/write-records.ts';
import { correctingRoles, requireStudentInOwnClass } from '../register/class-access.ts';
import { studentDayAuditSubject } from '../register/save-student-days.ts';
import { undoableAttendance } from './undo-attendance.ts';

export const deleteAttendance = callHandler(attendanceContract.deleteAttendance, {
  prefetch: ({ records: [first] }) => ({ student: studentKey(first?.student_id ?? '') }),
  handle: async ({ input, caller, found, request }) => {
    const period = await readCurrentPeriod();
    const student = await requireStudentInOwnClass(
      { student: found.student, caller, date: schoolDay(request.now), ofTerm: period },
      correctingRoles,
    );
    const { studentId } = student;
    if (input.records.some((one) => one.student_id !== studentId))
      throw new ValidationError({ records: [attendanceWordings.oneStudentAtATime] });
    const keys = {
      records: input.records.map((one) => attendanceKey(studentId, one.date_scanned)),
      act: undoableAttendance.key(request.idempotencyKey),
    };
    return retryRefused({
      what: 'these records',
      read: () => readItems(keys),
      attempt: async ({ records: stored, act }) => {
        if (act?.change.kind === 'records deleted')
          return { deleted: act.change.details.records.length, undo: act.key };
        const records = stored.filter(({ deletedAt }) => deletedAt === undefined);
        if (records.length === 0) throw new NotFoundError(attendanceWordings.recordsGone);
        if (!records.some(({ am, pm }) => am !== 'P' || pm !== 'P'))
          throw new ValidationError({ records: [attendanceWordings.onlyWithAbsence] });
        const rows = records.map(({ date, am, pm }) =>
          auditRow({
            subject: studentDayAuditSubject(studentId, date),
            changes: [{ field: 'record', before: [am ?? '-', pm ?? '-'].join(' '), after: 'deleted' }],
            by: { caller, request },
          }),
        );
        const action = undoableAttendance.create({
          change: { kind: 'records deleted', details: { studentId, records } },
          what: `${studentName(student, studentId)}: ${attendanceWordings.deleted(records.length)}`,
          place: studentId,
          by: { caller, request },
        });
        const outcome = await writeRecords(
          records.map((before) => ({ before, after: markRecordDeleted(before, request.now) })),
          {
            openAt: request,
            rows,
            beside: [action],
          },
        );
        if (outcome !== 'written') return 'refused';
        return { deleted: records.length, undo: request.idempotencyKey };
      },
    });
  },
});
