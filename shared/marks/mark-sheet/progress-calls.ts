import * as z from 'zod/mini';
import { day, id, termInPath, yearInPath } from '../../http/fields.ts';

const counts = () => ({
  /** Who takes it. */
  students: z.int(),
  /** Exam marks, which the mark sheet takes; in a term without exam the course marks, which come from the mark book. */
  marks: z.int(),
  has_exam: z.boolean(),
  /** Students with a course mark, which comes from the mark book. */
  course_marks: z.int(),
  comments: z.int(),
  /** UTC time at which one of these marks or comments was entered last; null without any. */
  last: z.nullable(z.string()),
  /** The same of course marks alone: when the mark book was worked on last. */
  course_last: z.nullable(z.string()),
});

const lessonProgress = () => z.strictObject({ id: z.string(), ...counts() });
export type LessonProgress = z.output<ReturnType<typeof lessonProgress>>;

const subjectProgress = () => z.strictObject({ subject_id: id, ...counts() });
export type Progress = Omit<LessonProgress, 'id'>;

/** The last day of the term, when it is all to be done; null where the office has not said. */
const due = z.lazy(() => z.nullable(day));

/** How far the marks and comments of a term are. */
export const progressCalls = {
  /** A teacher's lessons, as teacher-lessons names them: own ones; for admins and with spreadsheet access anyone's. */
  lessonProgress: {
    method: 'GET',
    path: '/api/lesson-progress',
    who: ['Admin', 'teacher'],
    menu: ['enterMarks', 'courseMark'],
    input: () => z.strictObject({ employee_id: id, year: yearInPath, term: termInPath }),
    output: () => z.strictObject({ due, lessons: z.array(lessonProgress()) }),
    needs: { table: 'read', partitions: 'index' },
  },
  /** The subjects that are taken in a class, by any teacher: for admins and with spreadsheet access. */
  classProgress: {
    method: 'GET',
    path: '/api/class-progress',
    who: ['Admin', 'teacher'],
    menu: ['enterMarks'],
    input: () => z.strictObject({ class_id: id, year: yearInPath, term: termInPath }),
    output: () => z.strictObject({ due, subjects: z.array(subjectProgress()) }),
    needs: { table: 'read' },
  },
} as const;
