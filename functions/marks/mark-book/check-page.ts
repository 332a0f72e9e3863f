import { standsAlone } from '#shared/people/form-level.ts';
import { startYearOf } from '#shared/school/academic-year.ts';
import { checkClasses, checkLessons } from '../../people/records/class-list.ts';
import { lessonKey } from '../../people/records/store.ts';
import { NotFoundError, ValidationError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/requests/caller.ts';
import { pageKey } from '../records/course-work.ts';

/** What every call about a page names it by. */
interface NamedPage {
  employee_id: string;
  subject_id: string;
  academic_year_id: string;
  form_level: number;
  term: 1 | 2 | 3;
}

/** The lessons that make these classes the named teacher's. */
export const pageLessonKeys = (page: Omit<NamedPage, 'form_level'>, classIds: readonly string[]) =>
  classIds.slice(0, 30).map((classId) =>
    lessonKey({
      employeeId: page.employee_id,
      year: startYearOf(page.academic_year_id),
      subjectId: page.subject_id,
      classId,
    }),
  );

/** The classes that a page's writing calls name. */
export function namedClasses(input: {
  form_class_id?: string | null | undefined;
  form_classes?: string[] | undefined;
}): string[] {
  return [...new Set(input.form_classes ?? (input.form_class_id ? [input.form_class_id] : []))];
}

/** The key of a page that the caller may open. Teachers open their own pages; admins those of any teacher's lessons. */
export function checkPage({
  page,
  classIds,
  lessons,
  caller,
}: {
  page: NamedPage;
  classIds: readonly string[];
  /** Those of `pageLessonKeys` that exist. */
  lessons: readonly { classId: string }[];
  caller: Caller;
}): string {
  const { employee_id: employeeId, form_level: formLevel } = page;
  checkClasses(classIds, formLevel);
  if (standsAlone(formLevel) && classIds.length > 1) {
    throw new ValidationError({ form_classes: ['Below form 4 each class has a page of its own.'] });
  }
  checkLessons({ caller, employeeId, classIds, lessons });
  if (lessons.length < classIds.length) throw notTaught();
  return pageKey({
    year: startYearOf(page.academic_year_id),
    term: page.term,
    subjectId: page.subject_id,
    formLevel,
    classId: classIds[0] ?? '',
    employeeId,
  });
}

/** Told to the office alone: for a teacher every page but the own ones is forbidden. */
export const notTaught = () => new NotFoundError('This teacher does not teach this subject to this class.');
