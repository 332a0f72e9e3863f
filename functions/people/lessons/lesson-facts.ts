import { lessonsContract, type SharedClass } from '#shared/people/lessons/contract.ts';
import { isArchivedTeacher } from '#shared/people/teacher.ts';
import { lessonRefusals, noSuchTeacher } from '#shared/people/wordings.ts';
import { academicYearTitle, startYearOf } from '#shared/school/academic-year.ts';
import { termWordings } from '#shared/school/wordings.ts';
import { countStudentsWithMarks } from '../../marks/records/students-with-marks.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import type { FoundRecords } from '../../platform/table/table.ts';
import { currentPeriodKey } from '../../school/records/periods.ts';
import { requireFormLevel } from '../../school/records/school.ts';
import { employeeKey, listLessonsOfClass, readEmployeeNames } from '../records/store.ts';

interface Named {
  year: number;
  subjectId: string;
  classIds: readonly string[];
}

/**
 * Other teachers of the subject in one of the classes. A query per class, and one for the names where there are any.
 */
export async function findOtherTeachers(
  { year, subjectId, classIds }: Named,
  employeeId: string,
): Promise<SharedClass[]> {
  const taught = await Promise.all(classIds.map((classId) => listLessonsOfClass(classId, year)));
  const others = taught.flat().filter((lesson) => lesson.subjectId === subjectId && lesson.employeeId !== employeeId);
  if (others.length === 0) return [];
  const names = await readEmployeeNames();
  return others.map(({ classId, employeeId: other }) => ({
    class_id: classId,
    employee_id: other,
    name: names.get(other) ?? other,
  }));
}

export const readLessonFacts = callHandler(lessonsContract.readLessonFacts, {
  handle: async ({ input }) => {
    const classIds = [...new Set(input.classes.split(','))];
    for (const classId of classIds) requireFormLevel(classId, 'classes');
    const named = { year: startYearOf(input.academic_year_id), subjectId: input.subject_id, classIds };
    const [shared, students] = await Promise.all([
      findOtherTeachers(named, input.employee_id),
      countStudentsWithMarks(named),
    ]);
    return { shared, students_with_marks: students };
  },
});

/** The records that every call about a teacher's lessons or classes of a year reads. */
export const lessonTeacherKeys = (input: { employee_id: string }) => ({
  employee: employeeKey(input.employee_id),
  period: currentPeriodKey(),
});

export type TeacherAndCurrentPeriod = FoundRecords<ReturnType<typeof lessonTeacherKeys>>;
export type StoredTeacher = NonNullable<TeacherAndCurrentPeriod['employee']>;

/**
 * The teacher and the year of a change.
 * @throws NotFoundError where there is no such teacher, ValidationError for a past year, whose lessons stay as they
 * were
 */
export function requireTeacherAndYear(
  input: { academic_year_id: string },
  { employee, period }: TeacherAndCurrentPeriod,
): { teacher: StoredTeacher; year: number } {
  if (!employee) throw new NotFoundError(noSuchTeacher);
  if (!period) throw new ValidationError({ academic_year_id: [termWordings.yearAndTermRequired] });
  const year = startYearOf(input.academic_year_id);
  if (year < period.year) {
    throw new ValidationError({
      academic_year_id: [lessonRefusals.yearOver(academicYearTitle(year))],
    });
  }
  return { teacher: employee, year };
}

/** @throws ValidationError for an archived teacher, who can lose lessons and classes but get none */
export function refuseArchivedTeacher(teacher: StoredTeacher, field = 'employee_id'): void {
  if (!isArchivedTeacher(teacher)) return;
  const { firstName, lastName } = teacher;
  throw new ValidationError({ [field]: [lessonRefusals.archivedTeacher(firstName, lastName)] });
}

/** @throws ConflictError where a teacher whose work is handed over because of leaving was restored since */
export function refuseRestoredTeacher(teacher: StoredTeacher): void {
  if (isArchivedTeacher(teacher)) return;
  const { firstName, lastName } = teacher;
  throw new ConflictError(lessonRefusals.restored(firstName, lastName));
}
