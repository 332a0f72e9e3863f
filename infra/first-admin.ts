import { randomInt } from 'node:crypto';
import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import { Service } from 'electrodb';
import { AuditRow, auditRow, writeAudited } from '#functions/platform/table/audit.ts';
import { entityConfiguration } from '#functions/platform/table/table.ts';
import { Account, accountByUserName, accountRecords, UserName } from '#functions/sessions/accounts.ts';
import { passwordRule } from '#shared/auth/password.ts';
import { menuKeys } from '#shared/http/contract.ts';
import { OperatorError } from './operator-error.ts';

export interface FirstAdmin {
  userPoolId: string;
  /** "First Last". */
  name: string;
  userName: string;
}

const withAudit = new Service({ Account, UserName, AuditRow }, entityConfiguration);

/** Nothing in it is mistaken for something else when it is read out or copied from paper. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/**
 * Creates an administrator with every permission and returns the one-time password, to be changed at the first sign-in.
 * Run again after a failure it completes what the first run began; it never touches an account that is complete.
 * @throws {OperatorError} when the user name is taken.
 */
export async function createFirstAdmin({ userPoolId, name, userName }: FirstAdmin): Promise<string> {
  if (await accountByUserName(userName)) throw new OperatorError(`There is an account "${userName}" already.`);
  const password = oneTimePassword();
  await createUser({ userPoolId, userName, password });
  const { account, userName: nameRecord } = accountRecords({
    role: 'Admin',
    userName,
    name,
    permissions: [
      ...menuKeys.map((menu) => ({ menu, action: null })),
      { menu: 'termReports', action: 'editTermReports' },
    ],
  });
  const row = auditRow({
    subject: `account#${account.accountId}`,
    changes: [{ field: 'permissions', before: null, after: account.permissions }],
    caller: { accountId: 'operator', name: 'create-admin' },
    request: { now: new Date(), idempotencyKey: account.accountId },
  });
  const outcome = await writeAudited(
    withAudit.transaction.write((entities) => [
      entities.Account.create(account).commit(),
      entities.UserName.create(nameRecord).commit(),
      entities.AuditRow.create(row).commit(),
    ]),
  );
  if (outcome !== 'written') throw new OperatorError(`There is an account "${userName}" already.`);
  return password;
}

async function createUser({ userPoolId, userName, password }: Record<'userPoolId' | 'userName' | 'password', string>) {
  const client = new CognitoIdentityProviderClient({});
  const user = { UserPoolId: userPoolId, Username: userName };
  try {
    await client.send(new AdminCreateUserCommand({ ...user, TemporaryPassword: password, MessageAction: 'SUPPRESS' }));
  } catch (error) {
    // A user without an account is what a run that was interrupted leaves.
    if (!(error instanceof UsernameExistsException)) throw error;
    await client.send(new AdminSetUserPasswordCommand({ ...user, Password: password, Permanent: false }));
  }
  await client.send(new AdminAddUserToGroupCommand({ ...user, GroupName: 'Admin' }));
  client.destroy();
}

/** Sixteen characters that the password rule accepts: 93 bits. */
function oneTimePassword(): string {
  const candidate = Array.from({ length: 16 }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
  return passwordRule.safeParse(candidate).success ? candidate : oneTimePassword();
}
