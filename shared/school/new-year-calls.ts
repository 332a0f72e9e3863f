import * as z from 'zod/mini';
import type { Contract } from '../http/contract.ts';
import { academicYearId, id } from '../http/fields.ts';
import { jobProgress, jobRun } from '../http/job-progress.ts';

const count = () => z.int().check(z.gte(0));

/** What a teacher has in the earlier year, and what of it goes along. */
const teacher = () =>
  z.strictObject({
    employee_id: id,
    name: z.string(),
    lessons: count(),
    taken: count(),
    /** Classes that the teacher is form teacher or dean of, and that go along. */
    posts: count(),
    has_left: z.boolean(),
    /** Classes of the lessons and posts that the school has no more. */
    classes_gone: z.array(id),
    /** Subjects of the lessons that the school has no more. */
    subjects_ended: z.array(z.string()),
  });
export type TeacherToTakeOver = z.output<ReturnType<typeof teacher>>;

/** A student who loses a subject, or the teacher of one. */
const student = () =>
  z.strictObject({
    student_id: id,
    name: z.string(),
    class_id: id,
    /** Titles of subjects that the student's form level does not have: they end. */
    ends: z.array(z.string()),
    /** Titles of subjects that go on without the teacher, who does not teach the class in them. */
    without_teacher: z.array(z.string()),
  });
export type StudentToTakeOver = z.output<ReturnType<typeof student>>;

/** What a run left as it was, and why. */
const left = () => z.array(z.strictObject({ name: z.string(), reason: z.string() }));
const takeOverRun = () => z.nullable(z.strictObject({ run: jobRun(), from: academicYearId, left: left() }));

const office = { who: ['Admin'], menu: ['dashboard'] } as const;
const ofYear = () => z.strictObject({ academic_year_id: academicYearId });
const progress = () => z.strictObject({ ...jobProgress(), left: left() });

/** Taking the lessons of a new year over from an earlier one (rule 35). */
export const newYearCalls = {
  /**
   * Whether a year has lessons, and if not what it would take over from the latest earlier year that has some; what was
   * taken over, and how far that is or its undo.
   */
  readTakeOverStatus: {
    method: 'GET',
    path: '/api/lessons-take-over',
    ...office,
    input: ofYear,
    output: () =>
      z.strictObject({
        academic_year_id: academicYearId,
        has_lessons: z.boolean(),
        /** Null where no earlier year has lessons, or the year has its own. */
        from: z.nullable(academicYearId),
        /** Whether the students of the earlier year were promoted. Until then what they take stays as it is. */
        is_promoted: z.boolean(),
        teachers: z.array(teacher()),
        students: z.array(student()),
        taken_over: takeOverRun(),
        undo: takeOverRun(),
      }),
    needs: { table: 'read' },
  },
  /**
   * Takes the lessons over: begins the run, or says how far it is. 409 where the year has lessons. Repeated until it is
   * done.
   */
  takeOverLessons: {
    method: 'POST',
    path: '/api/lessons-take-over',
    ...office,
    input: () => z.strictObject({ academic_year_id: academicYearId, from: academicYearId }),
    output: progress,
    needs: { table: 'write', jobs: 'start' },
  },
  /** Takes away what was taken over, where it is untouched: a lesson with marks is left. Repeated until it is done. */
  undoTakeOver: {
    method: 'DELETE',
    path: '/api/lessons-take-over',
    ...office,
    input: ofYear,
    output: progress,
    needs: { table: 'write', jobs: 'start' },
  },
} as const satisfies Contract;
