import * as z from 'zod/mini';
import type { Contract } from '../../http/contract.ts';
import { academicYearId, id, noInput } from '../../http/fields.ts';
import { jobProgress } from '../../http/job-progress.ts';
import { lessonRefusals } from '../wordings.ts';

const office = { who: ['Admin'], menu: ['employees'] } as const;

/** A lesson that was left alone, and why. */
const leftLesson = () => z.strictObject({ id: z.string(), lesson: z.string(), reason: z.string() });
export type SkippedLesson = z.output<ReturnType<typeof leftLesson>>;

/** How far a hand-over or its undo is. */
export const handOverProgress = () => z.strictObject({ ...jobProgress(), left: z.array(leftLesson()) });

/**
 * Set by the screen of lessons and classes without a teacher: 409 where the former teacher was restored since.
 */
export const requireArchivedTeacherInput = { only_archived: z.optional(z.literal(true)) };

const between = { employee_id: id, academic_year_id: academicYearId, to_employee_id: id };

/** Giving lessons of a teacher to another, with what belongs to them (rule 34); of the lessons' contract. */
export const handOverCalls = {
  /**
   * What nobody has in the current year: the lessons and classes that archived teachers still have, and the classes
   * that have no form teacher at all (rule 51). `academic_year_id` is null where no term is set.
   */
  listWorkWithoutTeacher: {
    method: 'GET',
    path: '/api/lessons-without-teacher',
    ...office,
    input: noInput,
    output: () =>
      z.strictObject({
        academic_year_id: z.nullable(academicYearId),
        teachers: z.array(
          z.strictObject({
            employee_id: id,
            first_name: z.string(),
            last_name: z.string(),
            lessons: z.array(z.strictObject({ id: z.string(), lesson: z.string(), form_classes: z.array(id) })),
            form_teacher_of: z.array(id),
            dean_of: z.array(id),
          }),
        ),
        form_classes: z.array(id),
      }),
    needs: { table: 'read', partitions: 'indexes' },
  },
  /** What a hand-over would move with each lesson of a teacher. */
  previewHandOver: {
    method: 'GET',
    path: '/api/lesson-hand-over',
    ...office,
    input: () => z.strictObject(between),
    output: () =>
      z.array(
        z.strictObject({
          id: z.string(),
          lesson: z.string(),
          form_classes: z.array(id),
          /** Students who have marks in its mark books of the year. */
          students_with_marks: z.int(),
          /** Classes of it that the other teacher has already. */
          shared: z.array(id),
          /**
           * The other teacher has a page of the mark book for this subject and form already: marks of this one stay
           * beside it and count, but are in no cell of it.
           */
          is_beside: z.boolean(),
        }),
      ),
    needs: { table: 'read' },
  },
  /**
   * Hands lessons over as a durable job, and says how far it is when it is repeated under the same idempotency key. The
   * former teacher loses each lesson and the other gains it at the same moment; it can be undone for 30 days
   * (`listLessonActs`).
   */
  handOverLessons: {
    method: 'POST',
    path: '/api/lesson-hand-over',
    ...office,
    input: () =>
      z.strictObject({
        ...between,
        ...requireArchivedTeacherInput,
        /** The lines of lessons. */
        ids: z
          .array(z.string().check(z.maxLength(100)))
          .check(z.minLength(1), z.maxLength(60, lessonRefusals.tooManyLessons)),
      }),
    output: handOverProgress,
    needs: { table: 'write', jobs: 'start' },
  },
} as const satisfies Contract;
