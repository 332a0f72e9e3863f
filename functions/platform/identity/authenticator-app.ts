import {
  AdminRespondToAuthChallengeCommand,
  AdminSetUserMFAPreferenceCommand,
  AssociateSoftwareTokenCommand,
  SetUserMFAPreferenceCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { authRefusals } from '#shared/accounts/wordings.ts';
import { ThrottledError } from '../errors.ts';
import { groupsOfToken, identityClient } from './user-pool.ts';

/** Cognito's answer to a code. `over`: the sign-in has expired or was ended. */
export type CodeVerdict = 'right' | 'wrong' | 'used' | 'over';

/**
 * Answers Cognito's challenge for a code, which follows the right password. Returns the access token for a right code,
 * and the groups in it.
 */
export async function answerCode({
  userName,
  session,
  code,
}: {
  userName: string;
  session: string;
  code: string;
}): Promise<{ verdict: CodeVerdict; token?: string | undefined; groups?: readonly string[] | undefined }> {
  let token: string | undefined;
  try {
    const answer = await identityClient.send(
      new AdminRespondToAuthChallengeCommand({
        UserPoolId: process.env.USER_POOL_ID,
        ClientId: process.env.USER_POOL_CLIENT_ID,
        ChallengeName: 'SOFTWARE_TOKEN_MFA',
        ChallengeResponses: { USERNAME: userName, SOFTWARE_TOKEN_MFA_CODE: code },
        Session: session,
      }),
    );
    token = answer.AuthenticationResult?.AccessToken;
  } catch (error) {
    return { verdict: verdictOf(error) };
  }
  return token === undefined ? { verdict: 'over' } : { verdict: 'right', token, groups: groupsOfToken(token) };
}

const verdicts: Readonly<Record<string, CodeVerdict>> = {
  CodeMismatchException: 'wrong',
  EnableSoftwareTokenMFAException: 'wrong',
  InvalidParameterException: 'wrong',
  ExpiredCodeException: 'used',
  NotAuthorizedException: 'over',
  UserNotFoundException: 'over',
  SoftwareTokenMFANotFoundException: 'over',
};

function verdictOf(error: unknown): CodeVerdict {
  const name = error instanceof Error ? error.name : '';
  if (name === 'TooManyRequestsException' || name === 'LimitExceededException')
    throw new ThrottledError(authRefusals.tooManyTries);
  const verdict = verdicts[name];
  if (verdict === undefined) throw error;
  return verdict;
}

/** A new secret for an app, base 32. The earlier app remains valid until {@link confirmApp}. */
export async function requestAppSecret(token: string): Promise<string | undefined> {
  try {
    return (await identityClient.send(new AssociateSoftwareTokenCommand({ AccessToken: token }))).SecretCode;
  } catch (error) {
    if (verdictOf(error) === 'over') return undefined;
    throw error;
  }
}

/** Activates the new secret; from now on sign-ins need its codes. */
export async function confirmApp(token: string, code: string): Promise<CodeVerdict> {
  try {
    const { Status } = await identityClient.send(
      new VerifySoftwareTokenCommand({ AccessToken: token, UserCode: code }),
    );
    if (Status !== 'SUCCESS') return 'wrong';
    await identityClient.send(
      new SetUserMFAPreferenceCommand({
        AccessToken: token,
        SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
      }),
    );
    return 'right';
  } catch (error) {
    return verdictOf(error);
  }
}

/** Ends the demand for codes. A missing user is no error. */
export async function forgetApp(userName: string): Promise<void> {
  const command = new AdminSetUserMFAPreferenceCommand({
    UserPoolId: process.env.USER_POOL_ID,
    Username: userName,
    SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false },
  });
  await identityClient.send(command).catch((error: unknown) => {
    if (!(error instanceof Error && error.name === 'UserNotFoundException')) throw error;
  });
}
