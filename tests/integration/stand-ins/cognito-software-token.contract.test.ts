import { beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '../../support/callers/authenticator-app.ts';
import {
  clients,
  cognito,
  createConfirmed,
  permanent,
  setUpPool,
  signIn,
  UserPoolId,
  user,
} from './support/pool-under-test.ts';
import { isAws, refusalOf } from './support/service-under-test.ts';

setUpPool();

const enabled = { SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true } };

/** Cognito takes each code once, so each answer of a test takes the code of another step; AWS is not waited for. */
describe.skipIf(isAws)('an authenticator app', () => {
  beforeAll(async () => {
    await cognito.setUserPoolMfaConfig({
      UserPoolId,
      MfaConfiguration: 'OPTIONAL',
      SoftwareTokenMfaConfiguration: { Enabled: true },
    });
  });

  const tokenOf = async (name: string) => {
    await createConfirmed(name);
    return (await signIn(name, permanent)).AuthenticationResult?.AccessToken ?? '';
  };
  /** A user with an app, set up by the code of the step before. */
  const withApp = async (name: string) => {
    const AccessToken = await tokenOf(name);
    const { SecretCode = '' } = await cognito.associateSoftwareToken({ AccessToken });
    await cognito.verifySoftwareToken({ AccessToken, UserCode: codeOf(SecretCode, -1) });
    await cognito.setUserMFAPreference({ AccessToken, ...enabled });
    return { AccessToken, secret: SecretCode };
  };
  const answer = (USERNAME: string, code: string, Session: string | undefined) =>
    cognito.adminRespondToAuthChallenge({
      ...{ UserPoolId, ClientId: clients.open, Session, ChallengeName: 'SOFTWARE_TOKEN_MFA' },
      ChallengeResponses: { USERNAME, SOFTWARE_TOKEN_MFA_CODE: code },
    });

  it('is requested after the password, once it was verified and preferred', async () => {
    const AccessToken = await tokenOf('ann');
    const { SecretCode = '' } = await cognito.associateSoftwareToken({ AccessToken });
    expect(SecretCode).toMatch(/^[A-Z2-7]{16,}$/);
    const early = cognito.setUserMFAPreference({ AccessToken, ...enabled });
    expect((await refusalOf(early)).name).toBe('InvalidParameterException');
    const wrong = cognito.verifySoftwareToken({ AccessToken, UserCode: codeOf(SecretCode, 5) });
    expect((await refusalOf(wrong)).name).toBe('EnableSoftwareTokenMFAException');
    const verified = await cognito.verifySoftwareToken({ AccessToken, UserCode: codeOf(SecretCode, -1) });
    expect(verified.Status).toBe('SUCCESS');
    expect((await signIn('ann', permanent)).ChallengeName).toBeUndefined();
    await cognito.setUserMFAPreference({ AccessToken, ...enabled });
    const { ChallengeName, Session, AuthenticationResult } = await signIn('ann', permanent);
    expect([ChallengeName, AuthenticationResult]).toEqual(['SOFTWARE_TOKEN_MFA', undefined]);
    expect((await answer('ann', codeOf(SecretCode), Session)).AuthenticationResult?.AccessToken).toBeDefined();
    expect((await cognito.adminGetUser(user('ann'))).UserMFASettingList).toEqual(['SOFTWARE_TOKEN_MFA']);
  });

  it('is not set up with an ID token, and its sign-in ends with the groups in the token', async () => {
    await createConfirmed('abe');
    const { IdToken } = (await signIn('abe', permanent)).AuthenticationResult ?? {};
    const byIdentity = cognito.associateSoftwareToken({ AccessToken: IdToken });
    expect((await refusalOf(byIdentity)).name).toBe('NotAuthorizedException');
    const { secret } = await withApp('ada');
    await cognito.adminAddUserToGroup({ ...user('ada'), GroupName: 'PTA' });
    const { Session } = await signIn('ada', permanent);
    const { AuthenticationResult } = await answer('ada', codeOf(secret), Session);
    const [, claims = ''] = AuthenticationResult?.AccessToken?.split('.') ?? [];
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'))).toMatchObject({ 'cognito:groups': ['PTA'] });
  });

  it('gives a wrong code another try, and takes a session and a code once', async () => {
    const { secret } = await withApp('bea');
    const { Session } = await signIn('bea', permanent);
    expect((await refusalOf(answer('bea', codeOf(secret, 5), Session))).name).toBe('CodeMismatchException');
    expect((await refusalOf(answer('cleo', codeOf(secret), Session))).name).toBe('NotAuthorizedException');
    await answer('bea', codeOf(secret), Session);
    expect((await refusalOf(answer('bea', codeOf(secret, 1), Session))).name).toBe('NotAuthorizedException');
    const again = await signIn('bea', permanent);
    expect((await refusalOf(answer('bea', codeOf(secret), again.Session))).name).toBe('ExpiredCodeException');
  });

  it('counts until another one was verified in its place, and no more once an administrator has ended it', async () => {
    const { AccessToken, secret } = await withApp('dora');
    await cognito.associateSoftwareToken({ AccessToken });
    await answer('dora', codeOf(secret), (await signIn('dora', permanent)).Session);
    const off = { SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false } };
    await cognito.adminSetUserMFAPreference({ ...user('dora'), ...off });
    expect((await signIn('dora', permanent)).ChallengeName).toBeUndefined();
  });

  it('is set up by the user’s own token alone', async () => {
    await tokenOf('emma');
    const madeUp = cognito.associateSoftwareToken({ AccessToken: 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl' });
    expect((await refusalOf(madeUp)).name).toBe('NotAuthorizedException');
  });
});
