import { attendanceContract } from '#shared/attendance/contract.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { isRefusalOfValues, ValidationError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { isAdmin } from '../../platform/requests/caller.ts';
import { readItems } from '../../platform/table/table.ts';
import { studentKey } from '../../students/records/store.ts';
import { attendanceKey } from '../records/attendance-record.ts';
import { daySettingKey } from '../records/day-setting.ts';
import { toRegisterRow } from '../register/apply-entry.ts';
import { correctingRoles, requireStudentInOwnClass } from '../register/class-access.ts';
import { readTermsAndTermOfDay, requireSchoolDay } from '../register/require-school-day.ts';
import { isSaveOfDayDone, saveStudentDays } from '../register/save-student-days.ts';

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
    try {
      const after = await saveStudentDays({
        date,
        terms,
        setting,
        dayUnder,
        students: [{ student, entry, was }],
        stored: record ? [record] : [],
        caller,
        as: isAdmin(caller) ? 'office' : 'form teacher',
        request,
        why,
        nameOf: (_student, field) => field,
      });
      return toRegisterRow(student, after.get(student_id), true);
    } catch (error) {
      // A repeated request has its answer, whatever was changed since: the entry, or the day.
      const isDone = isRefusalOfValues(error) && (await isSaveOfDayDone({ date, studentIds: [student_id] }, request));
      if (!isDone) throw error;
      return toRegisterRow(student, (await readItems({ now: attendanceKey(student_id, date) })).now, true);
    }
  },
});
