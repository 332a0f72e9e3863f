import {
  CognitoIdentityProviderClient,
  CreateGroupCommand,
  CreateUserPoolClientCommand,
  CreateUserPoolCommand,
  ListGroupsCommand,
  SetUserPoolMfaConfigCommand,
  UpdateUserPoolCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { longestOneTimePasswordDays } from '#shared/accounts/auth/password.ts';
import { roles } from '#shared/http/contract.ts';

export interface PoolIds {
  userPoolId: string;
  clientId: string;
}

/** An update sets every setting that can be set again: one that it leaves out gets its default. */
const settings = {
  AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
  Policies: {
    PasswordPolicy: {
      MinimumLength: 10,
      RequireLowercase: false,
      RequireUppercase: false,
      RequireNumbers: false,
      RequireSymbols: false,
      TemporaryPasswordValidityDays: longestOneTimePasswordDays,
    },
  },
};

/** Makes a user pool with its client and groups, as the data stack makes it. */
export async function createPool(name: string): Promise<PoolIds> {
  const client = new CognitoIdentityProviderClient({});
  const { UserPool } = await client.send(
    new CreateUserPoolCommand({
      PoolName: name,
      UsernameConfiguration: { CaseSensitive: false },
      ...settings,
    }),
  );
  const userPoolId = UserPool?.Id ?? '';
  const { UserPoolClient } = await client.send(
    new CreateUserPoolClientCommand({
      UserPoolId: userPoolId,
      ClientName: name,
      ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH'],
      PreventUserExistenceErrors: 'ENABLED',
      GenerateSecret: false,
      AuthSessionValidity: 5,
    }),
  );
  await updatePoolSettings(userPoolId);
  return { userPoolId, clientId: UserPoolClient?.ClientId ?? '' };
}

/**
 * Gives a pool its groups and today's settings, and lets users have an authenticator app as a second factor. At each
 * start: a data folder may be older than either.
 */
export async function updatePoolSettings(userPoolId: string): Promise<void> {
  const client = new CognitoIdentityProviderClient({});
  const { Groups = [] } = await client.send(new ListGroupsCommand({ UserPoolId: userPoolId }));
  const missing = roles.filter((role) => !Groups.some(({ GroupName }) => GroupName === role));
  for (const GroupName of missing) await client.send(new CreateGroupCommand({ UserPoolId: userPoolId, GroupName }));
  await client.send(new UpdateUserPoolCommand({ UserPoolId: userPoolId, ...settings }));
  await client.send(
    new SetUserPoolMfaConfigCommand({
      UserPoolId: userPoolId,
      MfaConfiguration: 'OPTIONAL',
      SoftwareTokenMfaConfiguration: { Enabled: true },
    }),
  );
}
