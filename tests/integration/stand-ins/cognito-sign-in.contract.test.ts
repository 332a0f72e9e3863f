import { describe, expect, it } from 'vitest';
import {
  clients,
  cognito,
  create,
  createConfirmed,
  permanent,
  setUpPool,
  signIn,
  temporary,
  UserPoolId,
  user,
  wrongPassword,
} from './support/pool-under-test.ts';
import { refusalOf } from './support/service-under-test.ts';

setUpPool();

const answer = (USERNAME: string, NEW_PASSWORD: string, Session: string | undefined) =>
  cognito.adminRespondToAuthChallenge({
    UserPoolId,
    ClientId: clients.open,
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    ChallengeResponses: { USERNAME, NEW_PASSWORD },
    Session,
  });

describe('sign-in', () => {
  it('answers with tokens for the right password', async () => {
    await createConfirmed('right');
    const { AuthenticationResult, ChallengeName } = await signIn('right', permanent);
    expect(ChallengeName).toBeUndefined();
    const token = expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+/);
    expect(AuthenticationResult).toMatchObject({ AccessToken: token, IdToken: token, RefreshToken: token });
    expect(AuthenticationResult).toMatchObject({ TokenType: 'Bearer', ExpiresIn: 3600 });
  });

  it('refuses a wrong password, and capitals in a right one', async () => {
    await createConfirmed('wrong');
    expect(await refusalOf(signIn('wrong', 'Wrong-pass-123'))).toEqual(wrongPassword);
    expect(await refusalOf(signIn('wrong', permanent.toUpperCase()))).toEqual(wrongPassword);
    expect(await refusalOf(signIn('wrong', ''))).toMatchObject({ status: 400 });
  });

  it('refuses a wrong temporary password', async () => {
    await create('wrong-temporary');
    expect(await refusalOf(signIn('wrong-temporary', permanent))).toEqual(wrongPassword);
  });

  it('tells who is unknown only through the client that may', async () => {
    expect(await refusalOf(signIn('unknown', permanent, clients.discreet))).toEqual(wrongPassword);
    expect(await refusalOf(signIn('unknown', permanent, clients.open))).toEqual({
      name: 'UserNotFoundException',
      message: 'User does not exist.',
      status: 400,
    });
  });

  it('refuses a disabled user until enabled again', async () => {
    await createConfirmed('disabled');
    await cognito.adminDisableUser(user('disabled'));
    expect((await cognito.adminGetUser(user('disabled'))).Enabled).toBe(false);
    expect(await refusalOf(signIn('disabled', permanent))).toEqual({
      name: 'NotAuthorizedException',
      message: 'User is disabled.',
      status: 400,
    });
    await cognito.adminEnableUser(user('disabled'));
    expect((await signIn('disabled', permanent)).AuthenticationResult).toBeDefined();
  });

  it('refuses other flows, missing parameters and unknown clients', async () => {
    const attempt = (more: object) =>
      cognito.adminInitiateAuth({
        UserPoolId,
        ClientId: clients.open,
        AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: 'made', PASSWORD: temporary },
        ...more,
      });
    const flow = attempt({ AuthFlow: 'USER_PASSWORD_AUTH' });
    expect((await refusalOf(flow)).name).toBe('InvalidParameterException');
    expect(await refusalOf(attempt({ AuthParameters: { USERNAME: 'made' } }))).toMatchObject({
      name: 'InvalidParameterException',
      message: 'Missing required parameter PASSWORD',
    });
    expect((await refusalOf(attempt({ ClientId: '0123456789abcdefghijklmnop' }))).name).toBe(
      'ResourceNotFoundException',
    );
  });

  it('rests after five wrong passwords, also for the right one', async () => {
    await createConfirmed('guessed');
    for (let guess = 0; guess < 5; guess++) {
      expect(await refusalOf(signIn('guessed', `Wrong-pass-00${guess}`))).toEqual(wrongPassword);
    }
    expect(await refusalOf(signIn('guessed', permanent))).toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Password attempts exceeded',
    });
    await expect
      .poll(
        () =>
          signIn('guessed', permanent).then(
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
    await create(name);
    const { ChallengeName, Session, AuthenticationResult } = await signIn(name, temporary);
    expect(ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
    expect(AuthenticationResult).toBeUndefined();
    return Session;
  };

  it('signs in with the new password from then on', async () => {
    const session = await challenged('changing');
    expect((await answer('changing', permanent, session)).AuthenticationResult?.IdToken).toBeTruthy();
    expect((await cognito.adminGetUser(user('changing'))).UserStatus).toBe('CONFIRMED');
    expect((await signIn('changing', permanent)).AuthenticationResult).toBeDefined();
    expect(await refusalOf(signIn('changing', temporary))).toEqual(wrongPassword);
  });

  it('asks for another one when the new password breaks the policy', async () => {
    const session = await challenged('retrying');
    expect((await refusalOf(answer('retrying', 'short', session))).name).toBe('InvalidPasswordException');
    expect((await answer('retrying', permanent, session)).AuthenticationResult).toBeDefined();
  });

  it('happens once for a session', async () => {
    const session = await challenged('once');
    await answer('once', permanent, session);
    expect((await refusalOf(answer('once', 'Third-pass-123', session))).name).toBe('NotAuthorizedException');
    expect((await signIn('once', permanent)).AuthenticationResult).toBeDefined();
  });

  it('is for the user who signed in, with the session that was given', async () => {
    const session = await challenged('mine');
    await create('theirs');
    expect((await refusalOf(answer('theirs', permanent, session))).name).toBe('NotAuthorizedException');
    const invented = Buffer.from('x'.repeat(150)).toString('base64url');
    expect((await refusalOf(answer('mine', permanent, invented))).name).toMatch(
      /NotAuthorizedException|CodeMismatchException/,
    );
    expect((await cognito.adminGetUser(user('mine'))).UserStatus).toBe('FORCE_CHANGE_PASSWORD');
  });
});
