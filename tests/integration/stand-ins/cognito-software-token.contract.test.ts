import { beforeAll, describe, expect, it } from 'vitest';
import { computeAuthenticatorCode } from '../../support/callers/authenticator-app.ts';
import {
  cognito,
  createConfirmedUser,
  permanentPassword,
  pool,
  setUpPool,
  signIn,
  userInPool,
} from './support/pool-under-test.ts';
import { catchRefusal, isAws } from './support/service-under-test.ts';

setUpPool();

const enabled = { SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true } };

/** Cognito takes each code once, so each answer of a test takes the code of another step; AWS is not waited for. */
describe.skipIf(isAws)('an authenticator app', () => {
  beforeAll(async () => {
    await cognito.setUserPoolMfaConfig({
      UserPoolId: pool.UserPoolId,
      MfaConfiguration: 'OPTIONAL',
      SoftwareTokenMfaConfiguration: { Enabled: true },
    });
  });

  const tokenOf = async (name: string) => {
    await createConfirmedUser(name);
    return (await signIn(name, permanentPassword)).AuthenticationResult?.AccessToken ?? '';
  };
  /** A user with an app, set up by the code of the step before. */
  const withApp = async (name: string) => {
    const AccessToken = await tokenOf(name);
    const { SecretCode = '' } = await cognito.associateSoftwareToken({ AccessToken });
    await cognito.verifySoftwareToken({ AccessToken, UserCode: computeAuthenticatorCode(SecretCode, -1) });
    await cognito.setUserMFAPreference({ AccessToken, ...enabled });
    return { AccessToken, secret: SecretCode };
  };
  const answer = (USERNAME: string, code: string, Session: string | undefined) =>
    cognito.adminRespondToAuthChallenge({
      UserPoolId: pool.UserPoolId,
      ClientId: pool.clientIds.open,
      Session,
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      ChallengeResponses: { USERNAME, SOFTWARE_TOKEN_MFA_CODE: code },
    });

  it('is requested after the password, once it was verified and preferred', async () => {
    const AccessToken = await tokenOf('ann');
    const { SecretCode = '' } = await cognito.associateSoftwareToken({ AccessToken });
    expect(SecretCode).toMatch(/^[A-Z2-7]{16,}$/);
    const early = cognito.setUserMFAPreference({ AccessToken, ...enabled });
    expect((await catchRefusal(early)).name).toBe('InvalidParameterException');
    const wrong = cognito.verifySoftwareToken({ AccessToken, UserCode: computeAuthenticatorCode(SecretCode, 5) });
    expect((await catchRefusal(wrong)).name).toBe('EnableSoftwareTokenMFAException');
    const verified = await cognito.verifySoftwareToken({
      AccessToken,
      UserCode: computeAuthenticatorCode(SecretCode, -1),
    });
    expect(verified.Status).toBe('SUCCESS');
    expect((await signIn('ann', permanentPassword)).ChallengeName).toBeUndefined();
    await cognito.setUserMFAPreference({ AccessToken, ...enabled });
    const { ChallengeName, Session, AuthenticationResult } = await signIn('ann', permanentPassword);
    expect([ChallengeName, AuthenticationResult]).toEqual(['SOFTWARE_TOKEN_MFA', undefined]);
    expect(
      (await answer('ann', computeAuthenticatorCode(SecretCode), Session)).AuthenticationResult?.AccessToken,
    ).toBeDefined();
    expect((await cognito.adminGetUser(userInPool('ann'))).UserMFASettingList).toEqual(['SOFTWARE_TOKEN_MFA']);
  });

  it('is not set up with an ID token, and its sign-in ends with the groups in the token', async () => {
    await createConfirmedUser('abe');
    const { IdToken } = (await signIn('abe', permanentPassword)).AuthenticationResult ?? {};
    const byIdentity = cognito.associateSoftwareToken({ AccessToken: IdToken });
    expect((await catchRefusal(byIdentity)).name).toBe('NotAuthorizedException');
    const { secret } = await withApp('ada');
    await cognito.adminAddUserToGroup({ ...userInPool('ada'), GroupName: 'PTA' });
    const { Session } = await signIn('ada', permanentPassword);
    const { AuthenticationResult } = await answer('ada', computeAuthenticatorCode(secret), Session);
    const [, claims = ''] = AuthenticationResult?.AccessToken?.split('.') ?? [];
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'))).toMatchObject({ 'cognito:groups': ['PTA'] });
  });

  it('gives a wrong code another try, and takes a session and a code once', async () => {
    const { secret } = await withApp('bea');
    const { Session } = await signIn('bea', permanentPassword);
    expect((await catchRefusal(answer('bea', computeAuthenticatorCode(secret, 5), Session))).name).toBe(
      'CodeMismatchException',
    );
    expect((await catchRefusal(answer('cleo', computeAuthenticatorCode(secret), Session))).name).toBe(
      'NotAuthorizedException',
    );
    await answer('bea', computeAuthenticatorCode(secret), Session);
    expect((await catchRefusal(answer('bea', computeAuthenticatorCode(secret, 1), Session))).name).toBe(
      'NotAuthorizedException',
    );
    const again = await signIn('bea', permanentPassword);
    expect((await catchRefusal(answer('bea', computeAuthenticatorCode(secret), again.Session))).name).toBe(
      'ExpiredCodeException',
    );
  });

  it('counts until another one was verified in its place, and no more once an administrator has ended it', async () => {
    const { AccessToken, secret } = await withApp('dora');
    await cognito.associateSoftwareToken({ AccessToken });
    await answer('dora', computeAuthenticatorCode(secret), (await signIn('dora', permanentPassword)).Session);
    const off = { SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false } };
    await cognito.adminSetUserMFAPreference({ ...userInPool('dora'), ...off });
    expect((await signIn('dora', permanentPassword)).ChallengeName).toBeUndefined();
  });
});
