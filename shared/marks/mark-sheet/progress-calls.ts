import * as z from 'zod/mini';
import { day, id, termInPath, yearInPath } from '../../http/fields.ts';

const counts = () => ({
  /** Students who take the subject. */
  students: z.int(),
  /** Exam marks; in a term without exam the course marks. */
  marks: z.int(),
  has_exam: z.boolean(),
  /** Students with a course mark, which comes from the mark book. */
  course_marks: z.int(),
  comments: z.int(),
  /** UTC time of the last entry; null without any. */
  last: z.nullable(z.string()),
  /** The same for course marks only. */
  course_last: z.nullable(z.string()),
});

const lessonProgress = () => z.strictObject({ id: z.string(), ...counts() });
export type LessonProgress = z.output<ReturnType<typeof lessonProgress>>;

const subjectProgress = () => z.strictObject({ subject_id: id, ...counts() });
export type Progress = Omit<LessonProgress, 'id'>;

/** The last day of the term, when marks are due; null if the office has not set it. */
const due = z.lazy(() => z.nullable(day));

/** Progress of a term's marks and comments. */
export const progressCalls = {
  /** By a teacher's lessons: the caller's own; any teacher's for admins and with spreadsheet access. */
  readLessonProgress: {
    method: 'GET',
    path: '/api/lesson-progress',
    who: ['Admin', 'teacher'],
    menu: ['enterMarks', 'courseMark'],
    input: () => z.strictObject({ employee_id: id, year: yearInPath, term: termInPath }),
    output: () => z.strictObject({ due, lessons: z.array(lessonProgress()) }),
    needs: { table: 'read', partitions: 'index' },
  },
  /** By the subjects of a class: for admins and with spreadsheet access. */
  readClassProgress: {
    method: 'GET',
    path: '/api/class-progress',
    who: ['Admin', 'teacher'],
    menu: ['enterMarks'],
    input: () => z.strictObject({ class_id: id, year: yearInPath, term: termInPath }),
    output: () => z.strictObject({ due, subjects: z.array(subjectProgress()) }),
    needs: { table: 'read' },
  },
} as const;
