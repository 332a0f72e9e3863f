import type { Action } from '../../../platform/table/action.ts';
import { AuditRowEntity, type Authorship, auditRow } from '../../../platform/table/audit.ts';
import {
  assignmentsAuditSubject,
  createAssignmentAction,
  removeAssignmentAction,
} from '../../../subjects/records/assignments.ts';
import { type AssignmentItem, subjectUseActions } from '../../../subjects/records/store.ts';
import { factsCopiedToAssignment } from '../assignment-guard.ts';
import type { StudentItem } from '../store.ts';

/** The subjects that a student takes up and gives up with a change of class. */
export interface SubjectChanges {
  takeUp: readonly { subjectId: string; employeeId?: string | undefined }[];
  giveUp: readonly AssignmentItem[];
}

/**
 * The actions of taking up and giving up subjects, for the transaction that moves the student. They cancel it where an
 * assignment was changed meanwhile, or the subject was deleted.
 */
export function subjectChangeActions(
  { takeUp, giveUp }: SubjectChanges,
  { student, by }: { student: StudentItem; by: Authorship },
): Action[] {
  const { studentId } = student;
  const audited = (subjectId: string, before: object | null, after: object | null) =>
    AuditRowEntity.create(
      auditRow({
        subject: assignmentsAuditSubject(subjectId),
        changes: [{ field: studentId, before, after }],
        by,
      }),
    );
  return [
    ...takeUp.flatMap(({ subjectId, employeeId }) => [
      ...subjectUseActions(subjectId, by.request),
      createAssignmentAction({
        ...factsCopiedToAssignment(student),
        subjectId,
        ...(employeeId === undefined ? {} : { employeeId }),
        assignedIn: { act: by.request.idempotencyKey, classId: student.classId },
      }),
      audited(subjectId, null, { teacher: employeeId ?? null }),
    ]),
    ...giveUp.flatMap((assignment) => [
      removeAssignmentAction(assignment),
      audited(assignment.subjectId, { teacher: assignment.employeeId ?? null }, null),
    ]),
  ];
}
