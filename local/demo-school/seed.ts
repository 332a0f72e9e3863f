import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { fileStorage, filesBucket } from '#functions/platform/files/file-storage.ts';
import { school } from '#functions/reference/school.ts';
import { keyIn } from '#shared/http/contract.ts';
import { demoAccounts, generateDemoSchool } from './generate.ts';
import { demoItems } from './items.ts';
import { demoPassword, demoSeed } from './known.ts';
import { demoPictures } from './pictures/student-pictures.ts';
import type { DemoAccount } from './types.ts';
import { inLanes, writeItems } from './write-items.ts';

/**
 * Fills an empty table, user pool and bucket of pictures with the demo school, through whatever the AWS SDK's environment points to.
 * @param options.today yyyy-MM-dd: decides terms, forms and ages
 * @param options.hasRecords the table was copied from a ready database (see `ready-database.ts`) and only users are missing
 */
export async function seedDemoSchool({ today, hasRecords }: { today: string; hasRecords: boolean }): Promise<void> {
  const options = { seed: demoSeed, school: school(), today };
  const writing = hasRecords ? undefined : writeItems(demoItems(generateDemoSchool(options)));
  await Promise.all([writing, createUsers(demoAccounts(options)), putPictures(demoPictures(options))]);
}

async function putPictures(pictures: Iterator<{ picture: string; bytes: Buffer }>): Promise<void> {
  const { s3, client } = await fileStorage();
  await inLanes(async () => {
    for (let next = pictures.next(); !next.done; next = pictures.next()) {
      const { picture, bytes } = next.value;
      const object = {
        Bucket: filesBucket(),
        Key: keyIn('pictures', picture),
        Body: bytes,
        ContentType: 'image/png',
      };
      await client.send(new s3.PutObjectCommand(object));
    }
  });
}

async function createUsers(accounts: readonly DemoAccount[]): Promise<void> {
  const client = new CognitoIdentityProviderClient({});
  const UserPoolId = process.env.USER_POOL_ID;
  const left = [...accounts];
  await inLanes(async () => {
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
