import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { school } from '#functions/school/store.ts';
import { demoAccounts, generateDemoSchool } from './generate.ts';
import { demoItems } from './items.ts';
import { demoPassword, demoSeed } from './known.ts';
import type { DemoAccount } from './types.ts';
import { inLanes, writeItems } from './write-items.ts';

/**
 * Fills an empty table and user pool with the demo school, through whatever the AWS SDK's environment points to.
 * @param options.today yyyy-MM-dd: decides terms, forms and ages
 * @param options.hasRecords the table was copied from a ready database (see `ready-database.ts`) and only users are missing
 */
export async function seedDemoSchool({ today, hasRecords }: { today: string; hasRecords: boolean }): Promise<void> {
  const options = { seed: demoSeed, school: school(), today };
  const writing = hasRecords ? undefined : writeItems(demoItems(generateDemoSchool(options)));
  await Promise.all([writing, createUsers(demoAccounts(options))]);
}

async function createUsers(accounts: readonly DemoAccount[]): Promise<void> {
  const client = new CognitoIdentityProviderClient({});
  const UserPoolId = process.env.USER_POOL_ID;
  const left = [...accounts];
  await inLanes(async () => {
    for (let account = left.pop(); account; account = left.pop()) {
      const user = { UserPoolId, Username: account.userName };
      // Whoever must choose a new password gets the demo password as a temporary one.
      const temporary = account.mustChangePassword ? { TemporaryPassword: demoPassword } : {};
      await client.send(new AdminCreateUserCommand({ ...user, ...temporary, MessageAction: 'SUPPRESS' }));
      if (!account.mustChangePassword) {
        await client.send(new AdminSetUserPasswordCommand({ ...user, Password: demoPassword, Permanent: true }));
      }
      await client.send(new AdminAddUserToGroupCommand({ ...user, GroupName: account.role }));
    }
  });
  client.destroy();
}
