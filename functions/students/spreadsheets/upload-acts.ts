import { pluralize } from '#shared/pluralize.ts';
import type { Action } from '../../platform/table/action.ts';
import type { Author, WriteAttempt } from '../../platform/table/audit.ts';
import { UndoableActionEntity, undoableActions } from '../../platform/undo/undoable-actions.ts';
import { maxRemovalActions } from '../records/remove-student.ts';

/** An upload; its changes are in its run and in the students' trails. */
interface StudentUploadChange {
  kind: 'students uploaded';
  details: { rows: number };
}

export const undoableUploads = undoableActions<StudentUploadChange>('student-spreadsheets');

/** Makes an upload undoable, in the transaction that starts it. */
export const undoableUploadAction = ({
  rows,
  caller,
  request,
}: {
  rows: number;
  caller: Author;
  request: WriteAttempt;
}): Action => {
  const what = `${pluralize(rows, 'student')} uploaded`;
  const change = { kind: 'students uploaded' as const, details: { rows } };
  return UndoableActionEntity.create(undoableUploads.action({ change, what, caller, request }));
};

export const uploadJobName = 'upload-students';

/** A row of an upload to undo. Its changes are in the student's trail. */
export interface UndoneRow {
  kind: 'add' | 'change';
  row: number;
  id: string;
}

/** A transaction takes a hundred actions; each student may be in another class, with its roster. */
export const rowsPerUndoBatch = Math.floor(100 / (maxRemovalActions + 1));
