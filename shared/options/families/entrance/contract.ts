import * as z from 'zod/mini';
import { typedPassword } from '../../../accounts/auth/second-factor.ts';
import { type CallRow, contract } from '../../../http/contract.ts';
import { day, id } from '../../../http/fields.ts';
import { linkToken } from '../link-calls.ts';

/** A student id as it is typed: with or without leading zeros (rule 55). */
const typedId = z.lazy(() =>
  z.string().check(z.trim(), z.minLength(1, 'Please type your student ID.'), z.maxLength(64)),
);

/** Writes the accounts of students alone, and reaches no second factor. */
const needs = {
  table: 'write',
  writes: ['student accounts', 'sessions', 'steps'],
  reads: ['accounts'],
  signingKeys: 'make',
} as const;

const ofStudents = {
  method: 'POST',
  who: 'anyone',
  input: () => z.strictObject({ name: typedId, password: typedPassword }),
  /** `password_reset` true: no session was opened; a five-minute challenge was (rule 17). */
  output: () => z.strictObject({ student_id: id, password_reset: z.boolean() }),
} as const satisfies Partial<CallRow>;

/**
 * The door of the families' entrance: a function of its own, so that a posting evening uses nothing up of the staff's
 * sign-in (rule 56).
 */
export const entranceContract = contract({
  /** Signs a student in; the id with or without leading zeros. */
  studentLogin: {
    ...ofStudents,
    path: '/api/student-login',
    needs: { ...needs, identity: 'verify' },
  },
  /**
   * With the challenge of the sign-in just verified, or signed in and with the current password: this browser gets a
   * new session, and all others end.
   */
  setStudentPasswordAtSignIn: {
    ...ofStudents,
    input: () =>
      z.strictObject({ name: typedId, password: typedPassword, current_password: z.optional(typedPassword) }),
    path: '/api/student-change-password',
    needs: { ...needs, identity: 'choose' },
  },
  /**
   * Opens the report of a link for fifteen minutes without use, by the student's date of birth. Every other link and
   * date is answered alike.
   */
  openReportLink: {
    method: 'POST',
    who: 'anyone',
    path: '/api/report-link-open',
    input: () => z.strictObject({ link: linkToken, date_of_birth: day }),
    output: () => z.strictObject({ opening: z.string() }),
    needs: { table: 'write', writes: ['steps'] },
  },
});
