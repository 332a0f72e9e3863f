import { studentFilesContract } from '#shared/students/files/contract.ts';
import { type FileKind, fileTypeByName } from '#shared/students/files/file-kinds.ts';
import { studentFileRefusals } from '#shared/students/wordings.ts';
import { ConflictError } from '../../platform/errors.ts';
import { copyFile } from '../../platform/files/uploads.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { readItems } from '../../platform/table/table.ts';
import { nothingToUndoError } from '../../platform/undo/undoable-actions.ts';
import { fileKeyOf } from '../records/files/file-keys.ts';
import { requireStudent, studentKey } from '../records/store.ts';
import {
  changeFileOfStudent,
  moveToReplacedFiles,
  newFileName,
  replacedFileKey,
  undoableFileChanges,
} from './write-file.ts';

export const undoFileChange = callHandler(studentFilesContract.undoFileChange, {
  prefetch: ({ undo }) => ({ act: undoableFileChanges.key(undo) }),
  handle: async ({ found: { act }, caller, request }) => {
    if (!act || act.expires * 1000 <= request.now.getTime()) {
      throw nothingToUndoError();
    }
    const { studentId, file: kind, before, after } = act.change.details;
    if (!undoableFileChanges.wasUndone(act, request)) {
      const student = requireStudent((await readItems({ student: studentKey(studentId) })).student);
      if ((student[kind] ?? null) === after) {
        const back = await restoreFile(studentId, kind, before, request.idempotencyKey);
        await changeFileOfStudent({
          ...{ student, kind, before: after, after: back, caller, request },
          more: [undoableFileChanges.undone(act, request)],
        });
      } else {
        // Of two concurrent undos the second has read the act before the first marked it as undone.
        const { now } = await readItems({ now: undoableFileChanges.key(act.key) });
        if (!now || !undoableFileChanges.wasUndone(now, request)) throw new ConflictError(studentFileRefusals.changed);
      }
    }
    await moveToReplacedFiles(studentId, kind, after);
    return { ok: true as const };
  },
});

/**
 * Restores the file under a new name, so that a request in flight for the old name cannot remove it. A record may have named something
 * that is no file; that is restored as it was.
 */
async function restoreFile(
  studentId: string,
  kind: FileKind,
  file: string | null,
  usedOnce: string,
): Promise<string | null> {
  if (file === null || fileTypeByName(file, studentId) === undefined) return file;
  const name = newFileName(studentId, usedOnce, file.slice(file.lastIndexOf('.') + 1));
  const to = fileKeyOf(kind, name);
  // The request that replaced it may have stopped before it moved the file.
  const isBack = (await copyFile(replacedFileKey(kind, file), to)) || (await copyFile(fileKeyOf(kind, file), to));
  if (!isBack) throw new ConflictError(studentFileRefusals.notKept);
  return name;
}
