import * as z from 'zod/mini';
import { contract } from '../../http/contract.ts';
import {
  academicYearId,
  answeredMark,
  courseWork,
  day,
  enteredWholeMark,
  formLevel,
  formLevelInPath,
  id,
  ignoredFacts,
  limitedText,
  markWord,
  oneDecimal,
  term,
  termInPath,
} from '../../http/fields.ts';
import { noteLimit } from '../field-names.ts';
import { assessmentNumber, classIdsInQuery } from '../fields.ts';
import { schemeSchema } from '../scheme.ts';
import { markBookHistoryCalls } from './history-calls.ts';
import { spreadsheetCalls } from './spreadsheet-calls.ts';

const total = z.lazy(() => z.nullable(z.int().check(z.gte(1), z.lte(1000))));
const topic = z.lazy(() => z.nullable(z.string().check(z.maxLength(255, 'At most 255 characters.'))));
/** Percent; stored and shown, but not used in computations. */
const weighting = z.lazy(() => z.nullable(z.number().check(z.gte(0), z.lte(100), oneDecimal)));

/** The page of a lesson: `form_class_id` for levels 1 to 3, `form_classes` above (product §3 "Mark book page"). */
const pageFields = {
  employee_id: id,
  subject_id: id,
  form_class_id: z.optional(z.nullable(id)),
  academic_year_id: academicYearId,
};

/** The note on a mark; null for none. */
const note = () => limitedText(noteLimit);

/** The form of a note. */
export const markNoteForm = () => z.strictObject({ note: note() });

const typedMark = () =>
  z.strictObject({ assesment_number: assessmentNumber, mark: enteredWholeMark, was: z.optional(enteredWholeMark) });

const assessment = () =>
  z.strictObject({
    id: z.string(),
    assesment_number: assessmentNumber,
    topic,
    date: z.nullable(day),
    total,
    weighting: z.nullable(z.number()),
  });
export type Assessment = z.output<ReturnType<typeof assessment>>;

const markBookStudent = () =>
  z.strictObject({
    id,
    first_name: z.string(),
    last_name: z.string(),
    class_id: id,
    /** By assessment number; an assessment without a mark has no entry. */
    marks: z.record(z.string(), z.union([z.int(), markWord])),
    /** Notes on the marks, by assessment number. */
    notes: z.record(z.string(), z.string()),
    /** Marks of this term from another page, before a change of class. They count for the percentage total. */
    earlier: courseWork,
    /** Percentage total of the term, one decimal; null without marks. */
    percentage: answeredMark,
    /** The last day of a student who left the school in the term: not counted as missing (rule 52). */
    left: z.optional(day),
  });
export type MarkBookStudent = z.output<ReturnType<typeof markBookStudent>>;

/** What may be stored of an assessment; the form checks with it before it calls. */
export const assessmentFields = () => z.strictObject({ topic, date: z.nullable(day), total, weighting });

const namedAssessment = () =>
  z.strictObject({
    ...pageFields,
    form_classes: z.optional(z.array(id).check(z.maxLength(60))),
    form_level: formLevel,
    term,
    assesment_number: assessmentNumber,
    ...ignoredFacts('id', 'topic', 'date', 'total', 'weighting'),
  });

