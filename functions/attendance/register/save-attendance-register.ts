import { authRefusals } from '#shared/accounts/wordings.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { registerCellName } from '#shared/attendance/register-marks.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import type { Input } from '#shared/http/contract.ts';
import { ForbiddenError, isRefusalOfValues, ValidationError } from '../../platform/errors.ts';
import { type CallContext, callHandler } from '../../platform/requests/call-handler.ts';
import { readMany } from '../../platform/table/table.ts';
import { schoolDay } from '../../school/records/school.ts';
import { studentKey } from '../../students/records/store.ts';
import { attendanceKey, type RegistrarRole } from '../records/attendance-record.ts';
import { daySettingKey } from '../records/day-setting.ts';
import { toRegisterRow } from './apply-entry.ts';
import { requireClassRegisterAccess, requireMayRegister } from './class-access.ts';
import { readTermsAndTermOfDay, requireSchoolDay } from './require-school-day.ts';
import { isSaveOfDayDone, saveStudentDays } from './save-student-days.ts';
import { withClassOnDay } from './students-of-class-on-day.ts';

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
    try {
      const saved = await saveEntries({ input, caller, found, request }, { as, terms, ofTerm, today });
      return { students: saved.map(({ student, record }) => toRegisterRow(student, record, as !== 'lesson')) };
    } catch (error) {
      const studentIds = input.students.map(({ student_id }) => student_id);
      if (!isRefusalOfValues(error) || !(await isSaveOfDayDone({ date, studentIds }, request))) throw error;
      // A repeated request has its answer, whatever was changed since: the entries, the day, or a student's class.
      const records = await readMany(studentIds.map((studentId) => attendanceKey(studentId, date)));
      const recordOf = new Map(records.map((record) => [record.studentId, record]));
      const students = found.students.map((student) =>
        toRegisterRow(student, recordOf.get(student.studentId), as !== 'lesson'),
      );
      return { students };
    }
  },
});

type Save = CallContext<typeof attendanceContract.saveAttendanceRegister, ReturnType<typeof keysOf>>;
type DayOfSave = Awaited<ReturnType<typeof readTermsAndTermOfDay>> & { as: RegistrarRole; today: string };

/** Saves the entries, and returns each student with the record afterwards. @throws ValidationError, ConflictError */
async function saveEntries({ input, caller, found, request }: Save, { as, terms, ofTerm, today }: DayOfSave) {
  const { class_id: classId, date } = input;
  const dayUnder = (setting: typeof found.setting, of: typeof terms) =>
    requireSchoolDay({ date, terms: of, setting, now: request.now });
  dayUnder(found.setting, terms);
  if (date < today && input.why === undefined) throw new ValidationError({ why: [attendanceWordings.whyEarlierDay] });
  const students = await withClassOnDay(found.students, { date, ofTerm });
  const entry = input.students.map(({ student_id: studentId, was = {}, over, ...fields }) => {
    const student = students.get(studentId);
    const first = Object.keys(fields)[0] ?? 'am';
    const refuse = (text: string) => new ValidationError({ [registerCellName(studentId, first)]: [text] });
    if (student?.status === 'current' && student.classId === classId) return { student, entry: fields, was, over };
    const now = found.students.find((one) => one.studentId === studentId);
    if (now?.status !== 'current') throw refuse(attendanceWordings.leftSchool);
    throw refuse(
      now.classId === classId ? attendanceWordings.notInClassThen : attendanceWordings.inClassNow(now.classId),
    );
  });
  if (new Set(entry.map(({ student }) => student.studentId)).size < entry.length)
    throw new ValidationError({ students: [attendanceWordings.eachStudentOnce] });
  const after = await saveStudentDays({
    date,
    terms,
    setting: found.setting,
    dayUnder,
    students: entry,
    stored: found.records,
    caller,
    as,
    request,
    why: date < today ? input.why : undefined,
    nameOf: registerCellName,
  });
  return entry.map(({ student }) => ({ student, record: after.get(student.studentId) }));
}
