import * as z from 'zod/mini';
import { contract } from '../http/contract.ts';
import { done, id } from '../http/fields.ts';
import { undo, undoableAct } from '../undo.ts';

/** Of a name as it is printed: nothing that breaks a line or hides. */
const printable = z.refine<string>((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), 'Letters, digits and signs alone.');
const name = (limit: number) =>
  z
    .string('Required.')
    .check(z.trim(), z.minLength(1, 'Required.'), z.maxLength(limit, `At most ${limit} characters.`), printable);

/** What is typed of a subject. Two subjects have neither title nor abbreviation in common, whatever the case of their letters. */
export const subjectInput = () => z.strictObject({ title: name(60), abbr: name(10) });

const seen = z.lazy(() => z.optional(z.string().check(z.maxLength(200))));

/** The calls of the Subjects screen (product §2). */
export const studentSubjectsContract = contract({
  /**
   * Adds a subject, with null for its id, or changes what differs from what the user saw (rule 8). A new one's id is made from its
   * abbreviation: letters and digits, and a number where that is taken.
   */
  saveSubject: {
    method: 'POST',
    path: '/api/subject',
    who: ['Admin'],
    menu: ['studentSubjects'],
    input: () =>
      z.strictObject({
        id: z.nullable(id),
        ...subjectInput().shape,
        was: z.optional(z.strictObject({ title: seen, abbr: seen })),
      }),
    output: () => z.strictObject({ id, title: z.string(), abbr: z.string() }),
    needs: { table: 'write' },
  },
  /** Deletes a subject that has no lessons, students or marks; kept for 30 days. 409 says where it is used. */
  deleteSubject: {
    method: 'DELETE',
    path: '/api/subject',
    who: ['Admin'],
    menu: ['studentSubjects'],
    input: () => z.strictObject({ id }),
    output: () => z.strictObject({ id, title: z.string(), undo }),
    needs: { table: 'write' },
  },
  /** What was done on the screen in the last 30 days, newest first (rule 46): with the subjects, or with who takes them. */
  undoableActs: {
    method: 'GET',
    path: '/api/student-subjects-undo',
    who: ['Admin'],
    menu: ['studentSubjects'],
    input: () => z.strictObject({ place: z.literal(['subjects', 'students']) }),
    output: () => z.array(undoableAct()),
    needs: { table: 'read' },
  },
  /** Undoes an act of the screen, unless it was changed since (409). */
  undoChange: {
    method: 'POST',
    path: '/api/student-subjects-undo',
    who: ['Admin'],
    menu: ['studentSubjects'],
    input: () => z.strictObject({ undo }),
    output: done,
    needs: { table: 'write' },
  },
});