export const markBookContract = contract({
  ...spreadsheetCalls,
  ...markBookHistoryCalls,
  /** A page: its assessments, and each student’s marks and course mark. */
  readMarkBook: {
    method: 'GET',
    path: '/api/mark-book',
    who: ['Admin', 'teacher'],
    menu: ['courseMark'],
    input: () =>
      z.strictObject({
        ...pageFields,
        form_class_id: z.optional(id),
        form_classes: z.optional(classIdsInQuery),
        form_level: formLevelInPath,
        term: termInPath,
      }),
    output: () =>
      z.strictObject({
        assesments: z.array(assessment()),
        students: z.array(markBookStudent()),
        /** The marking scheme of this form level and term; null where that part is closed. */
        weightings: schemeSchema,
        /** Whether the percentage total is shown with its weighted share of the term's total beside it. */
        shows_weighted_total: z.boolean(),
      }),
    needs: { table: 'read' },
  },
  /**
   * Saves a student's mark of one assessment, or the note on it, or in `marks` the marks of several: all of them or
   * none. The course mark follows in the same transaction (rule 3). A refusal names `mark`, or with `marks` the
   * assessment: "assessment 3".
   */
  saveMark: {
    method: 'POST',
    path: '/api/mark-book',
    savesMarks: true,
    who: ['Admin', 'teacher'],
    menu: ['courseMark'],
    input: () =>
      z
        .strictObject({
          ...pageFields,
          student_id: id,
          term,
          form_level: z.optional(formLevel),
          assesment_number: z.optional(assessmentNumber),
          mark: z.optional(enteredWholeMark),
          /** The mark the user saw; absent: taken as a change against what is stored. */
          was: z.optional(enteredWholeMark),
          note: z.optional(note()),
          /** The note the user saw. */
          note_was: z.optional(note()),
          marks: z.optional(z.array(typedMark()).check(z.minLength(1), z.maxLength(60))),
          date: z.optional(z.nullable(day)),
          topic: z.optional(topic),
          total: z.optional(total),
        })
        .check(
          z.refine(
            ({ marks, mark, note: noted }) => (marks === undefined) !== (mark === undefined && noted === undefined),
            {
              error: 'Name one mark, or several.',
              path: ['mark'],
            },
          ),
          z.refine(({ marks, assesment_number }) => (marks === undefined) !== (assesment_number === undefined), {
            error: 'Name the assessment.',
            path: ['assesment_number'],
          }),
          z.refine(({ marks = [] }) => new Set(marks.map((one) => one.assesment_number)).size === marks.length, {
            error: 'An assessment is in the list twice.',
            path: ['marks'],
          }),
        ),
    output: markBookStudent,
    needs: { table: 'write' },
  },
  /**
   * Adds an assessment (without a number) or edits one. A total below a mark already given is refused, 422. Send in
   * `was` what the user saw: a field that somebody else changed since answers 409 with both values, one left as it was
   * seen stays as it is stored (rules 8, 9).
   */
  saveAssessment: {
    method: 'POST',
    path: '/api/mark-book-assesment',
    who: ['Admin', 'teacher'],
    menu: ['courseMark'],
    input: () =>
      z.strictObject({
        ...pageFields,
        form_classes: z.optional(z.array(id).check(z.maxLength(60))),
        form_level: formLevel,
        term,
        ...ignoredFacts('id'),
        assesment_number: z.optional(assessmentNumber),
        topic,
        date: z.nullable(day),
        total,
        weighting: z.optional(weighting),
        was: z.optional(
          z.strictObject({
            topic: z.optional(topic),
            date: z.optional(z.nullable(day)),
            total: z.optional(total),
            weighting: z.optional(weighting),
          }),
        ),
      }),
    output: assessment,
    needs: { table: 'write' },
  },
  /**
   * Deletes an assessment numbered above 5 with its marks; the course marks follow. It is kept 30 days (rule 13), until
   * `kept_until`.
   */
  deleteAssessment: {
    method: 'POST',
    path: '/api/delete-course-assesment',
    who: ['Admin', 'teacher'],
    menu: ['courseMark'],
    input: namedAssessment,
    output: () => z.strictObject({ assesment_number: assessmentNumber, kept_until: day }),
    needs: { table: 'write' },
  },
  /** Restores a deleted assessment with its marks. */
  restoreAssessment: {
    method: 'DELETE',
    path: '/api/delete-course-assesment',
    who: ['Admin', 'teacher'],
    menu: ['courseMark'],
    input: namedAssessment,
    output: assessment,
    needs: { table: 'write' },
  },
});
