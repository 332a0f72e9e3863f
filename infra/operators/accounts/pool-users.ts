import {
  CognitoIdentityProviderClient,
  paginateListGroups,
  paginateListUsers,
  paginateListUsersInGroup,
} from '@aws-sdk/client-cognito-identity-provider';
import { foldUserName } from '#functions/sessions/accounts.ts';

/** A user as the identity store knows one. */
export interface PoolUser {
  isEnabled: boolean;
  /** The password is not the user's own yet. */
  hasOneTimePassword: boolean;
  /** In the order of the alphabet: one, where all is well. */
  groups: string[];
}

const pool = () => process.env.USER_POOL_ID;

/**
 * Every user of the pool that the environment names, by folded name. A page of 60 a request: of users, of groups, and
 * of each group's users.
 */
export async function listUsersByName(): Promise<Map<string, PoolUser>> {
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
  const names: string[] = [];
  for await (const { Groups = [] } of paginateListGroups({ client }, { UserPoolId: pool() }))
    names.push(...Groups.map(({ GroupName = '' }) => GroupName));
  for (const GroupName of names.toSorted()) {
    for await (const { Users = [] } of paginateListUsersInGroup({ client }, { UserPoolId: pool(), GroupName })) {
      for (const { Username = '' } of Users) users.get(foldUserName(Username))?.groups.push(GroupName);
    }
  }
  client.destroy();
  return users;
}
