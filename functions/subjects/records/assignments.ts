import type { Action } from '../../platform/table/action.ts';
import { stillAs } from '../../platform/table/expression.ts';
import { type AssignedIn, Assignment, type AssignmentItem } from './store.ts';

/** Names the trail of who takes a subject. */
export const assignmentsSubject = (subjectId: string): string => `assignments#${subjectId}`;

/** The student takes the subject from now on; refused where there is an assignment already. The caller checks the student. */
export const createAssignment = (assignment: AssignmentItem): Action => Assignment.create(assignment);

/** The student gets another teacher in the subject, or with null none of the own, as long as the assignment is as it was read. */
export function changeTeacher(
  assignment: AssignmentItem,
  { employeeId, assignedIn }: { employeeId: string | null; assignedIn: AssignedIn | undefined },
): Action {
  const { studentId, subjectId } = assignment;
  return Assignment.update(
    { studentId, subjectId },
    {
      set: { employeeId: employeeId ?? undefined, assignedIn },
      remove: [
        ...(employeeId === null ? (['employeeId'] as const) : []),
        ...(assignedIn ? [] : (['assignedIn'] as const)),
      ],
      where: stillAs(assignment, asRead),
    },
  );
}

/** The student takes the subject no more, as long as the assignment is as it was read. */
export const removeAssignment = (assignment: AssignmentItem): Action =>
  Assignment.delete({ studentId: assignment.studentId, subjectId: assignment.subjectId }, stillAs(assignment, asRead));

const asRead = ['classId', 'employeeId', 'assignedIn'] as const;
