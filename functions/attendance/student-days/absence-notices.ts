import { attendanceContract } from '#shared/attendance/contract.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { NotFoundError, ValidationError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import type { Action } from '../../platform/table/action.ts';
import { gatherPartitions } from '../../platform/table/gather-partitions.ts';
import { readItems } from '../../platform/table/table.ts';
import { UndoableAction } from '../../platform/undo/undoable-actions.ts';
import { currentPeriod } from '../../school/records/periods.ts';
import { schoolDay } from '../../school/records/school.ts';
import { nameOf, type StudentItem, studentKey } from '../../students/records/store.ts';
import { type AbsenceNoticeItem, absenceNoticeKey } from '../records/absence-notice.ts';
import { correctingRoles, requireAccess, requireStudent } from '../register/class-access.ts';
import { classInTerm } from '../register/class-in-term.ts';
import { undoableAttendance } from './undoable-changes.ts';
import { deleteAbsenceNotice, writeAbsenceNotice } from './write-absence-notice.ts';

const shown = ['studentId', 'id', 'from', 'to', 'reason', 'excused', 'by', 'at'] as const;

export const absenceNotices = callHandler(attendanceContract.absenceNotices, {
  handle: async ({ input: { class_id: classId }, caller, request: { now } }) => {
    const period = await currentPeriod();
    await requireAccess({ caller, classId, year: period?.year }, ['office', 'form teacher', 'dean']);
    const students = new Map((await classInTerm(classId, period)).map((student) => [student.studentId, student]));
    const told = (await gatherPartitions({
      partitions: [...students.keys()].map((studentId) => `told#${studentId}`),
      only: shown,
      consistent: true,
    })) as unknown as AbsenceNoticeItem[];
    return told
      .filter(({ to }) => to >= schoolDay(now))
      .sort((a, b) => a.from.localeCompare(b.from) || a.studentId.localeCompare(b.studentId))
      .flatMap((one) => {
        const student = students.get(one.studentId);
        return student ? [absenceNoticeAnswer(student, one)] : [];
      });
  },
});

export const addAbsenceNotice = callHandler(attendanceContract.addAbsenceNotice, {
  prefetch: ({ student_id }) => ({ student: studentKey(student_id) }),
  handle: async ({ input, caller, found, request }) => {
    const student = await requireStudent(
      { student: found.student, caller, ofTerm: await currentPeriod() },
      correctingRoles,
    );
    const { from, to, reason, excused, seen } = input;
    if (from < schoolDay(request.now)) throw new ValidationError({ from: [attendanceWordings.pastAbsence] });
    const told = {
      ...{ studentId: student.studentId, id: request.idempotencyKey, from, to, reason },
      ...{ excused: excused === 'excused', by: caller.name, at: request.now.toISOString() },
    };
    return absenceNoticeAnswer(
      student,
      await writeAbsenceNotice({ told, ...(seen === undefined ? {} : { seen }), caller, request }),
    );
  },
});

export const withdrawAbsenceNotice = callHandler(attendanceContract.withdrawAbsenceNotice, {
  prefetch: ({ student_id, id }) => ({ student: studentKey(student_id), told: absenceNoticeKey(student_id, id) }),
  handle: async ({ caller, found, request }) => {
    const student = await requireStudent(
      { student: found.student, caller, ofTerm: await currentPeriod() },
      correctingRoles,
    );
    const { told } = found;
    const { studentId } = student;
    const besides =
      (absence: AbsenceNoticeItem) =>
      (days: number): Action[] => {
        const action = undoableAttendance.action({
          change: { kind: 'absence taken back', details: { studentId, absence, days } },
          what: `${nameOf(student, studentId)}: absence told for ${absence.from} taken back`,
          place: studentId,
          ...{ caller, request },
        });
        return [UndoableAction.create(action)];
      };
    const days = told && (await deleteAbsenceNotice({ told, besides: besides(told), caller, request }));
    if (days !== undefined) return { days, undo: request.idempotencyKey };
    // Somebody has taken it back: this very request, perhaps.
    const { act } = await readItems({ act: undoableAttendance.key(request.idempotencyKey) });
    if (act?.change.kind === 'absence taken back') return { days: act.change.details.days, undo: act.key };
    throw new NotFoundError(attendanceWordings.absenceTakenBack);
  },
});

export const absenceNoticeAnswer = (
  { firstName, lastName }: Pick<StudentItem, 'firstName' | 'lastName'>,
  { studentId, id, from, to, reason, excused, by, at }: AbsenceNoticeItem,
) => ({
  ...{ id, student_id: studentId, name: `${lastName}, ${firstName}`, from, to, reason, by, at },
  excused: excused ? ('excused' as const) : ('not excused' as const),
});
