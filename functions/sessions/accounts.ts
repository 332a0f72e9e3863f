import { randomUUID } from 'node:crypto';
import { CustomAttributeType } from 'electrodb';
import type { Role } from '#shared/http/contract.ts';
import type { Permission } from '../platform/requests/caller.ts';
import { entity, itemKey, readItems } from '../platform/table/table.ts';

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
    /** UTC time; sessions opened before it are over. Set by a password reset or change and by disabling. */
    sessionsValidFrom: { type: 'string' },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['accountId'], template: 'account#${accountId}', casing: 'none' },
      sk: { field: 'sk', composite: [], template: 'account', casing: 'none' },
    },
  },
});

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

/** The account of a user name. Two requests whether there is one or not, so that time does not tell. */
export async function accountByUserName(userName: string) {
  const { name } = await readItems({ name: itemKey(UserName, { userName: foldUserName(userName) }) });
  return accountById(name?.accountId ?? nobody);
}

export async function accountById(accountId: string) {
  const { account } = await readItems({ account: itemKey(Account, { accountId }) });
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

/** Ends every session of an account that was opened before `now`. */
export async function closeAllSessions(accountId: string, now: Date): Promise<void> {
  await Account.patch({ accountId }).set({ sessionsValidFrom: now.toISOString() }).go();
}

/** Creates an account with a user name nobody else has; throws ElectroDB's error when either exists. */
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
