import { levelName } from '#shared/people/form-level.ts';
import { isArchivedTeacher } from '#shared/people/teacher.ts';
import { academicYearTitle } from '#shared/school/academic-year.ts';
import { assignmentWordings } from '#shared/subjects/wordings.ts';
import {
  type EmployeeItem,
  employeeName,
  LessonEntity,
  type LessonItem,
  readLessonsOfTeacher,
} from '../../../people/records/store.ts';
import { ValidationError } from '../../../platform/errors.ts';
import { school } from '../../../school/records/school.ts';

/** Who teaches a subject in the classes in a year. A small query for each class, side by side. */
export async function listLessonsOfSubject(
  { subjectId, year }: { subjectId: string; year: number },
  classIds: readonly string[],
): Promise<LessonItem[]> {
  const found = await Promise.all(
    classIds.map((classId) => LessonEntity.queryBy('ofClass', { year, classId, subjectId })),
  );
  return found.flat();
}

/** The classes of a level in the school's order, or with null of all levels. */
export const classesOfLevel = (formLevel: number | null): string[] =>
  school()
    .formClasses.filter(({ form_level }) => formLevel === null || form_level === formLevel)
    .map(({ id }) => id);

/**
 * Why a level cannot be given a subject: it has lessons this year, but only in other levels. Null where it can; a
 * subject without lessons can be given to every level.
 */
export async function whyLevelCannotTakeSubject(
  subject: { subjectId: string; title: string; year: number },
  formLevel: number,
): Promise<string | null> {
  const own = classesOfLevel(formLevel);
  if ((await listLessonsOfSubject(subject, own)).length > 0) return null;
  const others = await listLessonsOfSubject(
    subject,
    classesOfLevel(null).filter((classId) => !own.includes(classId)),
  );
  if (others.length === 0) return null;
  const year = academicYearTitle(subject.year);
  return assignmentWordings.notTaught(subject.title, levelName(formLevel), year);
}

/** @throws ValidationError for a level that cannot be given the subject */
export async function requireLevelOfSubject(
  subject: { subjectId: string; title: string; year: number },
  formLevel: number,
): Promise<void> {
  const reason = await whyLevelCannotTakeSubject(subject, formLevel);
  if (reason !== null) throw new ValidationError({ subject_id: [reason] });
}

/**
 * The classes in which a teacher teaches the subject; none without a teacher.
 * @throws ValidationError for a teacher who is not at the school, or does not teach it at all
 */
export async function listClassesTaught({
  employeeId,
  teacher,
  subjectId,
  year,
}: {
  employeeId: string | null;
  teacher: EmployeeItem | undefined;
  subjectId: string;
  year: number;
}): Promise<string[]> {
  if (employeeId === null) return [];
  if (!teacher || isArchivedTeacher(teacher)) {
    throw new ValidationError({ employee_id: [assignmentWordings.noSuchTeacherHere] });
  }
  const lessons = (await readLessonsOfTeacher(employeeId, year)).filter((lesson) => lesson.subjectId === subjectId);
  if (lessons.length === 0) {
    const name = employeeName(teacher);
    throw new ValidationError({ employee_id: [assignmentWordings.teacherDoesNotTeach(name, academicYearTitle(year))] });
  }
  return lessons.map(({ classId }) => classId);
}
