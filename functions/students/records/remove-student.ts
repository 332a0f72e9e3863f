import { termReportKey } from '../../marks/records/term-report.ts';
import { notStoredCheck } from '../../platform/table/action.ts';
import type { Act } from '../../platform/table/acts/carry-out-act.ts';
import { AuditRowEntity, type Authorship, auditRow } from '../../platform/table/audit.ts';
import type { Term } from '../../school/records/term-locks.ts';
import { StudentEntity, type StudentItem, studentAuditSubject, studentItemAttributes } from './store.ts';

/** Most actions of `removeStudentAct`. */
export const maxRemovalActions = 3;

/**
 * The act that removes a student who was added by mistake. It is refused where the record was changed since the read,
 * or where there is a report of the current term.
 */
export function removeStudentAct(student: StudentItem, { period, by }: { period: Term | null; by: Authorship }): Act {
  const { studentId } = student;
  const { firstName, lastName, classId } = student;
  const row = auditRow({
    subject: studentAuditSubject(studentId),
    changes: [{ field: 'record', before: { firstName, lastName, classId }, after: null }],
    by,
  });
  return {
    changes: [StudentEntity.deleted(student, studentItemAttributes)],
    guards: { report: period ? [notStoredCheck(termReportKey({ studentId, ...period }))] : [] },
    stamp: AuditRowEntity.create(row),
  };
}
