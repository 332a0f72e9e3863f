import {
  AdminAddUserToGroupCommand,
  AdminRemoveUserFromGroupCommand,
  CognitoIdentityProviderClient,
  paginateListUsers,
  paginateListUsersInGroup,
} from '@aws-sdk/client-cognito-identity-provider';
import { foldUserName } from '#functions/sessions/accounts.ts';
import { roles } from '#shared/http/contract.ts';

/** A user as the identity store knows one. */
export interface PoolUser {
  isEnabled: boolean;
  /** The password is not the user's own yet. */
  hasOneTimePassword: boolean;
  /** Those of the kinds of accounts that the user is in, in the order of the alphabet: one, where all is well. */
  groups: string[];
}

const pool = () => process.env.USER_POOL_ID;

/** Every user of the pool that the environment names, by folded name. A page of 60 users a request, and one for each group. */
export async function usersByName(): Promise<Map<string, PoolUser>> {
  const client = new CognitoIdentityProviderClient({});
  const users = new Map<string, PoolUser>();
  for await (const { Users = [] } of paginateListUsers({ client }, { UserPoolId: pool() })) {
    for (const { Username = '', Enabled, UserStatus } of Users) {
      users.set(foldUserName(Username), {
        isEnabled: Enabled === true,
        hasOneTimePassword: UserStatus === 'FORCE_CHANGE_PASSWORD',
        groups: [],
      });
    }
  }
  for (const GroupName of roles.toSorted()) {
    for await (const { Users = [] } of paginateListUsersInGroup({ client }, { UserPoolId: pool(), GroupName })) {
      for (const { Username = '' } of Users) users.get(foldUserName(Username))?.groups.push(GroupName);
    }
  }
  client.destroy();
  return users;
}

/** Leaves a user in one group of those that tell the kinds of accounts apart. */
export async function moveToGroup(
  Username: string,
  { from, to }: { from: readonly string[]; to: string },
): Promise<void> {
  const client = new CognitoIdentityProviderClient({});
  const user = { UserPoolId: pool(), Username };
  await client.send(new AdminAddUserToGroupCommand({ ...user, GroupName: to }));
  for (const GroupName of from) {
    if (GroupName !== to) await client.send(new AdminRemoveUserFromGroupCommand({ ...user, GroupName }));
  }
  client.destroy();
}
