import * as z from 'zod/mini';
import { contract } from '../http/contract.ts';
import { id, ignoredFacts, noInput, okAnswer } from '../http/fields.ts';
import { employeeEntry } from '../people/contract.ts';
import { listedSession, sessionOrDeviceId } from './auth/own-account.ts';
import { chosenUserName, fullName, permissionEntry, permissionList, teacherFields } from './fields.ts';

/**
 * Null where none was made, and on a retry of an answered request: `listSignInSlips` answers it for an hour, and a
 * reset makes another one.
 */
const oneTimePassword = z.nullable(z.string());

export const newTeacherInput = () =>
  z.strictObject({
    ...teacherFields,
    /** Made by the rule where it is absent or null. */
    user_name: z.optional(z.nullable(chosenUserName)),
  });

/** A teacher whose user name can no longer be changed. */
export const changedTeacherInput = () => z.strictObject(teacherFields);

const changedTeacher = () => {
  const fields = z.partial(z.strictObject({ ...teacherFields, user_name: chosenUserName })).shape;
  const seen = z.union([z.string().check(z.maxLength(200)), z.number(), z.null()]);
  return z.strictObject({
    id,
    ...fields,
    ...ignoredFacts('employee_id', 'deleted_at', 'sign_in', 'form_classes', 'lessons'),
    /** What the user saw of the fields. */
    was: z.optional(
      z.partial(
        z.strictObject({
          teacher_num: seen,
          first_name: seen,
          last_name: seen,
          date_of_birth: seen,
          post_id: seen,
          user_name: seen,
        }),
      ),
    ),
  });
};

const savedTeacher = () =>
  z.strictObject({
    employee: z.omit(employeeEntry(), { form_classes: true, lessons: true }),
    one_time_password: oneTimePassword,
  });
const byId = () => z.strictObject({ employee_id: id });

const administrator = () =>
  z.strictObject({
    user_admin_id: id,
    name: z.string(),
    user_name: z.string(),
    user_admin: z.literal(['Admin', 'PTA']),
    permissions: z.array(permissionEntry()),
    is_disabled: z.boolean(),
    /** As in the list of teachers. */
    sign_in: z.literal(['used', 'unused', 'unfinished']),
  });
export type Administrator = z.output<ReturnType<typeof administrator>>;

const savedAdministrator = () => z.strictObject({ administrator: administrator(), one_time_password: oneTimePassword });
const signInSlip = () =>
  z.strictObject({
    account_id: id,
    name: z.string(),
    user_name: z.string(),
    /** The sign-in page to use. */
    area: z.literal(['staff', 'admin']),
    one_time_password: z.string(),
  });
export type SignInSlip = z.output<ReturnType<typeof signInSlip>>;

const byAdminId = () => z.strictObject({ user_admin_id: id });

const newAdministrator = () =>
  z.strictObject({
    name: fullName,
    user_name: chosenUserName,
    user_admin: z.literal(['Admin', 'PTA']),
    permissions: permissionList(),
  });

const accountSessions = () =>
  z.strictObject({
    name: z.string(),
    sessions: z.array(listedSession()),
    /** An app is asked for after the password. */
    has_second_factor: z.boolean(),
  });

const office = { who: ['Admin'], menu: ['employees'] } as const;
const managing = { table: 'write', writes: ['accounts'], identity: 'manage' } as const;
const naming = { ...managing, writes: ['accounts', 'user names'] } as const;

