import * as z from 'zod/mini';
import { type Contract, listTypes } from '../http/contract.ts';
import {
  day,
  formLevel,
  formLevelInPath,
  id,
  noInput,
  reportFormat,
  term,
  termInPath,
  year,
  yearInPath,
} from '../http/fields.ts';
import { pluralize } from '../pluralize.ts';

const who = ['Admin', 'teacher'] as const;
const menu = ['completeness'] as const;

/** What a teacher, or several who share it, must enter in a class for a term, and how much of it is entered. */
const boardRow = () =>
  z.strictObject({
    class_id: id,
    form_level: formLevel,
    /** A subject of the class, or the remarks of its form teacher or dean. */
    part: z.literal(['subject', 'form teacher', 'dean']),
    /** Null for remarks. */
    subject_id: z.nullable(id),
    title: z.string(),
    abbr: z.string(),
    /**
     * The teachers who must enter it, by name; several where students have no teacher of their own. Empty: nobody is
     * assigned.
     */
    teachers: z.array(z.strictObject({ employee_id: id, name: z.string() })),
    /** Number of reports. */
    students: z.int(),
    /** Students with a total, as the posting check requires; null for remarks. */
    marks: z.nullable(z.int()),
    /** Students with an exam mark, and with a course mark; null where the term has no such part. */
    exams: z.nullable(z.int()),
    courses: z.nullable(z.int()),
    /** Students with a comment in the subject, or with the remarks. */
    texts: z.int(),
    /** The first student without a total, or else without a text; null where nothing is missing. */
    first_missing: z.nullable(id),
  });
export type CompletenessRow = z.output<ReturnType<typeof boardRow>>;

/** Teachers in one request: as many writes as a transaction takes beside its own. */
export const remindersAtOnce = 90;

/**
 * The completeness board: what is entered of a term by class, subject and teacher. It counts as the posting check does.
 */
export const completenessCalls = {
  /**
   * The office gets every class, or those of a level; a teacher the classes where the teacher is form teacher or dean.
   * Filtered by classes, titles, teachers and state.
   */
  readCompleteness: {
    method: 'GET',
    path: '/api/completeness',
    who,
    menu,
    produces: listTypes,
    kind: 'documents',
    input: () =>
      z.strictObject({
        year: yearInPath,
        term: termInPath,
        form_level: z.optional(formLevelInPath),
        class_ids: z.optional(z.array(id).check(z.maxLength(200))),
        titles: z.optional(z.array(z.string().check(z.maxLength(120))).check(z.maxLength(200))),
        /** As {@link teacherNamesOrNobody} names them. */
        teachers: z.optional(z.array(z.string().check(z.maxLength(1000))).check(z.maxLength(200))),
        only: z.optional(z.literal(['complete', 'incomplete'])),
        format: reportFormat,
      }),
    output: () =>
      z.strictObject({
        /** The last day of the term; null where it is not set. */
        due: z.nullable(day),
        /** Every class that the answer covers, with the number of its reports. */
        classes: z.array(z.strictObject({ class_id: id, form_level: formLevel, reports: z.int() })),
        rows: z.array(boardRow()),
      }),
    needs: { table: 'read', partitions: 'indexes', keeps: 'summaries' },
  },
  /**
   * Asks teachers for what is missing of a term on the caller's board: each of those with something missing finds a
   * notice in their menu. Another reminder replaces an earlier one.
   */
  remindTeachers: {
    method: 'POST',
    path: '/api/completeness-reminder',
    who,
    menu,
    input: () =>
      z.strictObject({ year, term, employee_ids: z.array(id).check(z.minLength(1), z.maxLength(remindersAtOnce)) }),
    /** Who was reminded: without those who have completed everything, or are not on the board. */
    output: () => z.strictObject({ employee_ids: z.array(id) }),
    needs: { table: 'write', partitions: 'indexes', keeps: 'summaries' },
  },
  /**
   * The latest reminder to the calling teacher, with what is missing now; null once nothing is, and in another term.
   */
  readOwnReminder: {
    method: 'GET',
    path: '/api/completeness-reminder',
    who: ['teacher'],
    input: noInput,
    output: () =>
      z.nullable(
        z.strictObject({
          /** Who asked, "First Last". */
          by: z.string(),
          /** When, UTC. */
          at: z.string(),
          year,
          term,
          rows: z.array(boardRow()),
        }),
      ),
    needs: { table: 'read', partitions: 'indexes', keeps: 'summaries' },
  },
} as const satisfies Contract;

/** Counts the students of a row without a total, and without the comment or remark. */
export const countMissing = ({ students, marks, texts }: Pick<CompletenessRow, 'students' | 'marks' | 'texts'>) => ({
  marks: marks === null ? 0 : students - marks,
  texts: students - texts,
});

export const isBoardRowComplete = (row: Pick<CompletenessRow, 'students' | 'marks' | 'texts'>): boolean => {
  const { marks, texts } = countMissing(row);
  return marks + texts === 0;
};

/** "Mona Núñez, Eric Ali", or "Nobody": the teachers of a row. */
export const teacherNamesOrNobody = ({ teachers }: Pick<CompletenessRow, 'teachers'>): string =>
  teachers.map(({ name }) => name).join(', ') || 'Nobody';

/** "1A Mathematics: 5 marks, 12 comments": what is missing on a line. */
export function missingOnRow(
  row: Pick<CompletenessRow, 'class_id' | 'title' | 'part' | 'students' | 'marks' | 'texts'>,
): string {
  const { marks, texts } = countMissing(row);
  const word = row.part === 'subject' ? 'comment' : 'remark';
  const parts = [...(marks > 0 ? [pluralize(marks, 'mark')] : []), ...(texts > 0 ? [pluralize(texts, word)] : [])];
  return `${row.class_id} ${row.title}: ${parts.join(', ')}`;
}
