import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll } from 'vitest';
import { isAws, startServiceUnderTest, uniqueName } from './service-under-test.ts';

export const temporaryPassword = 'Temporary-pass-1';
export const permanentPassword = 'Permanent-pass-2';
let stop: () => Promise<void>;
/** A client made as the product makes its own. */
export const cognito = new CognitoIdentityProvider({});
/** The pool that the suite has to itself; a client that tells which users there are, and one that does not. */
export const pool = { UserPoolId: '', clientIds: { open: '', discreet: '' } };

export const userInPool = (Username: string) => ({ UserPoolId: pool.UserPoolId, Username });
export const createUser = (Username: string, more = {}) =>
  cognito.adminCreateUser({
    ...userInPool(Username),
    TemporaryPassword: temporaryPassword,
    MessageAction: 'SUPPRESS',
    ...more,
  });
export const createConfirmedUser = async (Username: string) => {
  await createUser(Username);
  await cognito.adminSetUserPassword({ ...userInPool(Username), Password: permanentPassword, Permanent: true });
};
export const signIn = (USERNAME: string, PASSWORD: string, ClientId = pool.clientIds.open) =>
  cognito.adminInitiateAuth({
    UserPoolId: pool.UserPoolId,
    ClientId,
    AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME, PASSWORD },
  });
export const wrongPasswordError = {
  name: 'NotAuthorizedException',
  message: 'Incorrect username or password.',
  status: 400,
};

/** Makes the pool before the tests of a file and removes it after them. */
export function setUpPool(): void {
  beforeAll(async () => {
    stop = await startServiceUnderTest('COGNITO_IDENTITY_PROVIDER');
    const PasswordPolicy = {
      MinimumLength: 12,
      RequireUppercase: true,
      RequireLowercase: true,
      RequireNumbers: true,
      RequireSymbols: true,
    };
    const { UserPool } = await cognito.createUserPool({
      PoolName: uniqueName(),
      UsernameConfiguration: { CaseSensitive: false },
      Policies: { PasswordPolicy },
    });
    const UserPoolId = UserPool?.Id ?? '';
    const makeClient = async (PreventUserExistenceErrors: 'LEGACY' | 'ENABLED') => {
      const ExplicitAuthFlows = ['ALLOW_ADMIN_USER_PASSWORD_AUTH' as const, 'ALLOW_REFRESH_TOKEN_AUTH' as const];
      const more = { ExplicitAuthFlows, PreventUserExistenceErrors };
      const made = await cognito.createUserPoolClient({ UserPoolId, ClientName: PreventUserExistenceErrors, ...more });
      return made.UserPoolClient?.ClientId ?? '';
    };
    const clientIds = { open: await makeClient('LEGACY'), discreet: await makeClient('ENABLED') };
    Object.assign(pool, { UserPoolId, clientIds });
    for (const GroupName of ['Admin', 'PTA', 'teacher']) await cognito.createGroup({ UserPoolId, GroupName });
  });

  afterAll(async () => {
    if (isAws) await cognito.deleteUserPool({ UserPoolId: pool.UserPoolId });
    cognito.destroy();
    await stop();
  });
}
