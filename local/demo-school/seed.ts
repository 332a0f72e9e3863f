import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { school } from '#functions/school/records/school.ts';
import { readAccount } from '#functions/sessions/accounts.ts';
import { seedOptions } from '#options/local';
import { studentUserName } from '#shared/accounts/user-name.ts';
import { createS3Client } from '../bucket.ts';
import { currentTerm } from './calendar.ts';
import { demoPassword, demoSeed } from './demo-credentials.ts';
import { generateDemoAccounts, generateDemoSchool, generateDemoStudentSignIns } from './generate.ts';
import { generateDemoItems } from './items.ts';
import { putPictures } from './pictures/put-pictures.ts';
import type { DemoAccount } from './types.ts';
import { runConcurrently, writeItems } from './write-items.ts';

/**
 * Fills an empty table, user pool and bucket of pictures with the demo school, through whatever the AWS SDK's
 * environment points to. What options have beside it comes later (`seedDemoOptions`).
 * @param options.today yyyy-MM-dd: decides terms, forms and ages
 * @param options.hasFiles table and bucket are copies of the ready files (see `prepare-demo-files.ts`) and only users
 * are missing
 */
export async function seedDemoSchool({ today, hasFiles }: { today: string; hasFiles: boolean }): Promise<void> {
  const options = { seed: demoSeed, school: school(), today };
  const filling = hasFiles ? [] : [writeItems(generateDemoItems(generateDemoSchool(options))), fillBucket(options)];
  const students = generateDemoStudentSignIns(options).map(({ studentId, lastAt }) => ({
    userName: studentUserName(studentId),
    employeeId: studentId,
    role: 'student' as const,
    mustChangePassword: lastAt === null,
  }));
  await Promise.all([...filling, createUsers([...generateDemoAccounts(options), ...students])]);
}

/**
 * Adds what options have beside it, once the address is known (`SITE_ADDRESS`) for which cards are signed.
 */
export async function seedDemoOptions(today: string): Promise<void> {
  const options = { seed: demoSeed, school: school(), today };
  const admin = generateDemoAccounts(options).find(({ role }) => role === 'Admin');
  if (!admin) return;
  await seedOptions({
    ...options,
    current: currentTerm(today),
    signIns: generateDemoStudentSignIns(options),
    office: { accountId: admin.employeeId, name: (await readAccount(admin.employeeId))?.name ?? admin.userName },
  });
}

async function fillBucket(options: Parameters<typeof putPictures>[0]): Promise<void> {
  const client = createS3Client();
  await putPictures(options, client);
  client.destroy();
}

async function createUsers(accounts: readonly DemoAccount[]): Promise<void> {
  const client = new CognitoIdentityProviderClient({});
  const UserPoolId = process.env.USER_POOL_ID;
  const left = [...accounts];
  await runConcurrently(async () => {
    for (let account = left.pop(); account; account = left.pop()) {
      const user = { UserPoolId, Username: account.userName };
      // Accounts that must choose a new password get the demo password as a temporary one.
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
