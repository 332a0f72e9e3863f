import * as z from 'zod/mini';
import type { Contract } from '../../http/contract.ts';
import {
  academicYearId,
  day,
  enteredWholeMark,
  formLevel,
  formLevelInPath,
  id,
  markWord,
  moment,
  term,
  termInPath,
} from '../../http/fields.ts';
import { assessmentNumber } from '../fields.ts';

/** An assessment's details; null if there was none. */
const details = z.lazy(() =>
  z.nullable(
    z.strictObject({
      topic: z.nullable(z.string().check(z.maxLength(255))),
      date: z.nullable(day),
      total: z.nullable(z.int()),
      weighting: z.nullable(z.number()),
    }),
  ),
);
export type AssessmentDetails = z.output<typeof details>;

/** Who changed it last, and when; null when unknown. */
const stamp = { by: z.nullable(z.string()), at: z.nullable(z.string()) };
const changedAssessment = () =>
  z.strictObject({ assesment_number: assessmentNumber, was: details, now: details, ...stamp });
export type ChangedAssessment = z.output<ReturnType<typeof changedAssessment>>;
const changedMark = () =>
  z.strictObject({
    student_id: id,
    name: z.string(),
    assesment_number: assessmentNumber,
    was: enteredWholeMark,
    now: enteredWholeMark,
    ...stamp,
  });
export type ChangedMark = z.output<ReturnType<typeof changedMark>>;

const reason = { reason: z.string() };
const pageNames = { employee_id: id, subject_id: id, form_class_id: z.optional(id), academic_year_id: academicYearId };

/**
 * A page of the mark book at a moment, and restoring it (ADR 0016). Levels 1 to 3 name the class; from 4 on it is the
 * whole level.
 */
export const markBookHistoryCalls = {
  /** A page's assessments and marks at a moment, and what has changed since. */
  readMarkBookAt: {
    method: 'GET',
    path: '/api/mark-book-at',
    who: ['Admin', 'teacher'],
    menu: ['courseMark'],
    input: () => z.strictObject({ ...pageNames, form_level: formLevelInPath, term: termInPath, at: moment }),
    output: () =>
      z.strictObject({
        /** All assessments, by number. */
        assesments: z.array(z.strictObject({ assesment_number: assessmentNumber, details })),
        students: z.array(
          z.strictObject({
            student_id: id,
            name: z.string(),
            marks: z.record(z.string(), z.union([z.int(), markWord])),
          }),
        ),
        changes: z.strictObject({ assesments: z.array(changedAssessment()), marks: z.array(changedMark()) }),
      }),
    needs: { table: 'read' },
  },
  /**
   * Restores assessments and marks to a moment, each only if it still is what the caller was shown in `now`. Those that
   * have changed are left, and named. Restoring to `undo_at` undoes it.
   */
  restoreMarkBook: {
    method: 'POST',
    path: '/api/mark-book-at',
    who: ['Admin', 'teacher'],
    menu: ['courseMark'],
    largestBody: 850_000,
    input: () =>
      z.strictObject({
        ...pageNames,
        form_level: formLevel,
        term,
        at: moment,
        assesments: z
          .array(z.strictObject({ assesment_number: assessmentNumber, now: details }))
          .check(z.maxLength(60)),
        marks: z
          .array(z.strictObject({ student_id: id, assesment_number: assessmentNumber, now: enteredWholeMark }))
          .check(z.maxLength(5000)),
      }),
    output: () =>
      z.strictObject({
        /** Restored assessments and marks. */
        restored: z.int(),
        left: z.strictObject({
          assesments: z.array(z.extend(changedAssessment(), reason)),
          marks: z.array(z.extend(changedMark(), reason)),
        }),
        undo_at: moment,
      }),
    needs: { table: 'write' },
  },
} as const satisfies Contract;
