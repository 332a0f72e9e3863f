import * as z from 'zod/mini';
import { contract } from '../http/contract.ts';
import { academicYearId, formLevel, id, nothing, yearInPath } from '../http/fields.ts';

/** One line of a lesson picker: levels 1 to 3 a class each, 4 and above a subject and level (SPEC §9). */
const lesson = () =>
  z.strictObject({
    id: z.string(),
    employee_id: id,
    academic_year_id: academicYearId,
    subject_id: id,
    subject_title: z.string(),
    subject_abbr: z.string(),
    form_level: formLevel,
    /** The class of a lesson of levels 1 to 3; null where several classes sit together. */
    class_id: z.nullable(id),
    form_classes: z.array(id),
    /** "Mathematics 1A", "Physics Form 4", "Physics 6L". */
    lesson: z.string(),
  });
export type Lesson = z.output<ReturnType<typeof lesson>>;

const classOf = () => z.strictObject({ form_class_id: id, class_name: z.string(), form_level: formLevel });

export const peopleContract = contract({
  /** Teachers: their own lessons of a year (the current one when absent). Admins: anyone's. */
  teacherLessons: {
    method: 'GET',
    path: '/api/teacher-lessons',
    who: ['Admin', 'teacher'],
    menu: ['enterMarks', 'courseMark', 'employees'],
    input: () => z.strictObject({ employee_id: z.optional(id), year: z.optional(yearInPath) }),
    output: () => z.array(lesson()),
    needs: { table: 'read' },
  },
  teacherLessonsOfYear: {
    method: 'GET',
    path: '/api/teacher-lessons/{employee}/{year}',
    who: ['Admin', 'teacher'],
    menu: ['enterMarks', 'courseMark', 'employees'],
    input: () => z.strictObject({ employee: id, year: yearInPath }),
    output: () => z.array(lesson()),
    needs: { table: 'read' },
  },
  /** The caller's form class this year, or null. */
  formTeacherClass: {
    method: 'GET',
    path: '/api/form-teacher-class',
    who: ['teacher'],
    input: nothing,
    output: () => z.nullable(classOf()),
    needs: { table: 'read' },
  },
  /** The classes the caller is dean of this year. */
  deanFormClasses: {
    method: 'GET',
    path: '/api/dean-form-classes',
    who: ['teacher'],
    input: nothing,
    output: () => z.array(classOf()),
    needs: { table: 'read' },
  },
});
