import { termReportKey } from '../../marks/records/term-report.ts';
import { type Attempt, type Author, auditRow, createAudit } from '../../platform/table/audit.ts';
import { type Action, directAbsence, directDelete } from '../../platform/table/direct-write.ts';
import type { Period } from './placement/moving-subjects.ts';
import { Student, type StudentItem, studentKey, studentSubject } from './store.ts';

/** So many actions `removeActions` gives at most. */
export const actionsOfRemoval = 3;

/**
 * The actions of a transaction that removes a student who was added by mistake, the audit row last: cancelled where anything of the
 * record is not as it was read, or where a report of the current term is there.
 */
export function removeActions(
  student: StudentItem,
  { period, caller, request }: { period: Period | null; caller: Author; request: Attempt },
): Action[] {
  const { studentId } = student;
  const expected = Object.fromEntries(
    Object.keys(Student.schema.attributes).map((name) => [name, student[name as keyof StudentItem] ?? null]),
  );
  const { firstName, lastName, classId } = student;
  const row = auditRow({
    subject: studentSubject(studentId),
    changes: [{ field: 'record', before: { firstName, lastName, classId }, after: null }],
    caller,
    request,
  });
  return [
    directDelete(studentKey(studentId).key, expected),
    ...(period ? [directAbsence(termReportKey({ studentId, ...period }).key)] : []),
    createAudit(row),
  ];
}
