import { type StudentField, storedAttributeName, studentFields } from '#shared/students/fields.ts';
import { displayStoredValue } from '#shared/students/spreadsheets/uploaded-values.ts';
import type { ValueLists } from '#shared/students/values.ts';
import { placementWordings, sheetWordings } from '#shared/students/wordings.ts';
import { isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import {
  type AuditFieldChange,
  AuditRowEntity,
  type Author,
  auditKey,
  auditRow,
  isChangeDone,
} from '../../../platform/table/audit.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { readItems } from '../../../platform/table/table.ts';
import { changeStudent } from '../../records/change-student.ts';
import { describeDuplicate } from '../../records/duplicates.ts';
import { certificateNumbersIn, readClaims } from '../../records/identity-claims.ts';
import { resumeMove } from '../../records/placement/move-remaining.ts';
import { moveStudent } from '../../records/placement/move-student.ts';
import { type StudentItem, studentAuditSubject, studentKey } from '../../records/store.ts';
import type { PlannedRow } from '../upload/planned-row.ts';
import { getStoredField } from '../upload/planned-row.ts';
import { type ClassChange, factsIdempotencyKey, uploadMovesAuditSubject } from './row-keys.ts';

interface RowContext {
  caller: Author;
  /** Idempotency key of the row in the run. */
  key: string;
  /** The school's lists of values. */
  lists: ValueLists;
}

/**
 * Applies a row to a student: the facts in one write and the class in another, each only where it still is what the
 * preview showed.
 * @returns the reason where nothing was changed, or null
 */
export async function changeRow(
  { id, changes }: Extract<PlannedRow, { kind: 'change' }>,
  { caller, key, lists }: RowContext,
): Promise<string | null> {
  const by = { caller, request: { now: new Date(), idempotencyKey: factsIdempotencyKey(key) } };
  const read = async () => (await readItems({ student: studentKey(id) })).student;
  const outcome = await retryRefused({
    read,
    attempt: async (student): Promise<string | { student: StudentItem } | 'refused'> => {
      if (!student) return placementWordings.notOnRegister;
      if (student.status === 'archived') return placementWordings.archivedMeanwhile;
      const reason = changedSincePreview(student, { changes, lists });
      if (reason !== null) {
        return (await isChangeDone(studentAuditSubject(id), factsIdempotencyKey(key))) ? { student } : reason;
      }
      const facts = changes
        .filter(([field, , after]) => field !== 'class_id' && getStoredField(student, field) !== after)
        .map(([field, , after]) => ({
          field: storedAttributeName(field),
          before: getStoredField(student, field) || null,
          after,
        }));
      if (facts.length === 0) return { student };
      const papers = await readClaims(certificateNumbersIn(facts), { withName: false });
      const double = papers.duplicates.find((one) => one.student.studentId !== id);
      if (double) return `${describeDuplicate(double)}.`;
      const more = papers.claimActions(id, by.request);
      const written = await changeStudent({ student, changes: facts, more, by });
      return isRefused(written) ? 'refused' : { student };
    },
    what: 'this student',
  });
  if (typeof outcome === 'string') return outcome;
  const to = changes.find(([field]) => field === 'class_id')?.[2];
  return to === undefined ? null : moveClass({ student: outcome.student, to, caller, key });
}

/** The sentence about the first field that was changed since the preview; null where none was. */
function changedSincePreview(
  student: StudentItem,
  { changes, lists }: { changes: readonly [StudentField, string, string][]; lists: ValueLists },
): string | null {
  for (const [field, was, after] of changes) {
    const stored = getStoredField(student, field);
    const shown = displayStoredValue(field, stored, lists);
    if (stored === after || shown === was) continue;
    return sheetWordings.fieldChanged(studentFields[field].label, shown === '' ? 'blank' : `“${shown}”`);
  }
  return null;
}

/** The transaction of the move stores what the student loses by it, for the undo. */
async function moveClass({
  student,
  to,
  caller,
  key,
}: { student: StudentItem; to: string } & Omit<RowContext, 'lists'>): Promise<string | null> {
  const { studentId, classId: from } = student;
  const request = { now: new Date(), idempotencyKey: key };
  if (from === to) {
    // Moved by an earlier attempt of this row, which may have stopped halfway.
    const { moved } = await readItems({ moved: auditKey(uploadMovesAuditSubject, key) });
    const [done] = (moved?.changes ?? []) as AuditFieldChange[];
    if (done) await resumeMove({ studentId, from: (done.before as ClassChange).from, by: { caller, request } });
    return null;
  }
  const isMoved = await moveStudent(
    { studentId, from, to },
    {
      action: (lost) => {
        const change: ClassChange = { from, ...lost };
        const changes = [{ field: studentId, before: change, after: to }];
        return AuditRowEntity.create(auditRow({ subject: uploadMovesAuditSubject, changes, by: { caller, request } }));
      },
    },
    { caller, request },
  );
  if (isMoved || (await isChangeDone(uploadMovesAuditSubject, key))) return null;
  return placementWordings.classChangedMeanwhile;
}
