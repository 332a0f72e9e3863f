import * as z from 'zod/mini';
import { answeredMark, formLevelInPath, id, term, termInPath, year, yearInPath } from '../../http/fields.ts';
import { commentLimit } from '../field-names.ts';
import { classNames } from '../fields.ts';

/** Comments that one person, or the school, keeps at most. */
export const bankLimit = 300;

const entryId = z.lazy(() => z.string().check(z.regex(/^[A-Za-z0-9-]{8,64}$/, 'Not a valid id.')));
/** Total per cent; null is open. */
const percent = z.lazy(() => z.nullable(z.int().check(z.gte(0), z.lte(100))));
const scope = z.lazy(() => z.literal(['own', 'school']));

const entryFields = () => ({
  /** Whose it is: the caller's own, or everybody's. */
  scope,
  /** Null: for every subject. */
  subject_id: z.nullable(id),
  /** Totals that it is meant for, both ends included. */
  from: percent,
  to: percent,
  /** With places for the student: `{name}`, `{he}`, `{him}`, `{his}`, and `{He}` and so on at the beginning of a sentence. */
  text: z.string().check(z.minLength(1, 'Required.'), z.maxLength(commentLimit, `At most ${commentLimit} characters.`)),
});

/** What may be stored of a comment; the form checks with it before it calls. */
export const bankFields = () => z.strictObject(entryFields());

const bankEntry = () =>
  z.strictObject({
    id: entryId,
    ...entryFields(),
    /** Counts the entry's changes: a change names the one that the user saw. */
    version: z.int(),
  });
export type BankEntry = z.output<ReturnType<typeof bankEntry>>;

/** Comments to choose from while typing one, and what was said of a student last. */
export const commentCalls = {
  /** The caller's own comments and the school's. */
  commentBank: {
    method: 'GET',
    path: '/api/comment-bank',
    who: ['Admin', 'teacher'],
    menu: ['enterMarks'],
    input: () => z.strictObject({}),
    output: () => z.array(bankEntry()),
    needs: { table: 'read' },
  },
  /**
   * Adds a comment, or answers the one that says the same of the same subject and totals; changes one, or brings a deleted one back: with `id` and the `version` that the user saw. Somebody
   * else's change since answers 409. The school's are the office's to write, 403.
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
  /** Deletes a comment. It is kept 30 days, and comes back with {@link commentCalls.saveBankComment} and this answer's version. */
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
   * Marks and comment of a sheet's students in the term before, and how to speak of them. The sheet is named as for
   * teacher-lesson-students; `year` and `term` are the sheet's own.
   */
  lastTermMarks: {
    method: 'GET',
    path: '/api/last-term-marks',
    who: ['Admin', 'teacher'],
    menu: ['enterMarks'],
    input: () =>
      z.strictObject({
        employee_id: z.optional(id),
        subject_id: id,
        class_id: z.optional(id),
        form_classes: z.optional(classNames),
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
