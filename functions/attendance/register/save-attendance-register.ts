import { authRefusals } from '#shared/accounts/wordings.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { registerCellName } from '#shared/attendance/register-marks.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import type { Input } from '#shared/http/contract.ts';
import { ForbiddenError, ValidationError } from '../../platform/errors.ts';
import { type CallContext, callHandler } from '../../platform/requests/call-handler.ts';
import { schoolDay } from '../../school/records/school.ts';
import { studentKey } from '../../students/records/store.ts';
import { attendanceKey } from '../records/attendance-record.ts';
import { daySettingKey } from '../records/day-setting.ts';
import { toRegisterRow } from './apply-entry.ts';
import { requireClassRegisterAccess, requireMayRegister } from './class-access.ts';
import { readTermsAndTermOfDay } from './require-school-day.ts';
import { type StudentEntry, saveStudentDays } from './save-student-days.ts';
import { type DayOfTerm, withClassOnDay } from './students-of-class-on-day.ts';

const keysOf = ({ date, students }: Input<typeof attendanceContract.saveAttendanceRegister>) => ({
  students: students.map(({ student_id }) => studentKey(student_id)),
  records: students.map(({ student_id }) => attendanceKey(student_id, date)),
  setting: daySettingKey(date),
});

export const saveAttendanceRegister = callHandler(attendanceContract.saveAttendanceRegister, {
  prefetch: keysOf,
  handle: async ({ input, caller, found, request }) => {
    const { class_id: classId, date } = input;
    const { terms, ofTerm } = await readTermsAndTermOfDay(date);
    const today = schoolDay(request.now);
    const as = requireMayRegister(await requireClassRegisterAccess({ caller, classId, year: ofTerm?.year }), {
      date,
      today,
    });
    const isExplaining = input.students.some(({ reason, excused }) => reason !== undefined || excused !== undefined);
    if (isExplaining && as === 'lesson') throw new ForbiddenError(authRefusals.forbidden);
    const records = await saveStudentDays(
      { date, found: { records: found.records, terms, setting: found.setting } },
      {
        studentIds: input.students.map(({ student_id }) => student_id),
        entries: () => toEntries(input, { students: found.students, ofTerm, today }),
        nameOf: registerCellName,
        why: date < today ? input.why : undefined,
      },
      { caller, request, as },
    );
    const rows = found.students.map((student) =>
      toRegisterRow(student, records.get(student.studentId), as !== 'lesson'),
    );
    return { students: rows };
  },
});

type Save = CallContext<typeof attendanceContract.saveAttendanceRegister, ReturnType<typeof keysOf>>;

/** The entries, each for a student of the class on that day. @throws ValidationError */
async function toEntries(
  { class_id: classId, date, why, students: entered }: Save['input'],
  {
    students: found,
    ofTerm,
    today,
  }: { students: Save['found']['students']; ofTerm: DayOfTerm['ofTerm']; today: string },
): Promise<StudentEntry[]> {
  if (date < today && why === undefined) throw new ValidationError({ why: [attendanceWordings.whyEarlierDay] });
  const students = await withClassOnDay(found, { date, ofTerm });
  const entries = entered.map(({ student_id: studentId, was = {}, over, ...entry }) => {
    const student = students.get(studentId);
    const first = Object.keys(entry)[0] ?? 'am';
    const refuse = (text: string) => new ValidationError({ [registerCellName(studentId, first)]: [text] });
    if (student?.status === 'current' && student.classId === classId) return { student, entry, was, over };
    const now = found.find((one) => one.studentId === studentId);
    if (now?.status !== 'current') throw refuse(attendanceWordings.leftSchool);
    throw refuse(
      now.classId === classId ? attendanceWordings.notInClassThen : attendanceWordings.inClassNow(now.classId),
    );
  });
  if (new Set(entries.map(({ student }) => student.studentId)).size < entries.length)
    throw new ValidationError({ students: [attendanceWordings.eachStudentOnce] });
  return entries;
}
