import {
  CognitoIdentityProviderClient,
  CreateGroupCommand,
  CreateUserPoolClientCommand,
  CreateUserPoolCommand,
  SetUserPoolMfaConfigCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { oneTimePasswordDays } from '#shared/accounts/auth/password.ts';
import { roles } from '#shared/http/contract.ts';

export interface PoolIds {
  userPoolId: string;
  clientId: string;
}

/** Makes a user pool with its client and groups, as the data stack makes it. */
export async function createPool(name: string): Promise<PoolIds> {
  const client = new CognitoIdentityProviderClient({});
  const { UserPool } = await client.send(
    new CreateUserPoolCommand({
      PoolName: name,
      UsernameConfiguration: { CaseSensitive: false },
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
      Policies: {
        PasswordPolicy: {
          MinimumLength: 10,
          RequireLowercase: false,
          RequireUppercase: false,
          RequireNumbers: false,
          RequireSymbols: false,
          TemporaryPasswordValidityDays: oneTimePasswordDays,
        },
      },
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
  for (const role of roles) await client.send(new CreateGroupCommand({ UserPoolId: userPoolId, GroupName: role }));
  await allowAuthenticatorApps(userPoolId);
  return { userPoolId, clientId: UserPoolClient?.ClientId ?? '' };
}

/** Lets users have an authenticator app as a second factor. At each start: a data folder may be older than that. */
export async function allowAuthenticatorApps(userPoolId: string): Promise<void> {
  await new CognitoIdentityProviderClient({}).send(
    new SetUserPoolMfaConfigCommand({
      UserPoolId: userPoolId,
      MfaConfiguration: 'OPTIONAL',
      SoftwareTokenMfaConfiguration: { Enabled: true },
    }),
  );
}
