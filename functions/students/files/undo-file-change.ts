import { studentFilesContract } from '#shared/students/files/contract.ts';
import { studentFileRefusals } from '#shared/students/wordings.ts';
import { ConflictError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { readItems } from '../../platform/table/table.ts';
import { nothingToUndoError } from '../../platform/undo/undoable-actions.ts';
import { moveToReplacedFiles, restoreFile } from '../records/files/replaced-files.ts';
import { requireStudent, studentKey } from '../records/store.ts';
import { changeFileOfStudent, undoableFileChanges } from './write-file.ts';

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
