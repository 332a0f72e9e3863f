import * as z from 'zod/mini';
import { contract } from '../../http/contract.ts';
import {
  answeredMark,
  countUpTo999,
  courseWork,
  day,
  enteredMark,
  formLevel,
  formLevelInPath,
  grade,
  id,
  ignoredFacts,
  limitedText,
  mark,
  moment,
  term,
  termInPath,
  year,
  yearInPath,
} from '../../http/fields.ts';
import { commentLimit, typedFields } from '../field-names.ts';
import { classIdsInQuery } from '../fields.ts';
import { schemeSchema } from '../scheme.ts';
import { commentBankCalls } from './comment-calls.ts';
import { progressCalls } from './progress-calls.ts';

const value = z.lazy(() => z.union([z.number(), z.string().check(z.maxLength(commentLimit)), z.null()]));

/** A typed value at a moment, and now. */
const sheetChange = () =>
  z.strictObject({
    student_id: id,
    /** "Last, First". */
    name: z.string(),
    field: z.literal([...typedFields]),
    was: value,
    now: value,
    /** Who changed it last, and when; null when unknown. */
    by: z.nullable(z.string()),
    at: z.nullable(z.string()),
  });
export type SheetChange = z.output<ReturnType<typeof sheetChange>>;

const sheetInput = () => ({
  employee_id: z.optional(id),
  subject_id: id,
  class_id: z.optional(id),
  form_classes: z.optional(classIdsInQuery),
});

/** The fields of a subject record that teachers type. The course mark comes from the mark book. */
const writableFields = {
  exam_mark: z.optional(enteredMark),
  late: z.optional(countUpTo999),
  absent: z.optional(countUpTo999),
  /** Application. */
  app: z.optional(grade),
  /** Conduct. */
  con: z.optional(grade),
  comment: z.optional(limitedText(commentLimit)),
};

const markSheetRow = () =>
  z.strictObject({
    student_id: id,
    subject_id: id,
    year,
    term,
    employee_id: z.nullable(id),
    /** "Last, First". */
    name: z.string(),
    class_id: id,
    form_level: formLevel,
    picture: z.nullable(z.string()),
    /** Scaled to the scheme's course maximum, one decimal; null without marks in the mark book. */
    course_mark: answeredMark,
    course_work: courseWork,
    exam_mark: answeredMark,
    /** What the exam mark was out of when it was entered; null without one. */
    exam_out_of: z.nullable(z.number()),
    late: z.nullable(z.int()),
    absent: z.nullable(z.int()),
    app: grade,
    con: grade,
    comment: z.nullable(z.string()),
    /** Has a term report this term. */
    registered: z.boolean(),
    /** The last day of a student who left the school in the term: not counted as missing (rule 52). */
    left: z.optional(day),
  });
export type MarkSheetRow = z.output<ReturnType<typeof markSheetRow>>;

