import { termReportKey } from '../../marks/records/term-report.ts';
import { type Action, notStoredCheck } from '../../platform/table/action.ts';
import { AuditRowEntity, type Author, auditRow, type WriteAttempt } from '../../platform/table/audit.ts';
import type { Term } from '../../school/records/term-locks.ts';
import { StudentEntity, type StudentItem, studentAuditSubject, studentItemAttributes } from './store.ts';

/** Most actions that `removeStudentActions` returns. */
export const maxRemovalActions = 3;

/**
 * The actions of a transaction that removes a student who was added by mistake, the audit row last. It is cancelled where the record
 * was changed since the read, or where there is a report of the current term.
 */
export function removeStudentActions(
  student: StudentItem,
  { period, caller, request }: { period: Term | null; caller: Author; request: WriteAttempt },
): Action[] {
  const { studentId } = student;
  const { firstName, lastName, classId } = student;
  const row = auditRow({
    subject: studentAuditSubject(studentId),
    changes: [{ field: 'record', before: { firstName, lastName, classId }, after: null }],
    caller,
    request,
  });
  return [
    StudentEntity.deleted(student, studentItemAttributes),
    ...(period ? [notStoredCheck(termReportKey({ studentId, ...period }))] : []),
    AuditRowEntity.create(row),
  ];
}
