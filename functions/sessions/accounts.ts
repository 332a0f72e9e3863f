import { randomUUID } from 'node:crypto';
import type { Role } from '#shared/http/contract.ts';
import type { Permission } from '../platform/requests/caller.ts';
import { executeActionIf } from '../platform/table/action.ts';
import { entity } from '../platform/table/entity.ts';
import { readItems } from '../platform/table/table.ts';

/** Somebody who can sign in. Cognito holds the password and the group; this record holds what the account may do. */
export interface AccountItem {
  /** `employee_id`, `user_admin_id`, or `student.<id>` of a student; unique over all. */
  accountId: string;
  role: Role;
  userName: string;
  /** "First Last". */
  name: string;
  permissions: Permission[];
  isDisabled?: boolean | undefined;
  /** Nobody has signed in yet: the user name may still be changed (rule 33). */
  isUnused?: boolean | undefined;
  /** User names that it had before it was used. They stay its own, and are disabled in the identity store. */
  formerUserNames?: string[] | undefined;
  /** The update that the identity store still needs (ADR 0047); until then the account cannot sign in. */
  identityDue?: 'account' | 'password' | undefined;
  /** Since when a request is making that update, in milliseconds since 1970. */
  identityClaimedAt?: number | undefined;
  /** The identity store still has to end the authenticator app (ADR 0089); only together with `identityDue`. */
  isAppEnding?: boolean | undefined;
  /** UTC time; sessions opened before it are over. Set by a password reset or change and by disabling. */
  sessionsValidFrom?: string | undefined;
  /** UTC time; when the identity store received the account's last one-time password. */
  passwordIssuedAt?: string | undefined;
}

export const AccountEntity = entity<AccountItem>()({
  name: 'account',
  pk: 'account#${accountId}',
  sk: 'account',
  indexes: {
    all: { index: 'gsi1', pk: 'accounts', sk: '${role}#${accountId}' },
  },
});

/** The role of an account that is in one group, that of its own role; undefined where record and groups disagree. */
export function roleByGroups({ role }: Pick<AccountItem, 'role'>, groups: readonly string[]): Role | undefined {
  return groups.length === 1 && groups[0] === role ? role : undefined;
}

/**
 * Where the office log lists what happens to an account: what concerns administrators is shown to those who manage
 * them.
 */
export const logKindOf = ({ role }: { role: Role }): 'teachers' | 'permissions' | 'students' =>
  role === 'teacher' ? 'teachers' : role === 'student' ? 'students' : 'permissions';

/** The attributes that the optimistic lock of a whole account compares. */
export const accountAttributes = [
  'role',
  'userName',
  'name',
  'permissions',
  'isDisabled',
  'isUnused',
  'formerUserNames',
  'identityDue',
  'identityClaimedAt',
  'isAppEnding',
  'sessionsValidFrom',
  'passwordIssuedAt',
] as const satisfies readonly (keyof AccountItem)[];

/** Keeps user names unique and finds the account of one; the name is folded. */
interface UserNameItem {
  userName: string;
  accountId: string;
}

export const UserNameEntity = entity<UserNameItem>()({
  name: 'user-name',
  pk: 'user-name#${userName}',
  sk: 'user-name',
});

/** User names differ by more than capital letters or the way an accent is composed. */
export const foldUserName = (userName: string): string => userName.normalize('NFC').toLowerCase();

/** No account's id. */
const nobody = '-';

export const userNameKey = (userName: string) => UserNameEntity.key({ userName: foldUserName(userName) });
export const accountKey = (accountId: string) => AccountEntity.key({ accountId });

/**
 * The account that signs in with a user name; one that it had before is none. Two requests whether there is one or not,
 * so that time does not tell.
 */
export async function findAccountByUserName(userName: string) {
  return readAccountOfName((await readItems({ name: userNameKey(userName) })).name, userName);
}

/**
 * As {@link findAccountByUserName}, with the record of the name read already. One request whether there is one or not.
 */
export async function readAccountOfName(name: UserNameItem | undefined, userName: string) {
  const account = await readAccount(name?.accountId ?? nobody);
  return account && foldUserName(account.userName) === foldUserName(userName) ? account : undefined;
}

/** The account that a user name belongs to, now or in former times. Two requests. */
export async function findOwnerOfUserName(userName: string) {
  const { name } = await readItems({ name: userNameKey(userName) });
  return readAccount(name?.accountId ?? nobody);
}

/** The accounts of both kinds of administrator. One query. */
export const listAdministratorAccounts = (): Promise<AccountItem[]> =>
  AccountEntity.queryBy('all', {}, { between: ['Admin#', 'PTA#~'] });

/**
 * The account of everybody who works at the school. Two queries side by side: students are between administrators and
 * teachers in the index.
 */
export const listStaffAccounts = async (): Promise<AccountItem[]> =>
  (await Promise.all([listAdministratorAccounts(), AccountEntity.queryBy('all', { role: 'teacher' })])).flat();

/** Records the first sign-in. False where the user name was changed after the account was read. */
export const noteFirstUse = ({ accountId, userName }: Pick<AccountItem, 'accountId' | 'userName'>): Promise<boolean> =>
  executeActionIf(AccountEntity.update({ accountId }, { remove: ['isUnused'], where: { userName } }));

export async function readAccount(accountId: string) {
  const { account } = await readItems({ account: accountKey(accountId) });
  return account;
}

/** Account attributes that end sessions and challenges. */
export interface SessionEndings {
  isDisabled?: boolean | undefined;
  sessionsValidFrom?: string | undefined;
}

/** True once an account is disabled, or was reset after the given moment (milliseconds since 1970). */
export const isSessionEndedByAccount = ({ isDisabled, sessionsValidFrom }: SessionEndings, openedAt: number): boolean =>
  isDisabled === true || (sessionsValidFrom !== undefined && openedAt < Date.parse(sessionsValidFrom));

/** The records of a new account and its user name; creating them fails where either exists. */
export function toAccountRecords(account: {
  role: Role;
  userName: string;
  name: string;
  permissions: Permission[];
  accountId?: string;
}) {
  const accountId = account.accountId ?? randomUUID();
  return {
    account: { ...account, accountId },
    userName: { userName: foldUserName(account.userName), accountId },
  };
}
