import type { Action } from '../../platform/table/direct-write.ts';
import { stillAs } from '../../platform/table/table.ts';
import { type AssignedIn, Assignment, type AssignmentItem } from './store.ts';

/** Names the trail of who takes a subject. */
export const assignmentsSubject = (subjectId: string): string => `assignments#${subjectId}`;

/** The student takes the subject from now on; refused where there is an assignment already. The caller checks the student. */
export const createAssignment = (assignment: AssignmentItem): Action => ({
  Put: Assignment.create(assignment).params(),
});

/** The student gets another teacher in the subject, or with null none of the own, as long as the assignment is as it was read. */
export function changeTeacher(
  assignment: AssignmentItem,
  { employeeId, assignedIn }: { employeeId: string | null; assignedIn: AssignedIn | undefined },
): Action {
  const { studentId, subjectId } = assignment;
  const set = { ...(employeeId === null ? {} : { employeeId }), ...(assignedIn ? { assignedIn } : {}) };
  const removed = [
    ...(employeeId === null ? (['employeeId'] as const) : []),
    ...(assignedIn ? [] : (['assignedIn'] as const)),
  ];
  const patch = Assignment.patch({ studentId, subjectId }).set(set);
  return {
    Update: (removed.length > 0 ? patch.remove(removed) : patch).where(stillAs(assignment, asRead)).params(),
  };
}

/** The student takes the subject no more, as long as the assignment is as it was read. */
export const removeAssignment = (assignment: AssignmentItem): Action => ({
  Delete: Assignment.delete({ studentId: assignment.studentId, subjectId: assignment.subjectId })
    .where(stillAs(assignment, asRead))
    .params(),
});

const asRead = ['classId', 'employeeId', 'assignedIn'] as const;
