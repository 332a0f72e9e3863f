import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { setGroup, setUserEnabled } from '#functions/platform/identity/passwords.ts';
import { executeAction } from '#functions/platform/table/action.ts';
import { documentClient, kindAttribute, tableNames } from '#functions/platform/table/table.ts';
import {
  AccountEntity,
  type AccountItem,
  foldUserName,
  roleByGroups,
  UserNameEntity,
} from '#functions/sessions/accounts.ts';
import { finishIdentityUpdate } from '#functions/sessions/identity-updates.ts';
import { isArchivedTeacher } from '#shared/people/teacher.ts';
import { listUsersByName, type PoolUser } from './pool-users.ts';

/** A difference between the table and the identity store, or between two records of the table. */
export interface AccountInconsistency {
  /** Whose, and what: one sentence. */
  text: string;
  /** Somebody who has left and could sign in. */
  isLeaver?: true;
  /** Corrects it. Returns what the operator must pass on, such as a one-time password, or null. */
  repair: () => Promise<string | null>;
}

interface Teacher {
  employeeId: string;
  teacherNum: number;
  firstName: string;
  lastName: string;
  userName: string;
  deletedAt?: string;
}

type StoredAccount = AccountItem & { gsi1pk?: string };

/**
 * What differs between the accounts in the table and the users of the identity store (ADR 0047), of the table and the
 * pool that the environment names. Reads the whole of both: for an operator, not for a call.
 */
export async function findAccountDifferences(): Promise<AccountInconsistency[]> {
  const [accounts, teachers, users] = await Promise.all([
    listStoredAccounts(),
    storedOf<Teacher>('employee'),
    listUsersByName(),
  ]);
  const teacherById = new Map(teachers.map((teacher) => [teacher.employeeId, teacher]));
  const known = new Set(accounts.map(({ accountId }) => accountId));
  const names = new Set(accounts.map(({ userName }) => foldUserName(userName)));
  return [
    ...accounts.flatMap((account) => ofAccount(account, users, teacherById.get(account.accountId))),
    ...teachers.filter(({ employeeId }) => !known.has(employeeId)).map(withoutAccount),
    ...[...users]
      .filter(([userName, { isEnabled }]) => isEnabled && !names.has(userName))
      .map(([userName]) => ({
        text: `The user ${userName} of the identity store is nobody's account`,
        repair: async () => {
          await setUserEnabled(userName, false);
          return null;
        },
      })),
  ];
}

/** Only the first difference of an account: correcting it corrects the others. */
function ofAccount(
  account: StoredAccount,
  users: ReadonlyMap<string, PoolUser>,
  teacher: Teacher | undefined,
): AccountInconsistency[] {
  const whose = `${account.userName} (${account.name})`;
  const { accountId, isDisabled = false, identityDue } = account;
  const user = users.get(foldUserName(account.userName));
  const isLetIn = user?.isEnabled;
  const make = (text: string, change: Partial<AccountItem>) => [
    { text: `${whose} ${text}`, repair: () => changed(account, change) },
  ];
  const hasLeft = teacher && account.role === 'teacher' ? isArchivedTeacher(teacher) : isDisabled;
  if (hasLeft !== isDisabled) {
    const due = { isDisabled: hasLeft, identityDue: identityDue ?? 'account' } as const;
    return hasLeft
      ? make('is archived and could sign in', { ...due, sessionsValidFrom: new Date().toISOString() }).map((found) => ({
          ...found,
          isLeaver: true as const,
        }))
      : make('is not archived and cannot sign in', due);
  }
  if (identityDue !== undefined) {
    return [{ text: `${whose} is not finished`, repair: () => finishIdentityUpdate(accountId, new Date()) }];
  }
  if (isLetIn === undefined && !isDisabled)
    return make('has no user in the identity store', { identityDue: 'password' });
  if (isLetIn !== undefined && isLetIn === isDisabled) {
    return make(
      isDisabled ? 'is closed and the identity store lets it in' : 'is open and the identity store is closed',
      {
        identityDue: 'account',
      },
    );
  }
  if (user && roleByGroups(account, user.groups) === undefined) {
    const groups = user.groups.length === 0 ? 'no group' : user.groups.join(', ');
    return [
      {
        text: `${whose} is in ${groups} of the identity store and not in ${account.role} alone`,
        repair: async () => {
          await setGroup(foldUserName(account.userName), account.role, user.groups);
          return null;
        },
      },
    ];
  }
  if (account.gsi1pk === undefined) return make('is in no list of accounts', {});
  return [];
}

/** Writes the whole account with a change, so that it is in the lists, and updates the identity store. */
async function changed(account: StoredAccount, change: Partial<AccountItem>): Promise<string | null> {
  const { identityClaimedAt: _claim, ...rest } = attributesOf(account);
  await executeAction(AccountEntity.put({ ...rest, ...change }));
  return finishIdentityUpdate(account.accountId, new Date());
}

/** Without keys and marks. */
const attributesOf = (item: StoredAccount): AccountItem => AccountEntity.parse({ ...item }) as AccountItem;

function withoutAccount(teacher: Teacher): AccountInconsistency {
  const { employeeId: accountId, userName } = teacher;
  const name = `${teacher.firstName} ${teacher.lastName}`;
  return {
    text: `${userName} (${name}) is a teacher without an account`,
    repair: async () => {
      await executeAction(UserNameEntity.create({ userName: foldUserName(userName), accountId }));
      await executeAction(
        AccountEntity.create({
          accountId,
          role: 'teacher',
          userName,
          name,
          permissions: [],
          isUnused: true,
          ...(isArchivedTeacher(teacher) ? { isDisabled: true } : { identityDue: 'password' }),
        }),
      );
      return finishIdentityUpdate(accountId, new Date());
    },
  };
}

/** Every account, those that are in no list too. Reads the whole table. */
export const listStoredAccounts = (): Promise<StoredAccount[]> => storedOf<StoredAccount>('account');

async function storedOf<T>(entity: string): Promise<T[]> {
  const pages = paginateScan(
    { client: documentClient },
    {
      TableName: tableNames().records,
      ConsistentRead: true,
      FilterExpression: '#e = :e',
      ExpressionAttributeNames: { '#e': kindAttribute },
      ExpressionAttributeValues: { ':e': entity },
    },
  );
  const items: T[] = [];
  for await (const { Items = [] } of pages) items.push(...(Items as T[]));
  return items;
}
