import {
  AdminListGroupsForUserCommand,
  CognitoIdentityProviderClient,
  paginateListUsers,
} from '@aws-sdk/client-cognito-identity-provider';
import { type Fingerprint, HashSum } from '../../infra/exports/fingerprint.ts';

/**
 * Everybody whom a pool lets in: the name and the groups. Passwords are in no backup, and an account that is closed
 * need not have a user.
 */
export async function computePoolFingerprint(UserPoolId: string): Promise<Fingerprint> {
  const client = new CognitoIdentityProviderClient({});
  const summed = new HashSum();
  for await (const { Users = [] } of paginateListUsers({ client }, { UserPoolId })) {
    for (const { Username = '', Enabled } of Users) {
      if (!Enabled) continue;
      const { Groups = [] } = await client.send(new AdminListGroupsForUserCommand({ UserPoolId, Username }));
      const groups = Groups.map(({ GroupName = '' }) => GroupName).sort();
      summed.add(`users in ${groups.join(', ') || 'no group'}`, JSON.stringify([Username.toLowerCase(), groups]));
    }
  }
  client.destroy();
  return summed.read();
}
