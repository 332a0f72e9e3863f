import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startCognito } from '../../../local/cognito/cognito.ts';
import { updatePoolSettings } from '../../../local/user-pool.ts';
import { catchRefusal, isAws, pointClientsAt } from './support/service-under-test.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const password = 'Temporary-pass-1';
const AuthFlow = 'ADMIN_USER_PASSWORD_AUTH' as const;
let later: number;
let stop: () => Promise<void>;
let cognito: CognitoIdentityProvider;
let UserPoolId: string;
let ClientId: string;

describe.skipIf(isAws)('time in the Cognito stand-in', () => {
  beforeAll(async () => {
    const server = await startCognito(':memory:', () => Date.now() + later);
    stop = server.stop;
    pointClientsAt('COGNITO_IDENTITY_PROVIDER', server);
    cognito = new CognitoIdentityProvider({});
    UserPoolId = (await cognito.createUserPool({ PoolName: 'staff' })).UserPool?.Id ?? '';
    const ExplicitAuthFlows = ['ALLOW_ADMIN_USER_PASSWORD_AUTH' as const];
    const client = { ClientName: 'api', ExplicitAuthFlows, PreventUserExistenceErrors: 'ENABLED' as const };
    const made = await cognito.createUserPoolClient({ UserPoolId, ...client });
    ClientId = made.UserPoolClient?.ClientId ?? '';
  });

  beforeEach(() => {
    later = 0;
  });

  afterAll(() => stop());

  const signIn = (USERNAME: string, PASSWORD = password) =>
    cognito.adminInitiateAuth({ UserPoolId, ClientId, AuthFlow, AuthParameters: { USERNAME, PASSWORD } });
  const create = (Username: string) =>
    cognito.adminCreateUser({ UserPoolId, Username, TemporaryPassword: password, MessageAction: 'SUPPRESS' });
  const answer = (USERNAME: string, Session: string | undefined) =>
    cognito.adminRespondToAuthChallenge({
      UserPoolId,
      ClientId,
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      ChallengeResponses: { USERNAME, NEW_PASSWORD: 'Permanent-pass-2' },
      Session,
    });

  it('ends the change of a password after three minutes', async () => {
    await create('slow');
    const { Session } = await signIn('slow');
    later = 3 * minute + 1000;
    expect(await catchRefusal(answer('slow', Session))).toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Invalid session for the user, session is expired.',
    });
    later = 2 * minute;
    expect((await answer('slow', Session)).AuthenticationResult).toBeDefined();
  });

  it('ends a temporary password after seven days', async () => {
    await create('away');
    later = 7 * day - minute;
    expect((await signIn('away')).ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
    later = 7 * day + minute;
    expect(await catchRefusal(signIn('away'))).toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Temporary password has expired and must be reset by an administrator.',
    });
  });

  it('takes the days of a temporary password from a pool that was made with fewer', async () => {
    await create('early');
    await updatePoolSettings(UserPoolId);
    later = 89 * day;
    expect((await signIn('early')).ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
    later = 91 * day;
    expect((await catchRefusal(signIn('early'))).name).toBe('NotAuthorizedException');
  });

  it.each(['guessed', 'nobody'])('counts wrong passwords of %s, and none after a quarter of an hour', async (name) => {
    if (name !== 'nobody') await create(name);
    const refusal = async () => (await catchRefusal(signIn(name, 'Wrong-pass-1'))).message;
    const wrong = 'Incorrect username or password.';
    for (let guess = 0; guess < 5; guess += 1) expect(await refusal()).toBe(wrong);
    expect(await refusal()).toBe('Password attempts exceeded');
    later = 15 * minute + 1000;
    for (let guess = 0; guess < 5; guess += 1) expect(await refusal()).toBe(wrong);
    expect(await refusal()).toBe('Password attempts exceeded');
  });
});
