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
import { readTermsAndTermOfDay, requireSchoolDay } from '../register/require-school-day.ts';
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
    const dayUnder = (read: typeof setting, of: typeof terms) =>
      requireSchoolDay({ date, terms: of, setting: read, now: request.now });
    if (entry.time_in && entry.time_out && entry.time_out < entry.time_in)
      throw new ValidationError({ time_out: [attendanceWordings.outBeforeIn] });
    const after = await saveStudentDays({
      date,
      found: { records: record ? [record] : [], terms, setting },
      dayUnder,
      studentIds: [student_id],
      entries: () => [{ student, entry, was }],
      by: { caller, request },
      as: isAdmin(caller) ? 'office' : 'form teacher',
      why,
      nameOf: (_student, field) => field,
    });
    return toRegisterRow(student, after.get(student_id), true);
  },
});
