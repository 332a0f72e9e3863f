import type { Action } from '../../platform/table/action.ts';
import type { WriteAttempt } from '../../platform/table/audit.ts';
import { StudentEntity, type StudentItem } from './store.ts';

/**
 * Part of every transaction that gives a student a subject: cancels it where the student is no longer in the class, or
 * has another name or picture than the assignment copies (ADR 0008). It also makes a concurrent move of the student
 * read the subjects again.
 */
export const assignmentGuardAction = (
  student: StudentItem,
  { idempotencyKey }: Pick<WriteAttempt, 'idempotencyKey'>,
): Action => {
  const { studentId, classId, formLevel, status, firstName, lastName, picture } = student;
  return StudentEntity.update(
    { studentId },
    { set: { givenBy: idempotencyKey }, where: { classId, formLevel, status, firstName, lastName, picture } },
  );
};

/** The facts that assignments copy, besides the class. */
export const fieldsCopiedToAssignments = ['firstName', 'lastName', 'picture'] as const;

/** The facts of a student that an assignment copies. */
export const factsCopiedToAssignment = ({
  studentId,
  classId,
  formLevel,
  firstName,
  lastName,
  picture,
}: StudentItem) => ({
  studentId,
  classId,
  formLevel,
  firstName,
  lastName,
  ...(picture === undefined ? {} : { picture }),
});
