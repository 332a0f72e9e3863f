import * as z from 'zod/mini';
import { contract, roles } from '../../http/contract.ts';
import { deviceKey, id, noInput, okAnswer } from '../../http/fields.ts';
import { permissionEntry } from '../fields.ts';
import { ownAccountCalls } from './own-account.ts';
import { nextSignInStep, secondFactorCalls, signInNeeds, typedPassword } from './second-factor.ts';

const userName = z.lazy(() => z.string().check(z.trim(), z.minLength(1, 'Username field empty'), z.maxLength(64)));
const credentials = () =>
  z.strictObject({
    name: userName,
    password: typedPassword,
    /**
     * Shows that it is the owner who tries, where strangers have used up the tries of the account. It is not used up.
     */
    recovery_code: z.optional(z.string().check(z.maxLength(40))),
  });

/**
 * `password_reset` true: no session was opened; a five-minute challenge was (rule 17). `second_factor` other than none:
 * no session was opened either, but a step of five minutes (ADR 0089).
 */
const signedIn = () =>
  z.strictObject({
    id,
    area: z.literal(['staff', 'admin']),
    password_reset: z.boolean(),
    second_factor: nextSignInStep,
  });

/** Accounts and networks for which wrong passwords keep new browsers from signing in now. Times are UTC. */
const signInLockouts = () =>
  z.strictObject({
    accounts: z.array(z.strictObject({ account_id: id, name: z.string(), since: z.string(), until: z.string() })),
    networks: z.array(z.strictObject({ network: z.string(), since: z.string() })),
  });
export type SignInLockouts = z.output<ReturnType<typeof signInLockouts>>;

const employee = () =>
  z.strictObject({
    id,
    employee_id: id,
    user_name: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    /** Code of a post in the school file; null where no post is held. */
    post_id: z.nullable(z.int()),
    /** May choose the spreadsheet in the mark book, and enter end-of-term marks for any class and subject. */
    spreadsheet_access: z.boolean(),
  });

/** Authentication (rules 14–19). */
export const authContract = contract({
  /** Sets the cookie whose value changes send back in a header (rule 16). */
  setCsrfCookie: {
    method: 'GET',
    path: '/sanctum/csrf-cookie',
    who: 'anyone',
    input: noInput,
    output: okAnswer,
    needs: { table: 'read', signingKeys: 'make' },
  },
  /** Says that a call of a stranger reaches the table: one item is read. The canary calls it every five minutes. */
  checkHealth: {
    method: 'GET',
    path: '/api/health',
    who: 'anyone',
    input: noInput,
    output: okAnswer,
    needs: { table: 'read' },
  },
  /** Signs staff or office in, whichever the user name is of. */
  login: {
    method: 'POST',
    path: '/login',
    who: 'anyone',
    input: credentials,
    output: signedIn,
    needs: { ...signInNeeds, identity: 'verify' },
  },
  /** The same at the office’s entrance: teachers are refused. */
  adminLogin: {
    method: 'POST',
    path: '/api/admin-login',
    who: 'anyone',
    input: credentials,
    output: () => z.strictObject({ id, password_reset: z.boolean(), second_factor: nextSignInStep }),
    needs: { ...signInNeeds, identity: 'verify' },
  },
  /** The same at the teachers’ entrance: the office is refused. */
  employeeLogin: {
    method: 'POST',
    path: '/api/employee-login',
    who: 'anyone',
    input: credentials,
    output: () => z.strictObject({ employee_id: id, password_reset: z.boolean(), second_factor: nextSignInStep }),
    needs: { ...signInNeeds, identity: 'verify' },
  },
  /** Teachers read themselves; admins with the Teachers menu read anyone. Without `id`: the caller. */
  readEmployeeAccount: {
    method: 'GET',
    path: '/api/employee',
    who: ['Admin', 'teacher'],
    input: () => z.strictObject({ id: z.optional(id) }),
    output: employee,
    needs: { table: 'read' },
  },
  /** Who is signed in, or the employee of that user name under the same rule as `readEmployeeAccount`. */
  readEmployeeByUserName: {
    method: 'GET',
    path: '/api/user-employee',
    who: ['Admin', 'teacher'],
    input: () => z.strictObject({ userName: z.optional(userName) }),
    output: () =>
      z.extend(employee(), {
        /** Encrypts what the browser keeps of the caller's typing (rule 67): a teacher's own alone. */
        outbox_key: z.optional(deviceKey()),
      }),
    needs: { table: 'read', reads: ['user names'], signingKeys: 'make' },
  },
  /**
   * With the challenge of a first sign-in, or signed in with `current_password` (rule 17). The rule depends on the
   * account's area (rule 18).
   */
  changeOwnPassword: {
    method: 'POST',
    path: '/api/employee-change-password',
    who: 'anyone',
    input: () =>
      z.strictObject({ name: userName, password: typedPassword, current_password: z.optional(typedPassword) }),
    output: signedIn,
    needs: { ...signInNeeds, identity: 'choose' },
  },
  /** Ends the session on the server and clears its cookies. */
  logout: {
    method: 'POST',
    path: '/logout',
    who: roles,
    input: noInput,
    output: okAnswer,
    needs: { table: 'write', writes: ['sessions'] },
  },
  ...ownAccountCalls,
  ...secondFactorCalls,
  /** Marks that a student must choose a new password at the next sign-in, or lifts that mark. */
  changeResetPassword: {
    method: 'POST',
    path: '/api/change-reset-password',
    who: ['Admin'],
    menu: ['students'],
    input: () => z.strictObject({ student_id: id, reset_password: z.boolean() }),
    output: () => z.strictObject({ student_id: id, reset_password: z.boolean() }),
    needs: { table: 'write' },
  },
  /** Accounts and networks that wrong passwords keep from signing in now (ADR 0085). */
  listSignInLockouts: {
    method: 'GET',
    path: '/api/sign-in-walls',
    who: ['Admin'],
    menu: ['employees'],
    input: noInput,
    output: signInLockouts,
    needs: { table: 'read', reads: ['steps', 'user names'] },
  },
  /**
   * Lets new browsers try again: twice for an account, or for an hour from a network. Answers the lockouts that remain.
   */
  liftSignInLockout: {
    method: 'DELETE',
    path: '/api/sign-in-walls',
    who: ['Admin'],
    menu: ['employees'],
    input: () =>
      z.union([
        z.strictObject({ account_id: id }),
        z.strictObject({ network: z.string().check(z.regex(/^[0-9a-f.:/]{2,50}$/, 'Not a network.')) }),
      ]),
    output: signInLockouts,
    needs: { table: 'write', writes: ['steps'], reads: ['user names'] },
  },
  /** The caller's own list; another administrator's is refused. The shell uses `name` and `user_admin`. */
  readAdminPermissions: {
    method: 'GET',
    path: '/api/admin-permissions',
    who: ['Admin', 'PTA'],
    input: () => z.strictObject({ user_admin_id: z.optional(id) }),
    output: () =>
      z.strictObject({
        user_admin_id: id,
        name: z.string(),
        user_admin: z.literal(['Admin', 'PTA']),
        permissions: z.array(permissionEntry()),
        /**
         * Encrypts what the browser keeps of the caller's typing. The account's: each of its sessions is answered the
         * same.
         */
        outbox_key: deviceKey(),
      }),
    needs: { table: 'read', signingKeys: 'make' },
  },
});
