import { type LeftStudent, studentSubjectsContract } from '#shared/subjects/assignment/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { undoRecords } from '../../platform/undo/undo-records.ts';
import { changedSinceError, nothingToUndoError } from '../../platform/undo/undoable-actions.ts';
import { SubjectEntity } from '../records/store.ts';
import { changeListAction, readSubjectList, subjectAuditSubject } from '../records/subject-list.ts';
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
const bringSubjectBack = (
  { subjectId }: StudentSubjectsChangeDetails<'subject deleted'>,
  { action, caller, request }: ActToUndo,
) =>
  undoRecords({
    ...{ acts: undoableStudentSubjects, key: action.key, of: [SubjectEntity], by: caller, under: request },
    rest: async () => {
      const list = await readSubjectList();
      const subject = list.subjects.find((one) => one.subjectId === subjectId);
      if (!subject) throw changedSinceError();
      refuseNamesakes(list, subject);
      const { title, abbr } = subject;
      return {
        changes: [changeListAction(list)],
        trail: {
          subject: subjectAuditSubject(subjectId),
          changes: [{ field: 'subject', before: null, after: { title, abbr } }],
        },
      };
    },
    what: 'the subjects',
  });

export const listUndoableSubjectChanges = callHandler(studentSubjectsContract.listUndoableSubjectChanges, {
  handle: ({ input: { place }, request: { now } }) => undoableStudentSubjects.list({ place, now }),
});
