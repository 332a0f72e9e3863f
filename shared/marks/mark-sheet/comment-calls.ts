import * as z from 'zod/mini';
import { answeredMark, formLevelInPath, id, term, termInPath, year, yearInPath } from '../../http/fields.ts';
import { requestWordings } from '../../http/wordings.ts';
import { commentLimit } from '../field-names.ts';
import { classIdsInQuery } from '../fields.ts';

/** Most comments of one person, or of the school. */
export const maxBankComments = 300;

const entryId = z.lazy(() => z.string().check(z.regex(/^[A-Za-z0-9-]{8,64}$/, requestWordings.notValidId)));
/** A total in per cent; null: no limit. */
const percent = z.lazy(() => z.nullable(z.int().check(z.gte(0), z.lte(100))));
const scope = z.lazy(() => z.literal(['own', 'school']));

const entryFields = () => ({
  /** The caller's own, or the school's, which everybody sees. */
  scope,
  /** Null: for every subject. */
  subject_id: z.nullable(id),
  /** Range of totals, both ends included. */
  from: percent,
  to: percent,
  /** With placeholders: `{name}`, `{he}`, `{him}`, `{his}`, and `{He}` and so on at the beginning of a sentence. */
  text: z
    .string()
    .check(z.minLength(1, 'Required.'), z.maxLength(commentLimit, requestWordings.characters(commentLimit))),
});

/** What may be stored of a comment; the form checks with it before it calls. */
export const bankCommentFields = () => z.strictObject(entryFields());

const bankEntry = () =>
  z.strictObject({
    id: entryId,
    ...entryFields(),
    /** Optimistic lock: a change names the version that the user saw. */
    version: z.int(),
  });
export type BankEntry = z.output<ReturnType<typeof bankEntry>>;

/** Kept comments to choose from, and last term's marks and comments. */
export const commentBankCalls = {
  /** The caller's own comments and the school's. */
  readCommentBank: {
    method: 'GET',
    path: '/api/comment-bank',
    who: ['Admin', 'teacher'],
    menu: ['enterMarks'],
    input: () => z.strictObject({}),
    output: () => z.array(bankEntry()),
    needs: { table: 'read' },
  },
  /**
   * Adds a comment, or answers an equal one of the same subject and totals. With `id` and the `version` that the user
   * saw: changes a comment, or restores a deleted one; 409 if somebody changed it since. 403: only the office writes
   * the school's.
   */
  saveBankComment: {
    method: 'POST',
    path: '/api/comment-bank',
    who: ['Admin', 'teacher'],
    menu: ['enterMarks'],
    input: () => z.strictObject({ ...entryFields(), id: z.optional(entryId), version: z.optional(z.int()) }),
    output: bankEntry,
    needs: { table: 'write' },
  },
  /** Deletes a comment. For 30 days {@link commentBankCalls.saveBankComment} with this answer's version restores it. */
  deleteBankComment: {
    method: 'DELETE',
    path: '/api/comment-bank',
    who: ['Admin', 'teacher'],
    menu: ['enterMarks'],
    input: () => z.strictObject({ id: entryId, scope, version: z.int() }),
    output: () => z.strictObject({ version: z.int() }),
    needs: { table: 'write' },
  },
  /**
   * Marks, comments and pronouns of a sheet's students in the term before. The sheet is named as for
   * teacher-lesson-students; `year` and `term` are the sheet's own.
   */
  readLastTermMarks: {
    method: 'GET',
    path: '/api/last-term-marks',
    who: ['Admin', 'teacher'],
    menu: ['enterMarks'],
    input: () =>
      z.strictObject({
        employee_id: z.optional(id),
        subject_id: id,
        class_id: z.optional(id),
        form_classes: z.optional(classIdsInQuery),
        form_level: formLevelInPath,
        year: yearInPath,
        term: termInPath,
      }),
    output: () =>
      z.strictObject({
        /** The term before: of the same year, or the third of the year before. */
        year,
        term,
        students: z.array(
          z.strictObject({
            student_id: id,
            first_name: z.string(),
            pronoun: z.literal(['he', 'she', 'they']),
            course_mark: answeredMark,
            exam_mark: answeredMark,
            /** Per cent. */
            total: answeredMark,
            comment: z.nullable(z.string()),
          }),
        ),
      }),
    needs: { table: 'read' },
  },
} as const;
