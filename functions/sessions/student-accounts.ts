import { studentAccountPrefix, studentUserName } from '#shared/accounts/user-name.ts';
import { AccountEntity, type AccountItem, toAccountRecords } from './accounts.ts';

export const studentAccountId = (studentId: string): string => `${studentAccountPrefix}${studentId}`;

/** The student of an account; undefined for one of the staff. */
export const studentOfAccount = (accountId: string): string | undefined =>
  accountId.startsWith(studentAccountPrefix) ? accountId.slice(studentAccountPrefix.length) : undefined;

export const studentAccountKey = (studentId: string) => AccountEntity.key({ accountId: studentAccountId(studentId) });

/**
 * The records of a student's new account, with a one-time password due. It has no name: that is read from the register,
 * so nothing of it is left when a student is erased.
 */
export function studentAccountRecords(studentId: string) {
  const { account, userName } = toAccountRecords({
    accountId: studentAccountId(studentId),
    role: 'student',
    userName: studentUserName(studentId),
    name: `Student ${studentId}`,
    permissions: [],
  });
  return { account: { ...account, isUnused: true, identityDue: 'password' } satisfies AccountItem, userName };
}

/** Every student's account. A query for each megabyte, some 3,000 accounts. */
export const listAllStudentAccounts = (): Promise<AccountItem[]> => AccountEntity.queryBy('all', { role: 'student' });
