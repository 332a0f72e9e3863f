import { describe, expect, it } from 'vitest';
import {
  cognito,
  createConfirmedUser,
  createUser,
  permanentPassword,
  pool,
  setUpPool,
  signIn,
  temporaryPassword,
  userInPool,
  wrongPasswordError,
} from './support/pool-under-test.ts';
import { catchRefusal } from './support/service-under-test.ts';

setUpPool();

const answer = (USERNAME: string, NEW_PASSWORD: string, Session: string | undefined) =>
  cognito.adminRespondToAuthChallenge({
    UserPoolId: pool.UserPoolId,
    ClientId: pool.clientIds.open,
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    ChallengeResponses: { USERNAME, NEW_PASSWORD },
    Session,
  });

describe('sign-in', () => {
  it('answers with tokens for the right password', async () => {
    await createConfirmedUser('right');
    const { AuthenticationResult, ChallengeName } = await signIn('right', permanentPassword);
    expect(ChallengeName).toBeUndefined();
    const token = expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+/);
    expect(AuthenticationResult).toMatchObject({ AccessToken: token, IdToken: token, RefreshToken: token });
    expect(AuthenticationResult).toMatchObject({ TokenType: 'Bearer', ExpiresIn: 3600 });
  });

  it('refuses a wrong password, and capitals in a right one', async () => {
    await createConfirmedUser('wrong');
    expect(await catchRefusal(signIn('wrong', 'Wrong-pass-123'))).toEqual(wrongPasswordError);
    expect(await catchRefusal(signIn('wrong', permanentPassword.toUpperCase()))).toEqual(wrongPasswordError);
    expect(await catchRefusal(signIn('wrong', ''))).toMatchObject({ status: 400 });
  });

  it('refuses a wrong temporary password', async () => {
    await createUser('wrong-temporary');
    expect(await catchRefusal(signIn('wrong-temporary', permanentPassword))).toEqual(wrongPasswordError);
  });

  it('tells who is unknown only through the client that may', async () => {
    expect(await catchRefusal(signIn('unknown', permanentPassword, pool.clientIds.discreet))).toEqual(
      wrongPasswordError,
    );
    expect(await catchRefusal(signIn('unknown', permanentPassword, pool.clientIds.open))).toEqual({
      name: 'UserNotFoundException',
      message: 'User does not exist.',
      status: 400,
    });
  });

  it('refuses a disabled user until enabled again', async () => {
    await createConfirmedUser('disabled');
    await cognito.adminDisableUser(userInPool('disabled'));
    expect((await cognito.adminGetUser(userInPool('disabled'))).Enabled).toBe(false);
    expect(await catchRefusal(signIn('disabled', permanentPassword))).toEqual({
      name: 'NotAuthorizedException',
      message: 'User is disabled.',
      status: 400,
    });
    await cognito.adminEnableUser(userInPool('disabled'));
    expect((await signIn('disabled', permanentPassword)).AuthenticationResult).toBeDefined();
  });

  it('rests after five wrong passwords, also for the right one', async () => {
    await createConfirmedUser('guessed');
    for (let guess = 0; guess < 5; guess++) {
      expect(await catchRefusal(signIn('guessed', `Wrong-pass-00${guess}`))).toEqual(wrongPasswordError);
    }
    expect(await catchRefusal(signIn('guessed', permanentPassword))).toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Password attempts exceeded',
    });
    await expect
      .poll(
        () =>
          signIn('guessed', permanentPassword).then(
            ({ AuthenticationResult }) => AuthenticationResult,
            () => null,
          ),
        {
          timeout: 15_000,
          interval: 500,
        },
      )
      .toBeTruthy();
  });
});

describe('the change of a temporary password', () => {
  const challenged = async (name: string) => {
    await createUser(name);
    const { ChallengeName, Session, AuthenticationResult } = await signIn(name, temporaryPassword);
    expect(ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
    expect(AuthenticationResult).toBeUndefined();
    return Session;
  };

  it('signs in with the new password from then on', async () => {
    const session = await challenged('changing');
    expect((await answer('changing', permanentPassword, session)).AuthenticationResult?.IdToken).toBeTruthy();
    expect((await cognito.adminGetUser(userInPool('changing'))).UserStatus).toBe('CONFIRMED');
    expect((await signIn('changing', permanentPassword)).AuthenticationResult).toBeDefined();
    expect(await catchRefusal(signIn('changing', temporaryPassword))).toEqual(wrongPasswordError);
  });

  it('asks for another one when the new password breaks the policy', async () => {
    const session = await challenged('retrying');
    expect((await catchRefusal(answer('retrying', 'short', session))).name).toBe('InvalidPasswordException');
    expect((await answer('retrying', permanentPassword, session)).AuthenticationResult).toBeDefined();
  });

  it('happens once for a session', async () => {
    const session = await challenged('once');
    await answer('once', permanentPassword, session);
    expect((await catchRefusal(answer('once', 'Third-pass-123', session))).name).toBe('NotAuthorizedException');
    expect((await signIn('once', permanentPassword)).AuthenticationResult).toBeDefined();
  });

  it('is for the user who signed in, with the session that was given', async () => {
    const session = await challenged('mine');
    await createUser('theirs');
    expect((await catchRefusal(answer('theirs', permanentPassword, session))).name).toBe('NotAuthorizedException');
    const invented = Buffer.from('x'.repeat(150)).toString('base64url');
    expect((await catchRefusal(answer('mine', permanentPassword, invented))).name).toMatch(
      /NotAuthorizedException|CodeMismatchException/,
    );
    expect((await cognito.adminGetUser(userInPool('mine'))).UserStatus).toBe('FORCE_CHANGE_PASSWORD');
  });
});
