import {
  AdminListGroupsForUserCommand,
  CognitoIdentityProviderClient,
  paginateListUsers,
} from '@aws-sdk/client-cognito-identity-provider';
import { type Fingerprint, Summed } from '../infra/exports/fingerprint.ts';

/** Every user of a pool: the name, whether the pool lets it in, and its groups. Passwords are in no backup. */
export async function poolFingerprint(UserPoolId: string): Promise<Fingerprint> {
  const client = new CognitoIdentityProviderClient({});
  const summed = new Summed();
  for await (const { Users = [] } of paginateListUsers({ client }, { UserPoolId })) {
    for (const { Username = '', Enabled } of Users) {
      const { Groups = [] } = await client.send(new AdminListGroupsForUserCommand({ UserPoolId, Username }));
      const groups = Groups.map(({ GroupName = '' }) => GroupName).sort();
      summed.add(`users in ${groups.join(', ') || 'no group'}`, JSON.stringify([Username.toLowerCase(), Enabled, groups]));
    }
  }
  client.destroy();
  return summed.read();
}
