import { authRefusals } from '#shared/accounts/wordings.ts';
import { isTaughtByClass } from '#shared/people/form-level.ts';
import { isTaughtByTeacher } from '../../../people/records/class-list.ts';
import { readLessonsOfTeacher } from '../../../people/records/store.ts';
import { ForbiddenError } from '../../../platform/errors.ts';
import { type Caller, isAdmin } from '../../../platform/requests/caller.ts';
import { requireFormLevel } from '../../../school/records/school.ts';
import { listAssignmentsOfClass } from '../../../subjects/records/store.ts';
import type { Finding } from './findings-of-class.ts';

/**
 * Which findings of a class the caller sees: office, form teacher and deans all of them, subject teachers those of
 * their own subjects, and where several teachers share the class those of their own students. One query for a teacher
 * without a post in the class, and a second one where a class may be shared.
 * @throws ForbiddenError for a teacher who neither has a post in the class nor a lesson
 * @throws NotFoundError for the office, where there is no such class
 */
export async function findSeenFindings(
  { classId, year }: { classId: string; year: number },
  { caller, posts }: { caller: Caller; posts: readonly unknown[] },
): Promise<(finding: Pick<Finding, 'studentId' | 'subjectId'>) => boolean> {
  if (isAdmin(caller) || posts.length > 0) {
    requireFormLevel(classId);
    return () => true;
  }
  const lessons = await readLessonsOfTeacher(caller.accountId, year);
  const subjects = new Set(lessons.flatMap((lesson) => (lesson.classId === classId ? [lesson.subjectId] : [])));
  if (subjects.size === 0) throw new ForbiddenError(authRefusals.forbidden);
  const isOfSubject = (subjectId: string | null) => subjectId !== null && subjects.has(subjectId);
  const formLevel = requireFormLevel(classId);
  if (isTaughtByClass(formLevel)) return ({ subjectId }) => isOfSubject(subjectId);
  const taught = new Set(
    (await listAssignmentsOfClass(classId))
      .filter((one) => subjects.has(one.subjectId) && isTaughtByTeacher(one, caller.accountId))
      .map(({ subjectId, studentId }) => `${subjectId} ${studentId}`),
  );
  return ({ subjectId, studentId }) =>
    isOfSubject(subjectId) && (studentId === null || taught.has(`${subjectId} ${studentId}`));
}
