import * as z from 'zod/mini';
import { contract } from '../http/contract.ts';
import { academicYearId, formLevel, id, noInput, yearInPath } from '../http/fields.ts';

/** One line of a lesson picker: levels 1 to 3 a class each, 4 and above a subject and level (product §9). */
export const lessonSchema = () =>
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
export type Lesson = z.output<ReturnType<typeof lessonSchema>>;

/** A teacher. Lists to choose from have the first fields alone; the Teachers screen has all of them. */
export const employeeEntry = () =>
  z.strictObject({
    id,
    employee_id: id,
    teacher_num: z.int(),
    first_name: z.string(),
    last_name: z.string(),
    date_of_birth: z.optional(z.nullable(z.string())),
    user_name: z.optional(z.string()),
    /** Code of a post in the school file. */
    post_id: z.optional(z.nullable(z.int())),
    /** Set where the teacher was archived by hand. */
    deleted_at: z.optional(z.nullable(z.string())),
    /**
     * `used`, or `unused` while nobody has signed in; `unfinished` while the identity store lacks a change, which the
     * next save or reset makes; `administrator` where it is managed under Administrators; `none` where there is no
     * sign-in.
     */
    sign_in: z.optional(z.literal(['used', 'unused', 'unfinished', 'administrator', 'none'])),
    /**
     * In the list of the Teachers screen: the classes that the teacher is form teacher of in the current year, in the
     * school's order.
     */
    form_classes: z.optional(z.array(id)),
    /** There too: the lessons of the current year, one for each subject and class. */
    lessons: z.optional(z.int()),
  });
export type EmployeeEntry = z.output<ReturnType<typeof employeeEntry>>;

const formClass = () => z.strictObject({ id, class_name: z.string(), form_level: formLevel });
export type FormClassEntry = z.output<ReturnType<typeof formClass>>;

const classOf = () => z.strictObject({ form_class_id: id, class_name: z.string(), form_level: formLevel });

const pickers = {
  method: 'GET',
  who: ['Admin', 'teacher'],
  menu: ['enterMarks', 'courseMark', 'employees'],
  needs: { table: 'read' },
} as const;

const schoolLists = {
  method: 'GET',
  who: ['Admin', 'teacher'],
  input: noInput,
  needs: { table: 'none' },
  menu: ['enterMarks', 'courseMark', 'employees', 'studentSubjects', 'reports'],
} as const;

const classPosts = {
  method: 'GET',
  who: ['Admin', 'teacher'],
  menu: ['employees'],
  input: () => z.strictObject({ employee_id: z.optional(id), year: z.optional(yearInPath) }),
  output: () => z.array(classOf()),
  needs: { table: 'read' },
} as const;

export const peopleContract = contract({
  /**
   * A teacher's lessons of a year, the current one when absent: the caller's own; for admins and with spreadsheet
   * access anyone's.
   */
  listTeacherLessons: {
    ...pickers,
    path: '/api/teacher-lessons',
    input: () => z.strictObject({ employee_id: z.optional(id), year: z.optional(yearInPath) }),
    output: () => z.array(lessonSchema()),
  },
  /** The lessons of any teacher in a year. */
  listTeacherLessonsOfYear: {
    ...pickers,
    path: '/api/teacher-lessons/{employee}/{year}',
    input: () => z.strictObject({ employee: id, year: yearInPath }),
    output: () => z.array(lessonSchema()),
  },
  /**
   * The current teachers, by name, to choose from; with the Teachers menu everybody, archived ones too, with every
   * field. Teachers need spreadsheet access.
   */
  listEmployees: {
    ...pickers,
    path: '/api/employees',
    input: noInput,
    output: () => z.array(employeeEntry()),
    needs: { table: 'read', partitions: 'indexes' },
  },
  /** The form levels that have classes: 6 is the lower sixth, 7 the upper. */
  listFormLevels: {
    ...schoolLists,
    path: '/api/form-levels',
    output: () => z.array(z.strictObject({ form_level: formLevel, title: z.string() })),
  },
  /** Every class of the school, in the school's order. */
  listFormClasses: {
    ...schoolLists,
    path: '/api/form-classes-list',
    output: () => z.array(formClass()),
  },
  /**
   * The classes that a teacher is form teacher of in a year, the current one when absent. Teachers ask about
   * themselves; the office about anybody.
   */
  readFormTeacherClass: { ...classPosts, path: '/api/form-teacher-class' },
  /** The same for the classes that a teacher is dean of. */
  readDeanFormClasses: { ...classPosts, path: '/api/dean-form-classes' },
});
