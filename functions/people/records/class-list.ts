import { authRefusals } from '#shared/accounts/wordings.ts';
import { isTaughtByClass } from '#shared/people/form-level.ts';
import { isArchivedTeacher } from '#shared/people/teacher.ts';
import { classWordings } from '#shared/school/wordings.ts';
import { ForbiddenError, ValidationError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/requests/caller.ts';
import { isAdmin } from '../../platform/requests/caller.ts';
import { formLevelOfClass, school } from '../../school/records/school.ts';
import type { EmployeeItem } from './store.ts';

/** The classes that a sheet or mark book page names: one for levels 1 to 3, a comma-separated list above. */
export function parseClassIds(input: { class_id?: string | undefined; form_classes?: string | undefined }): string[] {
  const several = input.form_classes?.split(',').map((name) => name.trim()) ?? [];
  return several.length > 0 ? [...new Set(several)] : input.class_id === undefined ? [] : [input.class_id];
}

/** @throws ValidationError where no class is named, one is unknown, or one is of another level */
export function requireClassesOfOneLevel(classIds: readonly string[], formLevel: number): void {
  if (classIds.length === 0) throw new ValidationError({ class_id: [classWordings.name] });
  if (classIds.length > 30) throw new ValidationError({ form_classes: [classWordings.tooMany] });
  const stranger = classIds.find((classId) => formLevelOfClass(classId) !== formLevel);
  if (stranger !== undefined) throw new ValidationError({ class_id: [classWordings.ofOtherLevel(stranger)] });
}

/**
 * Whether the school file gives a post sight of every class: spreadsheets, and marks of any class and subject (product
 * §6).
 */
export const hasSpreadsheetAccess = (postId: number | null | undefined): boolean =>
  school().posts.some(({ id, seesEveryClass }) => seesEveryClass && id === postId);

/**
 * Whether the caller may pick any teacher, class and subject (product §6): admins, and teachers whose post gives
 * spreadsheet access. `employee` is the caller's own record.
 */
export const canPickAnyone = (
  caller: Pick<Caller, 'role'>,
  employee: Pick<EmployeeItem, 'teacherNum' | 'deletedAt' | 'postId'> | undefined,
): boolean =>
  isAdmin(caller) || (employee !== undefined && !isArchivedTeacher(employee) && hasSpreadsheetAccess(employee.postId));

/**
 * @throws ForbiddenError where a teacher names another's lessons or classes; admins choose any teacher (product §6,
 * rule 14)
 */
export function requireOwnLessons({
  caller,
  employeeId,
  classIds,
  lessons,
}: {
  caller: Caller;
  employeeId: string;
  classIds: readonly string[];
  lessons: readonly { classId: string }[];
}): void {
  if (isAdmin(caller)) return;
  const taught = new Set(lessons.map((lesson) => lesson.classId));
  const isOwn = employeeId === caller.accountId && classIds.every((classId) => taught.has(classId));
  if (!isOwn) throw new ForbiddenError(authRefusals.forbidden);
}

/**
 * Whether a teacher of the class teaches the student. Where a level's classes sit together, several teachers may share
 * it, and the assignment may name the student's own.
 */
export const isTaughtByTeacher = (
  assignment: { formLevel: number; employeeId?: string | undefined },
  employeeId: string,
): boolean =>
  isTaughtByClass(assignment.formLevel) || assignment.employeeId === undefined || assignment.employeeId === employeeId;
