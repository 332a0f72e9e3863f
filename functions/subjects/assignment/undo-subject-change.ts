import { type LeftStudent, studentSubjectsContract } from '#shared/subjects/assignment/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { isRefused } from '../../platform/table/acts/carry-out-act.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems } from '../../platform/table/table.ts';
import { changedSinceError, nothingToUndoError } from '../../platform/undo/undoable-actions.ts';
import { readSubjectList, restoreSubjectAction, writeSubject } from '../records/subject-list.ts';
import { refuseNamesakes } from './save-subject.ts';
import { undoAssigningStudents, undoDeletingStudents } from './undo-students.ts';
import { type ActToUndo, type StudentSubjectsChangeDetails, undoableStudentSubjects } from './undoable-changes.ts';

export const undoSubjectChange = callHandler(studentSubjectsContract.undoSubjectChange, {
  prefetch: ({ undo }) => ({ action: undoableStudentSubjects.key(undo) }),
  handle: async ({ found: { action }, caller, request }) => {
    if (!action) throw nothingToUndoError();
    if (undoableStudentSubjects.wasUndone(action, request)) return { ok: true as const, left: [] };
    return { ok: true as const, left: await undo({ action, caller, request }) };
  },
});

async function undo(undoing: ActToUndo): Promise<LeftStudent[]> {
  const { change } = undoing.action;
  switch (change.kind) {
    case 'subject deleted':
      await bringSubjectBack(change.details, undoing);
      return [];
    case 'students assigned':
      return undoAssigningStudents(change.details, undoing);
    case 'students deleted':
      return undoDeletingStudents(change.details, undoing);
  }
}

/** The subject is listed again, with its id; its names may have been given to another one meanwhile. */
function bringSubjectBack(
  { subject }: StudentSubjectsChangeDetails<'subject deleted'>,
  { action, caller, request }: ActToUndo,
): Promise<void> {
  const { subjectId, title, abbr } = subject;
  return retryRefused({
    read: async () => ({
      list: await readSubjectList(),
      ...(await readItems({ now: undoableStudentSubjects.key(action.key) })),
    }),
    attempt: async ({ list, now }): Promise<undefined | 'refused'> => {
      if (now && undoableStudentSubjects.wasUndone(now, request)) return undefined;
      const deleted = list.subjects.find((one) => one.subjectId === subjectId);
      if (deleted?.deletedAt !== subject.deletedAt) {
        throw changedSinceError();
      }
      refuseNamesakes(list, subject);
      const outcome = await writeSubject({
        ...{ list, subjectId, caller, request },
        actions: [restoreSubjectAction(subject), undoableStudentSubjects.undone(action, request)],
        changes: [{ field: 'subject', before: null, after: { title, abbr } }],
      });
      return isRefused(outcome) ? 'refused' : undefined;
    },
    what: 'the subjects',
  });
}

export const listUndoableSubjectChanges = callHandler(studentSubjectsContract.listUndoableSubjectChanges, {
  handle: ({ input: { place }, request: { now } }) => undoableStudentSubjects.list({ place, now }),
});
