import type { Action } from '../../../platform/table/action.ts';
import { whereUnchanged } from '../../../platform/table/expression.ts';
import { StudentEntity, type StudentItem } from '../store.ts';
import { rosterAttributes } from './class-roster.ts';

type Change = Parameters<typeof StudentEntity.change>[1];

/**
 * Changes attributes of a student, in the record and, with it, in the rosters.
 * @param student as read
 * @param where must have class and status of a student who is to leave a class or enter one
 */
export function updateStudentAction(
  student: StudentItem,
  { where, ...change }: Pick<Change, 'set' | 'remove'> & { where: { readonly [K in keyof StudentItem]?: unknown } },
): Action {
  const isEntering = student.status !== 'current' && change.set?.status === 'current';
  // A student who comes from the archive enters the roster as read.
  const asRead = isEntering ? whereUnchanged(student, rosterAttributes) : {};
  return StudentEntity.change(student, { ...change, where: { ...asRead, ...where } as NonNullable<Change['where']> });
}
