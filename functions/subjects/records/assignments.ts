import type { Action } from '../../platform/table/action.ts';
import { whereUnchanged } from '../../platform/table/expression.ts';
import { type AssigningAct, type AssignmentItem, StudentSubjectAssignmentEntity } from './store.ts';

/** Names the assignments of a subject in the audit trail. */
export const assignmentsAuditSubject = (subjectId: string): string => `assignments#${subjectId}`;

/** Gives the student the subject; refused where there is an assignment already. The caller checks the student. */
export const createAssignmentAction = (assignment: AssignmentItem): Action =>
  StudentSubjectAssignmentEntity.create(assignment);

/**
 * Gives the student another teacher in the subject, or with null the class's teacher, while the assignment is as it was
 * read.
 */
export function changeAssignedTeacherAction(
  assignment: AssignmentItem,
  { employeeId, assignedIn }: { employeeId: string | null; assignedIn: AssigningAct },
): Action {
  const { studentId, subjectId } = assignment;
  return StudentSubjectAssignmentEntity.update(
    { studentId, subjectId },
    {
      set: { employeeId: employeeId ?? undefined, assignedIn },
      remove: employeeId === null ? ['employeeId'] : [],
      where: whereUnchanged(assignment, assignmentAsRead),
    },
  );
}

/** Takes the subject from the student while the assignment is as it was read. */
export const removeAssignmentAction = (assignment: AssignmentItem): Action =>
  StudentSubjectAssignmentEntity.deleted(assignment, assignmentAsRead);

/** What decides whether an assignment is as somebody read it: names follow the student. */
export const assignmentAsRead = ['classId', 'employeeId', 'assignedIn'] as const;
