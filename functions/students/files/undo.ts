import { studentFileRefusals } from '#shared/students/wordings.ts';
import { type ListOfActs, undoableActs } from '#shared/undo/contract.ts';
import { ConflictError } from '../../platform/errors.ts';
import { readItems } from '../../platform/table/table.ts';
import { type AskedList, byInverse, type Undoing, undoableKinds } from '../../platform/undo/undo-calls.ts';
import { moveToReplacedFiles, restoreFile } from '../records/files/replaced-files.ts';
import { requireStudent, studentKey } from '../records/store.ts';
import { changeFileOfStudent, type FileChange, undoableFileChanges } from './write-file.ts';

/**
 * Files are no records: the earlier one is copied back under a new name before, and the one that it replaces goes after
 * it.
 */
export const fileActs = undoableKinds(
  undoableFileChanges,
  {
    openTo: undoableActs['student-files'],
    list: ({ input: { student_id: place }, request: { now } }: AskedList<ListOfActs<'student-files'>>) =>
      undoableFileChanges.list({ place, now }),
  },
  {
    'file changed': {
      undo: byInverse({
        write: restoreEarlierFile,
        resume: putAway,
        refusal: () => new ConflictError(studentFileRefusals.changed),
      }),
    },
  },
);

async function restoreEarlierFile(undoing: Undoing<FileChange>): Promise<boolean> {
  const { details, undone, by } = undoing;
  const { studentId, file: kind, before, after } = details;
  const student = requireStudent((await readItems({ student: studentKey(studentId) })).student);
  if ((student[kind] ?? null) !== after) return false;
  const back = await restoreFile(studentId, kind, before, by.request.idempotencyKey);
  await changeFileOfStudent({ student, kind, before: after, after: back, by, more: [undone()] });
  await putAway(undoing);
  return true;
}

function putAway({ details: { studentId, file, after } }: Undoing<FileChange>): Promise<void> {
  return moveToReplacedFiles(studentId, file, after);
}
