import type { FileKind } from '#shared/students/files/kinds.ts';
import { fileMessages } from '#shared/students/files/messages.ts';
import { ConflictError } from '../../platform/errors.ts';
import { type Attempt, type Author, isChangeDone } from '../../platform/table/audit.ts';
import type { Action } from '../../platform/table/direct-write.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems } from '../../platform/table/table.ts';
import { UndoableAction } from '../../platform/undo/undoable-actions.ts';
import { changeStudent } from '../records/change-student.ts';
import { type StudentItem, studentKey, studentSubject } from '../records/store.ts';
import { fileActs } from './file-acts.ts';
import { titleOf } from './kept-file.ts';

interface FileWrite {
  student: StudentItem;
  kind: FileKind;
  /** What the record must name now, and what it is to name. */
  before: string | null;
  after: string | null;
  /** What else is written with it. */
  more: readonly Action[];
  caller: Author;
  request: Attempt;
}

/**
 * Makes a record name another file, audited.
 * @throws ConflictError where it names another one than `before` by now, and this very request was not carried out earlier
 */
export async function writeFile({ student, kind, before, after, more, caller, request }: FileWrite): Promise<void> {
  await retryRefused({
    first: student,
    read: async () => (await readItems({ found: studentKey(student.studentId) })).found,
    attempt: async (current) => {
      if (!current || (current[kind] ?? null) !== before) {
        if (await isChangeDone(studentSubject(student.studentId), request.idempotencyKey)) return 'already done';
        throw new ConflictError(fileMessages.changed);
      }
      return changeStudent({ student: current, changes: [{ field: kind, before, after }], more, caller, request });
    },
    what: 'this file',
  });
}

/** The act of such a write, for those that can be undone. */
export function fileAct({ student, kind, before, after, caller, request }: Omit<FileWrite, 'more'>): Action {
  const { studentId } = student;
  const did = after === null ? 'removed' : before === null ? 'added' : 'replaced';
  const change = { kind: 'file changed' as const, details: { studentId, file: kind, before, after } };
  const what = `${titleOf(student, kind)} ${did}`;
  return { Put: UndoableAction.create(fileActs.action({ change, what, place: studentId, caller, request })).params() };
}
