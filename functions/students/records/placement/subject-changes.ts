import type { Action } from '../../../platform/table/action.ts';
import { type Attempt, AuditRow, type Author, auditRow } from '../../../platform/table/audit.ts';
import { assignmentsSubject, createAssignment, removeAssignment } from '../../../subjects/records/assignments.ts';
import { type AssignmentItem, subjectUse } from '../../../subjects/records/store.ts';
import { copiedFacts } from '../assignment-guard.ts';
import type { StudentItem } from '../store.ts';

/** What a student takes up and gives up with the change of class. */
export interface SubjectChanges {
  takeUp: readonly { subjectId: string; employeeId?: string | undefined }[];
  giveUp: readonly AssignmentItem[];
}

/**
 * Takes a subject up in the new class, or gives it up, for the transaction that moves the student. Refused where somebody else has
 * given or taken one meanwhile, or the subject is gone.
 */
export function subjectChangeActions(
  { takeUp, giveUp }: SubjectChanges,
  { student, caller, request }: { student: StudentItem; caller: Author; request: Attempt },
): Action[] {
  const { studentId } = student;
  const audited = (subjectId: string, before: object | null, after: object | null) =>
    AuditRow.create(
      auditRow({
        subject: assignmentsSubject(subjectId),
        changes: [{ field: studentId, before, after }],
        ...{ caller, request },
      }),
    );
  return [
    ...takeUp.flatMap(({ subjectId, employeeId }) => [
      ...subjectUse(subjectId, request),
      createAssignment({
        ...copiedFacts(student),
        subjectId,
        ...(employeeId === undefined ? {} : { employeeId }),
        assignedIn: { act: request.idempotencyKey, classId: student.classId },
      }),
      audited(subjectId, null, { teacher: employeeId ?? null }),
    ]),
    ...giveUp.flatMap((assignment) => [
      removeAssignment(assignment),
      audited(assignment.subjectId, { teacher: assignment.employeeId ?? null }, null),
    ]),
  ];
}
