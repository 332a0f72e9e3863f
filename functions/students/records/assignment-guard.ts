import type { Action } from '../../platform/table/action.ts';
import type { Attempt } from '../../platform/table/audit.ts';
import { Student, type StudentItem } from './store.ts';

/**
 * For every transaction that gives a student a subject: cancels it where the student is no longer in the class, or has other names or
 * another picture than the assignment copies (ADR 0008), and lets nobody move the student with all subjects who read them before.
 */
export const assignmentGuard = (student: StudentItem, { idempotencyKey }: Pick<Attempt, 'idempotencyKey'>): Action => {
  const { studentId, classId, formLevel, status, firstName, lastName, picture } = student;
  return Student.update(
    { studentId },
    { set: { givenBy: idempotencyKey }, where: { classId, formLevel, status, firstName, lastName, picture } },
  );
};

/** What an assignment says of its student. */
export const copiedFacts = ({ studentId, classId, formLevel, firstName, lastName, picture }: StudentItem) => ({
  ...{ studentId, classId, formLevel, firstName, lastName },
  ...(picture === undefined ? {} : { picture }),
});
