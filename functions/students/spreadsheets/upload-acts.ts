import { undoableActions } from '../../platform/undo/undoable-actions.ts';
import { maxRemovalActions } from '../records/remove-student.ts';

/** An upload; its changes are in its run and in the students' trails. */
interface StudentUploadChange {
  kind: 'students uploaded';
  details: { rows: number };
}

export const undoableUploads = undoableActions<StudentUploadChange>('student-spreadsheets');

export const uploadJobName = 'upload-students';

/** A row of an upload to undo. Its changes are in the student's trail. */
export interface UndoneRow {
  kind: 'add' | 'change';
  row: number;
  id: string;
  /** In a remark: others of its facts went back. */
  isPart?: true;
}

/** A transaction takes a hundred actions; each student may be in another class, with its roster. */
export const rowsPerUndoBatch = Math.floor(100 / (maxRemovalActions + 1));