/** The sign-ins of teachers, and for callers with `manageAdmins` of administrators (product §2, rules 33, 36). */
export const accountsContract = contract({
  /**
   * A teacher with a sign-in, whose one-time password is answered; one with a number above 999 is archived and has
   * none.
   */
  addEmployee: {
    method: 'POST',
    path: '/api/employee',
    ...office,
    input: newTeacherInput,
    output: savedTeacher,
    needs: naming,
  },
  /** Saves by field. The user name until it was used; a number above 999 archives. */
  updateEmployee: {
    method: 'POST',
    path: '/api/update-employee',
    ...office,
    input: changedTeacher,
    output: savedTeacher,
    needs: naming,
  },
  /** Ends the teacher's sessions, and answers a password for the next sign-in. */
  resetEmployeePassword: {
    method: 'POST',
    path: '/api/reset-employee-password',
    ...office,
    input: byId,
    output: savedTeacher,
    needs: managing,
  },
  /**
   * Ends the teacher's sessions and closes the sign-in, whatever lessons and classes the teacher still has (rule 51).
   */
  archiveEmployee: {
    method: 'POST',
    path: '/api/employee-archive',
    ...office,
    input: byId,
    output: savedTeacher,
    needs: managing,
  },
  /**
   * Opens the sign-in again, with the password that it had, or another one-time password where nobody has used it. A
   * number above 999 must be replaced.
   */
  restoreEmployee: {
    method: 'POST',
    path: '/api/employee-restore',
    ...office,
    input: () => z.strictObject({ employee_id: id, teacher_num: z.optional(teacherFields.teacher_num) }),
    output: savedTeacher,
    needs: naming,
  },
  /**
   * For somebody who has lost the phone: ends the second factor, its recovery codes, trusted devices and every session.
   * Of an administrator for those who may `manageAdmins`; never one's own.
   */
  resetSecondFactor: {
    method: 'POST',
    path: '/api/reset-second-factor',
    ...office,
    input: () => z.strictObject({ account_id: id }),
    output: okAnswer,
    needs: { ...managing, writes: ['accounts', 'second factors'], secondFactor: ['end'] },
  },
  /**
   * The one-time passwords that the caller made in this session in the last hour, as long as nobody has used them up.
   * Of administrators for those who may `manageAdmins`.
   */
  listSignInSlips: {
    method: 'GET',
    path: '/api/sign-in-slips',
    ...office,
    input: noInput,
    output: () => z.array(signInSlip()),
    needs: { table: 'read' },
  },
  /** The posts of the school file. */
  readEmployeePosts: {
    method: 'GET',
    path: '/api/employee-posts',
    ...office,
    input: noInput,
    output: () => z.array(z.strictObject({ id: z.int(), rank: z.string() })),
    needs: { table: 'none' },
  },
  /** Every administrator with permissions, disabled ones too. */
  listAdministrators: {
    method: 'GET',
    path: '/api/administrators',
    ...office,
    input: noInput,
    output: () => z.array(administrator()),
    needs: { table: 'read' },
  },
  /** An administrator with a sign-in, whose one-time password is answered. */
  addAdministrator: {
    method: 'POST',
    path: '/api/administrator',
    ...office,
    input: newAdministrator,
    output: savedAdministrator,
    needs: naming,
  },
  /** Name and permission list of another administrator, never one's own. */
  updateAdministrator: {
    method: 'POST',
    path: '/api/update-administrator',
    ...office,
    input: () =>
      z.strictObject({
        user_admin_id: id,
        name: z.optional(fullName),
        permissions: z.optional(permissionList()),
        was: z.optional(
          z.strictObject({
            name: z.optional(z.string().check(z.maxLength(200))),
            permissions: z.optional(permissionList()),
          }),
        ),
      }),
    output: savedAdministrator,
    needs: managing,
  },
  /** Ends the administrator’s sessions and closes the sign-in. */
  disableAdministrator: {
    method: 'POST',
    path: '/api/administrator-disable',
    ...office,
    input: byAdminId,
    output: savedAdministrator,
    needs: managing,
  },
  /** Opens the sign-in again. */
  enableAdministrator: {
    method: 'POST',
    path: '/api/administrator-enable',
    ...office,
    input: byAdminId,
    output: savedAdministrator,
    needs: managing,
  },
  /** Ends the administrator’s sessions, and answers a password for the next sign-in. */
  resetAdministratorPassword: {
    method: 'POST',
    path: '/api/reset-administrator-password',
    ...office,
    input: byAdminId,
    output: savedAdministrator,
    needs: managing,
  },
  /** Where a teacher is signed in; of an administrator for those who may `manageAdmins`. Never one's own. */
  listAccountSessions: {
    method: 'GET',
    path: '/api/account-sessions',
    ...office,
    input: () => z.strictObject({ account_id: id }),
    output: accountSessions,
    needs: { table: 'read', reads: ['second factors'] },
  },
  /**
   * Ends one of them, or without `session_id` all, and unfinished sign-ins; answers the remaining ones. 428 where the
   * caller's last `confirmOwner` is too old.
   */
  endAccountSessions: {
    method: 'DELETE',
    path: '/api/account-sessions',
    ...office,
    input: () => z.strictObject({ account_id: id, session_id: z.optional(sessionOrDeviceId) }),
    output: accountSessions,
    needs: { table: 'write', writes: ['accounts', 'sessions'], reads: ['second factors'] },
  },
});
