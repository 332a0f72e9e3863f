import { CognitoIdentityProviderClient, paginateListUsers } from '@aws-sdk/client-cognito-identity-provider';
import { foldUserName } from '#functions/sessions/accounts.ts';

/** A user as the identity store knows one. */
export interface PoolUser {
  isEnabled: boolean;
  /** The password is not the user's own yet. */
  hasOneTimePassword: boolean;
}

/** Every user of the pool that the environment names, by folded name. */
export async function usersByName(): Promise<Map<string, PoolUser>> {
  const client = new CognitoIdentityProviderClient({});
  const users = new Map<string, PoolUser>();
  for await (const { Users = [] } of paginateListUsers({ client }, { UserPoolId: process.env.USER_POOL_ID })) {
    for (const { Username = '', Enabled, UserStatus } of Users) {
      users.set(foldUserName(Username), {
        isEnabled: Enabled === true,
        hasOneTimePassword: UserStatus === 'FORCE_CHANGE_PASSWORD',
      });
    }
  }
  client.destroy();
  return users;
}
