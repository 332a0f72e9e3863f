import { undoableActions } from '../../platform/undo/undoable-actions.ts';

/** What can be undone on the Subjects screen, with everything that undoing it needs. */
export type UndoableSubjectsChange =
  | { kind: 'subject deleted'; details: { subjectId: string } }
  | {
      kind: 'students assigned';
      details: {
        subjectId: string;
        /** How many. */
        students: number;
        isBatch: boolean;
      };
    }
  | { kind: 'students deleted'; details: { subjectId: string } };

export const undoableStudentSubjects = undoableActions<UndoableSubjectsChange>('student-subjects');
