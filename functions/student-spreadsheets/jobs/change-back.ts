import { attributeOf, studentFieldNames, studentFields } from '#shared/students/fields.ts';
import {
  type Attempt,
  type AuditedChange,
  type Author,
  auditItem,
  auditKey,
  auditRow,
} from '../../platform/table/audit.ts';
import { directCreate } from '../../platform/table/direct-write.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems } from '../../platform/table/table.ts';
import { moveStudent } from '../../students/placement/move-student.ts';
import { changeStudent } from '../../students/record/change-student.ts';
import { type StudentItem, studentKey, studentSubject } from '../../students/store.ts';
import { type ClassChange, factsKey, movesSubject } from './row-keys.ts';

interface Returning {
  /** Names what the upload did with the row. */
  key: string;
  caller: Author;
  request: Attempt;
}

const labels = new Map(studentFieldNames.map((field) => [attributeOf(field), studentFields[field].label]));

/** Gives a student back what a row of an upload changed. What somebody has changed since stays, and is named. */
export async function changeBack(studentId: string, { key, caller, request }: Returning): Promise<string | null> {
  const { facts, moved } = await readItems({
    facts: auditKey(studentSubject(studentId), factsKey(key)),
    moved: auditKey(movesSubject, key),
  });
  const left: string[] = [];
  if (facts) left.push(...(await factsBack(studentId, { changes: facts.changes as AuditedChange[], caller, request })));
  const [move] = (moved?.changes ?? []) as AuditedChange[];
  if (move && !(await classBack(studentId, { move, caller, request }))) left.push('Class');
  return left.length === 0 ? null : `Changed since and left: ${left.join(', ')}.`;
}

interface Facts {
  changes: readonly AuditedChange[];
  caller: Author;
  request: Attempt;
}

/** Gives the names of the facts that are left. One that is as before already was given back by an attempt before. */
function factsBack(studentId: string, { changes, caller, request }: Facts): Promise<string[]> {
  return retryRefused({
    read: async () => (await readItems({ student: studentKey(studentId) })).student,
    attempt: async (student): Promise<string[] | 'refused'> => {
      if (!student) return ['the whole record, which is gone'];
      const now = ({ field }: AuditedChange) => student[field as keyof StudentItem] ?? null;
      const back = changes
        .filter((change) => now(change) === change.after && change.before !== change.after)
        .map(({ field, before, after }) => ({ field, before: after, after: before }));
      const left = changes.filter((change) => now(change) !== change.after && now(change) !== change.before);
      if (back.length > 0) {
        const attempt = { ...request, idempotencyKey: factsKey(request.idempotencyKey) };
        const outcome = await changeStudent({ student, changes: back, caller, request: attempt });
        if (outcome === 'refused') return outcome;
      }
      return left.map(({ field }) => labels.get(field) ?? field);
    },
    what: 'this student',
  });
}

/** False where the student is in another class by now than the one that the upload named. */
async function classBack(
  studentId: string,
  { move, caller, request }: { move: AuditedChange; caller: Author; request: Attempt },
): Promise<boolean> {
  const { from, teachers, pages } = move.before as ClassChange;
  const { student } = await readItems({ student: studentKey(studentId) });
  if (student?.classId === from) return true;
  const row = auditRow({
    subject: movesSubject,
    changes: [{ field: studentId, before: move.after, after: from }],
    caller,
    request,
  });
  return moveStudent({
    ...{ studentId, from: String(move.after), to: from, teachers, pages, caller, request },
    action: () => directCreate(auditItem(row)),
  });
}
