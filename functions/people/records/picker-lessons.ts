import type { Lesson } from '#shared/people/contract.ts';
import { isTaughtByClass, levelName } from '#shared/people/form-level.ts';
import { toAcademicYearId } from '#shared/school/academic-year.ts';

/** A stored lesson: one class of what a picker shows as one line for a level. */
export interface LessonRecord {
  employeeId: string;
  year: number;
  subjectId: string;
  classId: string;
  formLevel: number;
}

/**
 * The lines of a lesson picker: levels 1 to 3 list each class by itself, 4 and above one line for a subject and level
 * (product §9). By subject title, then level and class.
 */
export function toPickerLessons(
  records: readonly LessonRecord[],
  subjects: ReadonlyMap<string, { title: string; abbr: string }>,
): Lesson[] {
  const groups = Map.groupBy(records, lessonLineId);
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group;
      return first
        ? [toLesson(first, group.map((record) => record.classId).sort(), subjects.get(first.subjectId))]
        : [];
    })
    .sort(
      (a, b) =>
        a.subject_title.localeCompare(b.subject_title) || a.form_level - b.form_level || a.id.localeCompare(b.id),
    );
}

/** Names the line that a lesson is in: "2025-MATH-1A", "2025-PHYS-L4". */
export const lessonLineId = ({ year, subjectId, classId, formLevel }: Omit<LessonRecord, 'employeeId'>): string =>
  [year, subjectId, isTaughtByClass(formLevel) ? classId : `L${formLevel}`].join('-');

function toLesson(
  record: LessonRecord,
  classes: string[],
  subject: { title: string; abbr: string } | undefined,
): Lesson {
  const isAlone = isTaughtByClass(record.formLevel);
  const title = subject?.title ?? record.subjectId;
  return {
    id: lessonLineId(record),
    employee_id: record.employeeId,
    academic_year_id: toAcademicYearId(record.year),
    subject_id: record.subjectId,
    subject_title: title,
    subject_abbr: subject?.abbr ?? record.subjectId,
    form_level: record.formLevel,
    class_id: isAlone ? record.classId : null,
    form_classes: classes,
    lesson: `${title} ${isAlone ? record.classId : levelName(record.formLevel)}`,
  };
}
