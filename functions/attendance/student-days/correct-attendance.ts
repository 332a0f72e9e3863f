import { attendanceContract } from '#shared/attendance/contract.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { ValidationError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { isAdmin } from '../../platform/requests/caller.ts';
import { studentKey } from '../../students/records/store.ts';
import { attendanceKey } from '../records/attendance-record.ts';
import { daySettingKey } from '../records/day-setting.ts';
import { toRegisterRow } from '../register/apply-entry.ts';
import { correctingRoles, requireStudentInOwnClass } from '../register/class-access.ts';
import { readTermsAndTermOfDay } from '../register/require-school-day.ts';
import { saveStudentDays } from '../register/save-student-days.ts';

export const correctAttendance = callHandler(attendanceContract.correctAttendance, {
  prefetch: ({ student_id, date }) => ({
    student: studentKey(student_id),
    record: attendanceKey(student_id, date),
    setting: daySettingKey(date),
  }),
  handle: async ({ input, caller, found: { student: stored, record, setting }, request }) => {
    const { student_id, date, was = {}, why, ...entry } = input;
    const { terms, ofTerm } = await readTermsAndTermOfDay(date);
    const student = await requireStudentInOwnClass({ student: stored, caller, date, ofTerm }, correctingRoles);
    if (entry.time_in && entry.time_out && entry.time_out < entry.time_in)
      throw new ValidationError({ time_out: [attendanceWordings.outBeforeIn] });
    const after = await saveStudentDays(
      { date, found: { records: record ? [record] : [], terms, setting } },
      { studentIds: [student_id], entries: () => [{ student, entry, was }], nameOf: (_student, field) => field, why },
      { caller, request, as: isAdmin(caller) ? 'office' : 'form teacher' },
    );
    return toRegisterRow(student, after.get(student_id), true);
  },
});
