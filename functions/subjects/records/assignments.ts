import type { Action } from '../../platform/table/action.ts';
import { whereUnchanged } from '../../platform/table/expression.ts';
import { splitIntoPieces } from '../../platform/table/table.ts';
import { type AssigningAct, type AssignmentItem, StudentSubjectAssignmentEntity } from './store.ts';

/** Names the assignments of a subject in the audit trail. */
export const assignmentsAuditSubject = (subjectId: string): string => `assignments#${subjectId}`;

/** Gives the student the subject; refused where there is an assignment already. The caller checks the student. */
export const createAssignmentAction = (assignment: AssignmentItem): Action =>
  StudentSubjectAssignmentEntity.create(assignment);

/** Gives the student another teacher in the subject, or with null the class's teacher, while the assignment is as it was read. */
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
  StudentSubjectAssignmentEntity.delete(
    { studentId: assignment.studentId, subjectId: assignment.subjectId },
    whereUnchanged(assignment, assignmentAsRead),
  );

/** What decides whether an assignment is as somebody read it: names follow the student. */
export const assignmentAsRead = ['classId', 'employeeId', 'assignedIn'] as const;

/** Actions of a transaction: 99 besides the check that the term is open, of which 4 are for the subject, the audit row and the act. */
const actionsOfList = 95;

/** A list in pieces that each fit in a transaction, with so many actions for one of them. */
export const splitForTransactions = <T>(list: readonly T[], actions: number): T[][] =>
  splitIntoPieces(list, Math.floor(actionsOfList / actions));
