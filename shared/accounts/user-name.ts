import { writeOut } from '../people/shared-names.ts';
import { withoutLeadingZeros } from '../students/id-finder.ts';

/** Small letters a to z and digits; everything else is left out. */
const plain = (text: string): string => writeOut(text.normalize('NFKD').toLowerCase()).replaceAll(/[^a-z0-9]/g, '');

/** Leaves room for a number within the forty characters of a user name. */
const longest = 30;

/**
 * The user name that a name gives (rule 33): first letter of the first name and the last name, without accents. Where
 * only one of the two has Latin letters, that one; where neither has, `fallback`.
 */
export function makeUserName({ first, last, fallback }: { first: string; last: string; fallback: string }): string {
  const [ofFirst, ofLast] = [plain(first), plain(last)];
  const whole = ofLast === '' ? ofFirst : `${ofFirst.slice(0, 1)}${ofLast}`;
  return whole.slice(0, longest) || fallback;
}

/** The same with the first number that makes it free: `jsmith`, `jsmith2`, `jsmith3`. */
export const numberedUserName = (base: string, count: number): string => (count === 1 ? base : `${base}${count}`);

/** No user name of the staff has a colon (`chosenUserName`), so that none is a student's. */
const studentPrefix = 'student:';

/**
 * The user name of a student in the identity store, also for one that is typed whole, as operators print it
 * (`restore-users`): ids are compared without leading zeros (rule 55), and user names have no spaces, which become a
 * sign that is in no id.
 */
export const studentUserName = (studentId: string): string =>
  isStudentUserName(studentId)
    ? studentId.trim()
    : `${studentPrefix}${withoutLeadingZeros(studentId).replaceAll(' ', '+')}`;

export const isStudentUserName = (userName: string): boolean => userName.trim().toLowerCase().startsWith(studentPrefix);

/** Before a student's id in the id of the account. No id of the staff has a dot: those are made by the program. */
export const studentAccountPrefix = 'student.';
