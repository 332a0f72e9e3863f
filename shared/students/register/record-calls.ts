import * as z from 'zod/mini';
import type { Contract } from '../../http/contract.ts';
import { day, formLevel, id, moment, noInput } from '../../http/fields.ts';
import { undoId } from '../../undo/calls.ts';
import { forEveryTypedFact, typedFactsSchema } from './typed-facts.ts';

const office = { who: ['Admin'], menu: ['students'] } as const;

/** A fact as stored; null is blank. */
const fact = z.lazy(() => z.nullable(z.string()));

/** All that is known of one student, without the files. */
const studentRecord = () =>
  z.strictObject({
    id,
    ...forEveryTypedFact(fact),
    status: z.literal(['current', 'archived']),
    /** Why an archived student left, where that was entered. */
    leaving_reason: fact,
    /** Must choose a new password at the next sign-in. */
    password_reset: z.boolean(),
  });

const code = () => z.strictObject({ code: z.string(), name: z.string() });

/** Why a student leaves; null where no reason is given. */
export const leavingReason = z.lazy(() =>
  z.nullable(z.string().check(z.trim(), z.normalize('NFC'), z.maxLength(200, 'At most 200 characters.'))),
);

/** One change in a student's history. */
const changed = () =>
  z.strictObject({
    at: moment,
    /** Display name of the account. */
    by: z.string(),
    changes: z.array(
      z.strictObject({
        /** Name of the field where it is one of the record; null for other facts, such as a class of a subject. */
        field: z.nullable(z.string()),
        label: z.string(),
        was: fact,
        now: fact,
      }),
    ),
  });

/** A student's own record, of the register's contract. */
export const studentRecordCalls = {
  /** Classes and code lists of the school file: the choices of a student's facts, beside the houses. */
  readStudentChoices: {
    method: 'GET',
    path: '/api/student-choices',
    who: ['Admin', 'PTA'],
    menu: ['students'],
    input: noInput,
    output: () =>
      z.strictObject({
        classes: z.array(z.strictObject({ id, form_level: formLevel })),
        codes: z.array(z.strictObject({ list: z.string(), choices: z.array(code()) })),
        /** Today's date in the school's time zone. */
        today: day,
      }),
    needs: { table: 'none' },
  },
  /** A student with every field. */
  readStudentRecord: {
    method: 'GET',
    path: '/api/student/{id}',
    ...office,
    input: () => z.strictObject({ id }),
    output: studentRecord,
    needs: { table: 'read' },
  },
  /**
   * Saves field by field. Another class is a move, with the term's report and marks; `undo` undoes the move. A SEA
   * number that differs from another student's in leading zeros alone is asked, unless `is_another` says that it is
   * right.
   */
  saveStudent: {
    method: 'POST',
    path: '/api/student',
    ...office,
    largestBody: 200_000,
    input: () =>
      z.strictObject({
        id,
        ...typedFactsSchema().shape,
        was: z.optional(typedFactsSchema()),
        is_another: z.optional(z.boolean()),
      }),
    output: () => z.strictObject({ id, undo: z.nullable(undoId) }),
    needs: { table: 'write' },
  },
  /**
   * A new student. Refused where another one has the SEA number or the birth certificate pin; where one has the name
   * and birthday, unless `is_another` says that this is somebody else.
   */
  addStudent: {
    method: 'POST',
    path: '/api/student-add',
    ...office,
    largestBody: 200_000,
    input: () =>
      z.strictObject({
        /** The next free number where it is absent or null. */
        id: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
        ...typedFactsSchema().shape,
        is_another: z.optional(z.boolean()),
      }),
    output: () => z.strictObject({ id, undo: undoId }),
    needs: { table: 'write' },
  },
  /** Out of the class and of every subject. Reports and marks stay. */
  archiveStudent: {
    method: 'POST',
    path: '/api/student-archive',
    ...office,
    input: () => z.strictObject({ student_id: id, date_of_leaving: day, reason: leavingReason }),
    output: () => z.strictObject({ student_id: id, undo: z.nullable(undoId) }),
    needs: { table: 'write' },
  },
  /** Back from the archive into a class, without subjects. */
  restoreStudent: {
    method: 'POST',
    path: '/api/student-restore',
    ...office,
    input: () => z.strictObject({ student_id: id, class_id: id }),
    output: () => z.strictObject({ student_id: id, undo: z.nullable(undoId) }),
    needs: { table: 'write' },
  },
  /**
   * A one-time password, to be changed at the next sign-in (rule 18). A student without an account gets one where
   * `make_account` asks for it, else nothing is changed. Where students do not sign in, only that a new
   * password must be chosen is stored.
   */
  resetStudentPassword: {
    method: 'POST',
    path: '/api/reset-password-student',
    ...office,
    input: () => z.strictObject({ student_id: id, make_account: z.optional(z.boolean()) }),
    output: () =>
      z.strictObject({
        student_id: id,
        account: z.enum(['reset', 'made', 'none', 'not used']),
        /** Null where nothing was reset, and on a retry of an answered request. */
        one_time_password: z.nullable(z.string()),
      }),
    needs: { table: 'write', writes: ['student accounts'], identity: 'manage' },
  },
  /** Who changed what of a student and when, newest first: the last 500 changes. */
  readStudentHistory: {
    method: 'GET',
    path: '/api/student-history',
    ...office,
    input: () => z.strictObject({ student_id: id }),
    output: () => z.array(changed()),
    needs: { table: 'read' },
  },
} as const satisfies Contract;
