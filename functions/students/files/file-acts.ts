import type { FileKind } from '#shared/students/files/kinds.ts';
import { undoableActions } from '../../platform/undo/undoable-actions.ts';

/** A file of a student was given, replaced or taken out. */
export interface FileChange {
  kind: 'file changed';
  details: { studentId: string; file: FileKind; before: string | null; after: string | null };
}

/** A student is a place. */
export const fileActs = undoableActions<FileChange>('student-files');
