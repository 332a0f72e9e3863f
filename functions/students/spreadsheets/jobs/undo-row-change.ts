import { type StudentField, storedAttributeName, studentFieldNames, studentFields } from '#shared/students/fields.ts';
import { identityKeys } from '#shared/students/identity-keys.ts';
import { sheetWordings } from '#shared/students/wordings.ts';
import { isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import {
  type AuditFieldChange,
  AuditRowEntity,
  type Author,
  auditKey,
  auditRow,
  type WriteAttempt,
} from '../../../platform/table/audit.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { readItems } from '../../../platform/table/table.ts';
import { changeStudent } from '../../records/change-student.ts';
import { createDuplicateFinder, readAllIdentities } from '../../records/duplicates.ts';
import { type ClaimsFound, certificateNumbersIn, readClaims } from '../../records/identity-claims.ts';
import { resumeMove } from '../../records/placement/move-remaining.ts';
import { moveStudent } from '../../records/placement/move-student.ts';
import { type StudentItem, studentAuditSubject, studentKey } from '../../records/store.ts';
import { type ClassChange, factsIdempotencyKey, uploadMovesAuditSubject } from './row-keys.ts';

interface RowUndo {
  /** Idempotency key of the row in the upload. */
  key: string;
  caller: Author;
  request: WriteAttempt;
}

const labels = new Map(studentFieldNames.map((field) => [storedAttributeName(field), studentFields[field].label]));

/**
 * Undoes what a row of an upload changed. Facts that were changed since stay.
 * @returns the sentence that names those facts; null where there are none
 */
export async function undoRowChange(studentId: string, { key, caller, request }: RowUndo): Promise<string | null> {
  const { facts, moved } = await readItems({
    facts: auditKey(studentAuditSubject(studentId), factsIdempotencyKey(key)),
    moved: auditKey(uploadMovesAuditSubject, key),
  });
  const left: string[] = [];
  if (facts)
    left.push(...(await undoFacts(studentId, { changes: facts.changes as AuditFieldChange[], caller, request })));
  const [move] = (moved?.changes ?? []) as AuditFieldChange[];
  if (move && !(await undoMove(studentId, { move, caller, request }))) left.push('Class');
  return left.length === 0 ? null : sheetWordings.leftChanged(left.join(', '));
}

interface Facts {
  changes: readonly AuditFieldChange[];
  caller: Author;
  request: WriteAttempt;
}

/** @returns the labels of facts that stay. A fact with its earlier value was restored by an earlier attempt. */
function undoFacts(studentId: string, { changes, caller, request }: Facts): Promise<string[]> {
  return retryRefused({
    read: async () => (await readItems({ student: studentKey(studentId) })).student,
    attempt: async (student): Promise<string[] | 'refused'> => {
      if (!student) return ['the whole record, which is gone'];
      const now = ({ field }: AuditFieldChange) => student[field as keyof StudentItem] ?? null;
      const meant = changes
        .filter((change) => now(change) === change.after && change.before !== change.after)
        .map(({ field, before, after }) => ({ field, before: after, after: before }));
      const changed = changes.filter((change) => now(change) !== change.after && now(change) !== change.before);
      const { back, papers, taken } = await excludeTakenNumbers(studentId, meant);
      if (back.length > 0) {
        const attempt = { ...request, idempotencyKey: factsIdempotencyKey(request.idempotencyKey) };
        const more = papers.claimActions(studentId, request);
        const outcome = await changeStudent({ student, changes: back, more, caller, request: attempt });
        if (isRefused(outcome)) return 'refused';
      }
      const labelOf = (field: string) => labels.get(field) ?? field;
      return [
        ...changed.map(({ field }) => labelOf(field)),
        ...taken.map((field) => `${labelOf(field)} (somebody else has the number)`),
      ];
    },
    what: 'this student',
  });
}

interface RestorableFacts {
  back: readonly AuditFieldChange[];
  papers: ClaimsFound;
  /** Facts that stay, because another student has the number by now. */
  taken: string[];
}

/** Excludes certificate numbers that another student was given since. */
async function excludeTakenNumbers(studentId: string, meant: readonly AuditFieldChange[]): Promise<RestorableFacts> {
  const wanted = certificateNumbersIn(meant);
  const papers = await readClaims(wanted, { withName: false });
  const known =
    identityKeys(wanted).length > 0 ? createDuplicateFinder(await readAllIdentities())({ ...wanted, studentId }) : [];
  const others = [...known, ...papers.duplicates.filter(({ student }) => student.studentId !== studentId)];
  const taken = others.map(({ same }) => storedAttributeName(same as StudentField));
  if (taken.length === 0) return { back: meant, papers, taken };
  const rest = await excludeTakenNumbers(
    studentId,
    meant.filter(({ field }) => !taken.includes(field)),
  );
  return { ...rest, taken: [...new Set([...taken, ...rest.taken])] };
}

/** False where the student is no longer in the class of the upload. */
async function undoMove(
  studentId: string,
  { move, caller, request }: { move: AuditFieldChange; caller: Author; request: WriteAttempt },
): Promise<boolean> {
  const { from, teachers, pages } = move.before as ClassChange;
  const { student } = await readItems({ student: studentKey(studentId) });
  if (student?.classId === from) {
    // Moved by an earlier attempt, which may have stopped halfway.
    await resumeMove({ studentId, from: String(move.after), teachers, pages, caller, request });
    return true;
  }
  const row = auditRow({
    subject: uploadMovesAuditSubject,
    changes: [{ field: studentId, before: move.after, after: from }],
    caller,
    request,
  });
  return moveStudent({
    ...{ studentId, from: String(move.after), to: from, teachers, pages, caller, request },
    action: () => AuditRowEntity.create(row),
  });
}
