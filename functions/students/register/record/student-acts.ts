import { undoableActs } from '#shared/undo/contract.ts';
import { termReportKey } from '../../../marks/records/term-report.ts';
import { notStoredCheck } from '../../../platform/table/action.ts';
import { isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../../platform/table/acts/commit.ts';
import { listAuditTrail } from '../../../platform/table/audit.ts';
import { readItems } from '../../../platform/table/table.ts';
import { byInverse, type Undoing, undoableKinds } from '../../../platform/undo/undo-calls.ts';
import { changedSinceError, undoableActions } from '../../../platform/undo/undoable-actions.ts';
import { readCurrentPeriod } from '../../../school/records/periods.ts';
import { formLevelOfClass, schoolDay } from '../../../school/records/school.ts';
import { unarchiveStudent } from '../../records/placement/move-from-archive.ts';
import { resumeMove } from '../../records/placement/move-remaining.ts';
import { moveReportActions } from '../../records/placement/move-report.ts';
import { moveStudent } from '../../records/placement/move-student.ts';
import { type ArchivedPlacement, moveStudentToArchive } from '../../records/placement/move-to-archive.ts';
import { StudentEntity, studentAuditSubject, studentKey } from '../../records/store.ts';

/** An act of the Students screen, with everything that its undo needs. */
type RegisterChange =
  | { kind: 'student added'; details: { studentId: string } }
  | {
      kind: 'class changed';
      details: {
        studentId: string;
        from: string;
        to: string;
        teachers: Record<string, string>;
        pages: Record<string, string>;
      };
    }
  | { kind: 'student archived'; details: { studentId: string; left: ArchivedPlacement } }
  | {
      kind: 'student restored';
      /** `from`: the class before archiving. */
      details: { studentId: string; from: string; classId: string; date: string | null; reason: string | null };
    };

/** Undoable acts of the Students screen. */
export const undoableRegisterActs = undoableActions<RegisterChange>('student-register');

type Undo<K extends RegisterChange['kind']> = Undoing<Extract<RegisterChange, { kind: K }>>;

export const registerActs = undoableKinds(
  undoableRegisterActs,
  { openTo: undoableActs['student-register'] },
  {
    'class changed': {
      undo: byInverse({
        write: ({ details: { from, to, ...moved }, undone: action, by }) =>
          moveStudent({ ...moved, from: to, to: from }, { action }, by),
        resume: ({ details: { from: _, to, ...moved }, by }) => resumeMove({ ...moved, from: to, by }),
      }),
    },
    'student archived': {
      undo: byInverse({
        write: ({ details: { studentId, left }, act, undone: action, by }) =>
          unarchiveStudent(
            {
              studentId,
              place: { classId: left.classId, formLevel: left.formLevel },
              action,
              subjects: left.subjects,
              leftBefore: left.leftBefore,
              isSelected: ({ archivedIn }) => archivedIn === act.key,
            },
            by,
          ),
        resume: ({ details: { studentId, left }, by }) => resumeMove({ studentId, from: left.classId, by }),
      }),
    },
    'student restored': {
      undo: byInverse({
        write: undoRestore,
        resume: ({ details: { studentId, classId }, by }) => resumeMove({ studentId, from: classId, by }),
      }),
    },
    'student added': { undo: byInverse({ write: undoAdd }) },
  },
);

/**
 * Refused where class or subjects were changed since. The term's report and marks return to the class that they came
 * from.
 */
async function undoRestore({ details, act, undone, by }: Undo<'student restored'>): Promise<boolean> {
  const { studentId, from, classId, date, reason } = details;
  const formLevel = formLevelOfClass(from);
  const isBack = await moveStudentToArchive(
    {
      studentId,
      date: date ?? schoolDay(new Date(act.at)),
      reason,
      action: undone,
      judge: (student, subjects) => {
        if (student.classId !== classId || subjects.length > 0) throw changedSinceError();
      },
      ...(formLevel !== undefined && {
        moreActions: (hasRoom) =>
          moveReportActions(studentId, { from: classId, place: { classId: from, formLevel } }, { hasRoom, by }),
      }),
    },
    by,
  );
  if (isBack) await resumeMove({ studentId, from: classId, by });
  return isBack;
}

/** Deletes the record where nothing was written of the student since; its trail stays. */
async function undoAdd({ details: { studentId }, undone, by }: Undo<'student added'>): Promise<boolean> {
  const [{ student }, trail, period] = await Promise.all([
    readItems({ student: studentKey(studentId) }),
    listAuditTrail(studentAuditSubject(studentId)),
    readCurrentPeriod(),
  ]);
  if (!student || trail.length > 1) return false;
  const outcome = await commit({
    by,
    changes: [
      StudentEntity.deleted(student, ['classId', 'status', 'givenBy', 'firstName', 'lastName', 'mustResetPassword']),
      undone(),
    ],
    guards: { report: period ? [notStoredCheck(termReportKey({ studentId, ...period }))] : [] },
    trail: { subject: studentAuditSubject(studentId), changes: [{ field: 'student', before: student, after: null }] },
  });
  return !isRefused(outcome);
}
