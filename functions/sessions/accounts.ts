import { randomUUID } from 'node:crypto';
import { CustomAttributeType, type EntityItem } from 'electrodb';
import type { Role } from '#shared/http/contract.ts';
import type { Permission } from '../platform/requests/caller.ts';
import { entity, isConditionFailure, itemKey, readItems } from '../platform/table/table.ts';

const service = { version: '1', service: 'formroom' } as const;

/** Somebody who can sign in. Cognito holds the password and the group; this record holds what the account may do. */
export const Account = entity({
  model: { entity: 'account', ...service },
  attributes: {
    /** `employee_id` or `user_admin_id`; unique over both. */
    accountId: { type: 'string', required: true },
    role: { type: ['Admin', 'PTA', 'teacher'] as const, required: true },
    userName: { type: 'string', required: true },
    /** "First Last". */
    name: { type: 'string', required: true },
    permissions: { type: CustomAttributeType<Permission[]>('any'), required: true },
    isDisabled: { type: 'boolean' },
    /** Nobody has signed in yet: the user name may still be changed (rule 33). */
    isUnused: { type: 'boolean' },
    /** User names that it had before it was used. They stay its own, and are disabled in the identity store. */
    formerUserNames: { type: 'list', items: { type: 'string' } },
    /** What the identity store still has to be told (ADR 0047); until then the account cannot sign in. */
    identityDue: { type: ['account', 'password'] as const },
    /** Since when a request is telling it, in milliseconds since 1970. */
    identityClaimedAt: { type: 'number' },
    /** The identity store still has to end the authenticator app (ADR 0089); only together with `identityDue`. */
    isAppEnding: { type: 'boolean' },
    /** UTC time; sessions opened before it are over. Set by a password reset or change and by disabling. */
    sessionsValidFrom: { type: 'string' },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['accountId'], template: 'account#${accountId}', casing: 'none' },
      sk: { field: 'sk', composite: [], template: 'account', casing: 'none' },
    },
    all: {
      index: 'gsi1',
      pk: { field: 'gsi1pk', composite: [], template: 'accounts', casing: 'none' },
      sk: { field: 'gsi1sk', composite: ['role', 'accountId'], template: '${role}#${accountId}', casing: 'none' },
    },
  },
});

export type AccountItem = EntityItem<typeof Account>;

/** Where the office log lists what happens to an account: what concerns administrators is shown to those who manage them. */
export const logKindOf = ({ role }: { role: Role }): 'teachers' | 'permissions' =>
  role === 'teacher' ? 'teachers' : 'permissions';

/** Everything of an account that a write of the whole record rests on. */
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
] as const satisfies readonly (keyof AccountItem)[];

/** Keeps user names unique and finds the account of one; the name is folded. */
export const UserName = entity({
  model: { entity: 'user-name', ...service },
  attributes: { userName: { type: 'string', required: true }, accountId: { type: 'string', required: true } },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['userName'], template: 'user-name#${userName}', casing: 'none' },
      sk: { field: 'sk', composite: [], template: 'user-name', casing: 'none' },
    },
  },
});

/** User names differ by more than capital letters or the way an accent is composed. */
export const foldUserName = (userName: string): string => userName.normalize('NFC').toLowerCase();

/** No account's id. */
const nobody = '-';

export const userNameKey = (userName: string) => itemKey(UserName, { userName: foldUserName(userName) });
export const accountKey = (accountId: string) => itemKey(Account, { accountId });

/**
 * The account that signs in with a user name; one that it had before is none. Two requests whether there is one or not, so that
 * time does not tell.
 */
export async function accountByUserName(userName: string) {
  const account = await ownerOfUserName(userName);
  return account && foldUserName(account.userName) === foldUserName(userName) ? account : undefined;
}

/** The account that a user name belongs to, now or in former times. Two requests. */
export async function ownerOfUserName(userName: string) {
  const { name } = await readItems({ name: userNameKey(userName) });
  return accountById(name?.accountId ?? nobody);
}

/** Every account there is. One query. */
export async function allAccounts(): Promise<AccountItem[]> {
  const { data } = await Account.query.all({}).go({ pages: 'all' });
  return data;
}

/** Records the first sign-in. False where the user name was changed after the account was read. */
export async function noteFirstUse({ accountId, userName }: Pick<AccountItem, 'accountId' | 'userName'>) {
  try {
    await Account.patch({ accountId })
      .remove(['isUnused'])
      .where((stored, { eq }) => eq(stored.userName, userName))
      .go();
    return true;
  } catch (error) {
    if (isConditionFailure(error)) return false;
    throw error;
  }
}

export async function accountById(accountId: string) {
  const { account } = await readItems({ account: accountKey(accountId) });
  return account;
}

/** Account attributes that end sessions and challenges. */
export interface Endings {
  isDisabled?: boolean | undefined;
  sessionsValidFrom?: string | undefined;
}

/** True once an account is disabled, or was reset after the given moment (milliseconds since 1970). */
export const isEnded = ({ isDisabled, sessionsValidFrom }: Endings, openedAt: number): boolean =>
  isDisabled === true || (sessionsValidFrom !== undefined && openedAt < Date.parse(sessionsValidFrom));

/** The records of a new account and its user name; creating them fails where either exists. */
export function accountRecords(account: {
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
