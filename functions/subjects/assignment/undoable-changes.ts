import type { Action } from '../../platform/table/action.ts';
import type { Author, WriteAttempt } from '../../platform/table/audit.ts';
import { UndoableActionEntity, type UndoableActionOf, undoableActions } from '../../platform/undo/undoable-actions.ts';
import type { AssignmentItem, SubjectItem } from '../records/store.ts';

/** What can be undone on the Subjects screen, with everything that undoing it needs. */
export type UndoableSubjectsChange =
  | { kind: 'subject deleted'; details: { subject: SubjectItem } }
  | {
      kind: 'students assigned';
      details: {
        subjectId: string;
        /** What the assignments name as the act that they were made in. */
        act: string;
        studentIds: string[];
        isBatch: boolean;
      };
    }
  | { kind: 'students deleted'; details: { subjectId: string; assignments: AssignmentItem[] } };

export const undoableStudentSubjects = undoableActions<UndoableSubjectsChange>('student-subjects');

export type StudentSubjectsChangeDetails<K extends UndoableSubjectsChange['kind']> = Extract<
  UndoableSubjectsChange,
  { kind: K }
>['details'];

/** An act that is to be undone, and by whom. */
export interface ActToUndo {
  action: UndoableActionOf<UndoableSubjectsChange>;
  caller: Author;
  request: WriteAttempt;
}

/** Keeps an act, in the transaction that does it. */
export const undoableSubjectsAction = (act: {
  change: UndoableSubjectsChange;
  what: string;
  place: 'subjects' | 'students';
  caller: Author;
  request: WriteAttempt;
}): Action => UndoableActionEntity.create(undoableStudentSubjects.action(act));
