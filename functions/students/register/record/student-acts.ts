import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { termReportKey } from '../../../marks/records/term-report.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { type Action, notStoredCheck } from '../../../platform/table/action.ts';
import { isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../../platform/table/acts/commit.ts';
import { type Author, listAuditTrail, type WriteAttempt } from '../../../platform/table/audit.ts';
import { readItems } from '../../../platform/table/table.ts';
import {
  changedSinceError,
  nothingToUndoError,
  UndoableActionEntity,
  type UndoableActionOf,
  undoableActions,
} from '../../../platform/undo/undoable-actions.ts';
import { readCurrentPeriod } from '../../../school/records/periods.ts';
import { formLevelOfClass, schoolDay } from '../../../school/records/school.ts';
import { type ArchivedPlacement, moveStudentToArchive } from '../../records/placement/archive-student.ts';
import { resumeMove } from '../../records/placement/move-remaining.ts';
import { moveReportActions } from '../../records/placement/move-report.ts';
import { moveStudent } from '../../records/placement/move-student.ts';
import { unarchiveStudent } from '../../records/placement/unarchive-student.ts';
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
type RegisterAct = UndoableActionOf<RegisterChange>;

type Act = Parameters<typeof undoableRegisterActs.action>[0];

/** The action that makes an act undoable: it cancels the transaction where the same attempt was written before. */
export const undoableRegisterAction = (act: Act): Action =>
  UndoableActionEntity.create(undoableRegisterActs.action(act));

export const listStudentActs = callHandler(studentRegisterContract.listStudentActs, {
  handle: ({ request: { now } }) => undoableRegisterActs.list({ now }),
});

interface ActUndo {
  act: RegisterAct;
  caller: Author;
  request: WriteAttempt;
}

type Details<K extends RegisterChange['kind']> = Extract<RegisterChange, { kind: K }>['details'];

export const undoStudentAct = callHandler(studentRegisterContract.undoStudentAct, {
  prefetch: ({ undo }) => ({ act: undoableRegisterActs.key(undo) }),
  handle: async ({ found: { act }, caller, request }) => {
    if (!act) throw nothingToUndoError();
    if (undoableRegisterActs.wasUndone(act, request)) {
      await resumeUndo({ act, caller, request });
      return { ok: true as const };
    }
    if (await undoAct({ act, caller, request })) return { ok: true as const };
    const { now } = await readItems({ now: undoableRegisterActs.key(act.key) });
    if (!now || !undoableRegisterActs.wasUndone(now, request)) throw changedSinceError();
    return { ok: true as const };
  },
});

function undoAct(undoing: ActUndo): Promise<boolean> {
  const { act, caller, request } = undoing;
  const { change } = act;
  const action = (): Action => undoableRegisterActs.undone(act, request);
  switch (change.kind) {
    case 'class changed': {
      const { studentId, from, to, teachers, pages } = change.details;
      return moveStudent({ ...{ studentId, from: to, to: from, teachers, pages }, ...{ action, caller, request } });
    }
    case 'student archived': {
      const { studentId, left } = change.details;
      return unarchiveStudent({
        ...{ studentId, place: { classId: left.classId, formLevel: left.formLevel }, action, caller, request },
        ...{ subjects: left.subjects, leftBefore: left.leftBefore },
        isSelected: ({ archivedIn }) => archivedIn === act.key,
      });
    }
    case 'student restored':
      return undoRestore(change.details, { ...undoing, action });
    case 'student added':
      return undoAdd(change.details, { ...undoing, action });
  }
}

/** Moves marks and subjects that an undo, which stopped halfway, left in the other class. */
async function resumeUndo({ act: { change }, caller, request }: ActUndo): Promise<void> {
  if (change.kind === 'class changed') {
    const { studentId, to, teachers, pages } = change.details;
    await resumeMove({ studentId, from: to, teachers, pages, caller, request });
  }
  if (change.kind === 'student archived') {
    const { studentId, left } = change.details;
    await resumeMove({ studentId, from: left.classId, caller, request });
  }
  if (change.kind === 'student restored') {
    const { studentId, classId } = change.details;
    await resumeMove({ studentId, from: classId, caller, request });
  }
}

type WithAction = ActUndo & { action: () => Action };

/** Refused where class or subjects were changed since. The term's report and marks return to the class that they came from. */
async function undoRestore(
  { studentId, from, classId, date, reason }: Details<'student restored'>,
  { act, action, caller, request }: WithAction,
): Promise<boolean> {
  const formLevel = formLevelOfClass(from);
  const isBack = await moveStudentToArchive({
    ...{ studentId, date: date ?? schoolDay(new Date(act.at)), reason, action, caller, request },
    judge: (student, subjects) => {
      if (student.classId !== classId || subjects.length > 0) throw changedSinceError();
    },
    ...(formLevel !== undefined && {
      moreActions: (hasRoom) =>
        moveReportActions(
          studentId,
          { from: classId, place: { classId: from, formLevel } },
          { hasRoom, caller, request },
        ),
    }),
  });
  if (isBack) await resumeMove({ studentId, from: classId, caller, request });
  return isBack;
}

/** Deletes the record where nothing was written of the student since; its trail stays. */
async function undoAdd(
  { studentId }: Details<'student added'>,
  { action, caller, request }: WithAction,
): Promise<boolean> {
  const [{ student }, trail, period] = await Promise.all([
    readItems({ student: studentKey(studentId) }),
    listAuditTrail(studentAuditSubject(studentId)),
    readCurrentPeriod(),
  ]);
  if (!student || trail.length > 1) return false;
  const outcome = await commit({
    by: caller,
    under: request,
    changes: [
      StudentEntity.deleted(student, ['classId', 'status', 'givenBy', 'firstName', 'lastName', 'mustResetPassword']),
      action(),
    ],
    guards: { report: period ? [notStoredCheck(termReportKey({ studentId, ...period }))] : [] },
    trail: { subject: studentAuditSubject(studentId), changes: [{ field: 'student', before: student, after: null }] },
  });
  return !isRefused(outcome);
}
