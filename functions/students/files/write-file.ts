import { type FileKind, fileKindTitle } from '#shared/students/files/file-kinds.ts';
import { studentFileRefusals } from '#shared/students/wordings.ts';
import { ConflictError } from '../../platform/errors.ts';
import type { Action } from '../../platform/table/action.ts';
import { type Authorship, isChangeDone } from '../../platform/table/audit.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems } from '../../platform/table/table.ts';
import { undoableActions } from '../../platform/undo/undoable-actions.ts';
import { changeStudent } from '../records/change-student.ts';
import { type StudentItem, studentAuditSubject, studentKey, studentName } from '../records/store.ts';

interface FileWrite {
  student: StudentItem;
  kind: FileKind;
  /** The file that the record must name now, and the new one. */
  before: string | null;
  after: string | null;
  /** Further actions of the transaction. */
  more: readonly Action[];
  by: Authorship;
}

/**
 * Changes which file a record names, audited.
 * @throws ConflictError where the record names another file than `before`, and not because of an earlier attempt of
 * this request
 */
export async function changeFileOfStudent({ student, kind, before, after, more, by }: FileWrite): Promise<void> {
  await retryRefused({
    first: student,
    read: async () => (await readItems({ found: studentKey(student.studentId) })).found,
    attempt: async (current) => {
      if (!current || (current[kind] ?? null) !== before) {
        if (await isChangeDone(studentAuditSubject(student.studentId), by.request.idempotencyKey)) return 'done';
        throw new ConflictError(studentFileRefusals.changed);
      }
      return changeStudent({ student: current, changes: [{ field: kind, before, after }], more, by });
    },
    what: 'this file',
  });
}

/** The action that makes such a write undoable. */
export function undoableFileAction({ student, kind, before, after, by }: Omit<FileWrite, 'more'>): Action {
  const { studentId } = student;
  const did = after === null ? 'removed' : before === null ? 'added' : 'replaced';
  const change = { kind: 'file changed' as const, details: { studentId, file: kind, before, after } };
  const what = `${titleOfStudentFile(student, kind)} ${did}`;
  return undoableFileChanges.create({ change, what, place: studentId, by });
}

/** "Birth Certificate of Ann Lee". */
const titleOfStudentFile = (student: StudentItem, kind: FileKind): string =>
  `${fileKindTitle(kind)} of ${studentName(student, student.studentId)}`;

/** A file of a student was added, replaced or removed. */
export interface FileChange {
  kind: 'file changed';
  details: { studentId: string; file: FileKind; before: string | null; after: string | null };
}

/** Listed by student. */
export const undoableFileChanges = undoableActions<FileChange>('student-files');
