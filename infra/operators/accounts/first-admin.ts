import { commit } from '#functions/platform/table/acts/commit.ts';
import { AccountEntity, findOwnerOfUserName, toAccountRecords, UserNameEntity } from '#functions/sessions/accounts.ts';
import { finishIdentityUpdate } from '#functions/sessions/identity-updates.ts';
import { allPermissions } from '#shared/accounts/auth/permissions.ts';
import { OperatorError } from '../operator-error.ts';

export interface FirstAdmin {
  /** "First Last". */
  name: string;
  userName: string;
  /** Default: one that nobody had. */
  accountId?: string;
}

/**
 * Creates an administrator with every permission and returns the one-time password, to be changed at the first sign-in.
 * The table and the user pool are those of the environment. Run again after a failure it completes what the first run
 * began; it never touches an account that is complete.
 * @throws {OperatorError} when the user name is taken.
 */
export async function createFirstAdmin({ name, userName, ...more }: FirstAdmin): Promise<string> {
  const taken = new OperatorError(`There is an account "${userName}" already.`);
  const owner = await findOwnerOfUserName(userName);
  if (owner && owner.identityDue !== 'password') throw taken;
  const accountId = owner?.accountId ?? (await writeAccount({ name, userName, ...more }));
  if (accountId === null) throw taken;
  const password = await finishIdentityUpdate(accountId, new Date());
  if (password === null) throw taken;
  return password;
}

/** The id of the new account, or null where somebody else was faster. */
async function writeAccount({ name, userName, ...more }: FirstAdmin): Promise<string | null> {
  const { account, userName: nameRecord } = toAccountRecords({
    role: 'Admin',
    userName,
    name,
    ...more,
    permissions: allPermissions(),
  });
  const outcome = await commit({
    by: {
      caller: { accountId: 'operator', name: 'create-admin' },
      request: { now: new Date(), idempotencyKey: account.accountId },
    },
    changes: [
      AccountEntity.create({ ...account, isUnused: true, identityDue: 'password' }),
      UserNameEntity.create(nameRecord),
    ],
    trail: {
      subject: `account#${account.accountId}`,
      changes: [{ field: 'permissions', before: null, after: account.permissions }],
    },
  });
  return outcome === 'written' ? account.accountId : null;
}
