import { setTimeout as pause } from 'node:timers/promises';
import { moveInWordings as wordings } from '#shared/options/move-in/wordings.ts';
import { isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import { auditKey } from '../../../platform/table/audit.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { expiryOfDeleted, readItems } from '../../../platform/table/table.ts';
import { describeSubjectUses } from '../../../subjects/assignment/subject-uses.ts';
import {
  deleteSubjectActions,
  findSubject,
  readLastUse,
  readSubjectList,
  subjectAuditSubject,
  writeSubject,
} from '../../../subjects/records/subject-list.ts';
import { authorshipOf, keyOfRow, type MoveUndo, type RowOf } from './rows-of-run.ts';
import { renameSubject } from './store-subjects.ts';

/** Milliseconds by which the indexes, where uses are searched, may lag. */
const settling = 5000;

/** Deletes a subject that the run added and nobody uses, or gives one its title back. Returns why not, or null. */
export async function takeBackSubject({ n, move }: RowOf<'subjects'>, { job, run }: MoveUndo): Promise<string | null> {
  const { subjectId } = move;
  const by = authorshipOf(job, n);
  const { written } = await readItems({ written: auditKey(subjectAuditSubject(subjectId), keyOfRow({ run }, n)) });
  if (!written) return null;
  if (move.act === 'change') return renameSubject(subjectId, { from: move.title, to: move.before, by });
  return retryRefused({
    read: readSubjectList,
    attempt: async (list): Promise<string | null | 'refused'> => {
      const subject = findSubject(list, subjectId);
      if (!subject) return null;
      if (subject.title !== move.title || subject.abbr !== move.abbr) return wordings.undoFirst.changed(subject.title);
      const lastUse = await readLastUse(subjectId);
      const since = lastUse === null ? settling : Date.now() - Date.parse(lastUse);
      if (since < settling) await pause(settling - since);
      const uses = await describeSubjectUses(subjectId);
      if (uses.length > 0) return wordings.undoFirst.uses(subject.title, uses.join(' '));
      const now = new Date();
      const outcome = await writeSubject({
        list,
        subjectId,
        by,
        actions: deleteSubjectActions(subject, { now, expires: expiryOfDeleted(now), lastUse }),
        changes: [{ field: 'subject', before: { title: subject.title, abbr: subject.abbr }, after: null }],
      });
      return isRefused(outcome) ? 'refused' : null;
    },
    what: 'this subject',
  });
}