export const markSheetContract = contract({
  ...commentBankCalls,
  ...progressCalls,
  /**
   * One mark sheet: `class_id` for levels 1 to 3, `form_classes` (comma-separated) above. A teacher reads only own
   * lessons; admins and teachers with spreadsheet access anyone's, and without `employee_id` a subject of whole
   * classes.
   */
  readMarkSheetOfLesson: {
    method: 'GET',
    path: '/api/teacher-lesson-students',
    who: ['Admin', 'teacher'],
    menu: ['enterMarks'],
    input: () =>
      z.strictObject({
        ...sheetInput(),
        form_level: formLevelInPath,
        year: yearInPath,
        term: termInPath,
      }),
    output: () =>
      z.strictObject({
        data: z.array(markSheetRow()),
        /** In Class, Registered, Entered; without those who have left. */
        total: z.int(),
        registered: z.int(),
        entered: z.int(),
        /** The marking scheme of this form level and term; null where that part is closed. */
        weightings: schemeSchema,
      }),
    needs: { table: 'read' },
  },
  /**
   * Saves what changed of one student's subject record. Send the changed fields and, in `was`, the values the user saw:
   * a field that somebody else changed since answers 409 with both values. Without `was` the payload counts as a set of
   * changes against the stored record (rules 8, 9). Null clears. A mark above the scheme's maximum is refused, 422.
   */
  saveSubjectRecord: {
    method: 'POST',
    path: '/api/table2',
    savesMarks: true,
    who: ['Admin', 'teacher'],
    menu: ['enterMarks'],
    input: () =>
      z.strictObject({
        student_id: id,
        subject_id: id,
        year,
        term,
        ...writableFields,
        was: z.optional(z.strictObject(writableFields)),
        // Fields of the whole record of old callers; the server ignores them.
        employee_id: z.optional(z.nullable(id)),
        course_mark: z.optional(answeredMark),
        course_work: z.optional(courseWork),
        exam_out_of: z.optional(mark),
        name: z.optional(z.string().check(z.maxLength(200))),
        class_id: z.optional(id),
        form_level: z.optional(formLevel),
        picture: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
        registered: z.optional(z.boolean()),
        ...ignoredFacts('left'),
      }),
    output: markSheetRow,
    needs: { table: 'write' },
  },
  /** A sheet's typed values at a moment, and what has changed since. Course marks follow the mark book. */
  readMarkSheetAt: {
    method: 'GET',
    path: '/api/mark-sheet-at',
    who: ['Admin', 'teacher'],
    menu: ['enterMarks'],
    input: () =>
      z.strictObject({ ...sheetInput(), form_level: formLevelInPath, year: yearInPath, term: termInPath, at: moment }),
    output: () =>
      z.strictObject({
        data: z.array(
          z.strictObject({ student_id: id, name: z.string(), class_id: id, values: z.record(z.string(), value) }),
        ),
        changes: z.array(sheetChange()),
      }),
    needs: { table: 'read' },
  },
  /**
   * Restores cells of a sheet to a moment, each only if it still holds what the caller was shown in `now`. Those that
   * have changed are left, and named. Restoring to `undo_at` undoes it.
   */
  restoreMarkSheet: {
    method: 'POST',
    path: '/api/mark-sheet-at',
    who: ['Admin', 'teacher'],
    menu: ['enterMarks'],
    largestBody: 1_000_000,
    input: () =>
      z.strictObject({
        ...sheetInput(),
        form_level: formLevel,
        year,
        term,
        at: moment,
        cells: z
          .array(z.strictObject({ student_id: id, field: z.literal([...typedFields]), now: value }))
          .check(z.minLength(1), z.maxLength(2000)),
      }),
    output: () =>
      z.strictObject({
        restored: z.int(),
        left: z.array(z.extend(sheetChange(), { reason: z.string() })),
        undo_at: moment,
      }),
    needs: { table: 'write' },
  },
  /**
   * Who changed a cell, when, from what to what: newest first, the last 200 changes. `field` is one of a mark sheet's,
   * or `assessment 3` of the mark book.
   */
  readMarkHistory: {
    method: 'GET',
    path: '/api/mark-history',
    who: ['Admin', 'teacher'],
    menu: ['enterMarks', 'courseMark', 'termReports'],
    input: () =>
      z.strictObject({
        student_id: id,
        subject_id: id,
        class_id: z.optional(id),
        year: yearInPath,
        term: termInPath,
        field: z
          .string()
          .check(z.regex(/^(exam_mark|late|absent|app|con|comment|assessment \d{1,2})$/, 'No such field.')),
      }),
    output: () =>
      z.strictObject({
        changes: z.array(
          z.strictObject({
            at: z.string(),
            by: z.string(),
            before: value,
            after: value,
            /** The moment that this change restored; null for a typed one. */
            restored_to: z.nullable(z.string()),
          }),
        ),
      }),
    needs: { table: 'read' },
  },
});
