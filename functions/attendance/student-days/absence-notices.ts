import { attendanceContract } from '#shared/attendance/contract.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { lastFirst } from '#shared/people/shared-names.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { NotFoundError, ValidationError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import type { Action } from '../../platform/table/action.ts';
import { readPartitionsTogether } from '../../platform/table/gather-partitions.ts';
import { readItems } from '../../platform/table/table.ts';
import { readCurrentPeriod } from '../../school/records/periods.ts';
import { schoolDay } from '../../school/records/school.ts';
import { type StudentItem, studentKey, studentName } from '../../students/records/store.ts';
import { type AbsenceNoticeItem, absenceNoticeKey } from '../records/absence-notice.ts';
import { originActions } from '../records/origins-of-notices.ts';
import { correctingRoles, requireClassRegisterAccess, requireStudentInOwnClass } from '../register/class-access.ts';
import { readStudentsOfClassOnDay } from '../register/students-of-class-on-day.ts';
import { undoableAttendance } from './undo-attendance.ts';
import { deleteAbsenceNotice, writeAbsenceNotice } from './write-absence-notice.ts';

const shown = ['studentId', 'id', 'from', 'to', 'reason', 'excused', 'by', 'at'] as const;

export const listAbsenceNotices = callHandler(attendanceContract.listAbsenceNotices, {
  handle: async ({ input: { class_id: classId }, caller, request: { now } }) => {
    const period = await readCurrentPeriod();
    await requireClassRegisterAccess({ caller, classId, year: period?.year }, ['office', 'form teacher', 'dean']);
    const students = new Map(
      (await readStudentsOfClassOnDay(classId, { date: schoolDay(now), ofTerm: period })).map((student) => [
        student.studentId,
        student,
      ]),
    );
    const notices = (await readPartitionsTogether({
      partitions: [...students.keys()].map((studentId) => `told#${studentId}`),
      only: shown,
      consistent: true,
    })) as unknown as AbsenceNoticeItem[];
    return notices
      .filter(({ to }) => to >= schoolDay(now))
      .sort((a, b) => a.from.localeCompare(b.from) || a.studentId.localeCompare(b.studentId))
      .flatMap((notice) => {
        const student = students.get(notice.studentId);
        return student ? [absenceNoticeAnswer(student, notice)] : [];
      });
  },
});

export const addAbsenceNotice = callHandler(attendanceContract.addAbsenceNotice, {
  prefetch: ({ student_id }) => ({ student: studentKey(student_id) }),
  handle: async ({ input, caller, found, request }) => {
    const student = await requireStudentInOwnClass(
      { student: found.student, caller, date: schoolDay(request.now), ofTerm: await readCurrentPeriod() },
      correctingRoles,
    );
    const { from, to, reason, excused, seen } = input;
    if (from < schoolDay(request.now)) throw new ValidationError({ from: [attendanceWordings.pastAbsence] });
    const notice = {
      studentId: student.studentId,
      id: request.idempotencyKey,
      from,
      to,
      reason,
      excused: excused === 'excused',
      by: caller.name,
      at: request.now.toISOString(),
    };
    return absenceNoticeAnswer(student, await writeAbsenceNotice({ notice, seen, by: { caller, request } }));
  },
});

export const withdrawAbsenceNotice = callHandler(attendanceContract.withdrawAbsenceNotice, {
  prefetch: ({ student_id, id }) => ({ student: studentKey(student_id), notice: absenceNoticeKey(student_id, id) }),
  handle: async ({ caller, found, request }) => {
    const student = await requireStudentInOwnClass(
      { student: found.student, caller, date: schoolDay(request.now), ofTerm: await readCurrentPeriod() },
      correctingRoles,
    );
    const { notice } = found;
    const { studentId } = student;
    const undoable = (absence: AbsenceNoticeItem, days: number): Action =>
      undoableAttendance.create({
        change: { kind: 'absence taken back', details: { studentId, absence, days } },
        what: `${studentName(student, studentId)}: notice of absence from ${displayDate(absence.from)} withdrawn`,
        place: studentId,
        by: { caller, request },
      });
    const proposal = notice ? await originActions('withdrawn', notice, { caller, request }) : [];
    const beside = (of: AbsenceNoticeItem, count: number) => [undoable(of, count), ...proposal];
    const days =
      notice &&
      (await deleteAbsenceNotice({ notice, beside: (count) => beside(notice, count), by: { caller, request } }));
    if (days !== undefined) return { days, undo: request.idempotencyKey };
    // The notice is withdrawn already, perhaps by an earlier attempt of this request.
    const { act } = await readItems({ act: undoableAttendance.key(request.idempotencyKey) });
    if (act?.change.kind === 'absence taken back') return { days: act.change.details.days, undo: act.key };
    throw new NotFoundError(attendanceWordings.absenceWithdrawn);
  },
});

const absenceNoticeAnswer = (
  student: Pick<StudentItem, 'firstName' | 'lastName'>,
  { studentId, id, from, to, reason, excused, by, at }: AbsenceNoticeItem,
) => ({
  id,
  student_id: studentId,
  name: lastFirst(student),
  from,
  to,
  reason,
  by,
  at,
  excused: excused ? ('excused' as const) : ('not excused' as const),
});
