import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminInitiateAuthCommand,
  AdminListGroupsForUserCommand,
  AdminRemoveUserFromGroupCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { authRefusals } from '#shared/accounts/wordings.ts';
import { type Role, roles } from '#shared/http/contract.ts';
import { ThrottledError, ValidationError } from '../errors.ts';

/**
 * The one client of a process. It finds a local stand-in through `AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER` by
 * itself.
 */
export const identityClient = new CognitoIdentityProviderClient({});
const pool = () => ({ UserPoolId: process.env.USER_POOL_ID, ClientId: process.env.USER_POOL_CLIENT_ID });

/** Cognito's answer to a user name and a password. `code due`: right, and the app's code is needed next. */
export type PasswordVerdict = 'right' | 'code due' | 'must change' | 'wrong';

/**
 * Cognito's answer: `proof` is the access token, or the session in which the code is to be answered. `groups` are those
 * in the token; undefined where the sign-in has not ended in one.
 */
export interface PasswordProof {
  verdict: PasswordVerdict;
  proof?: string | undefined;
  groups?: readonly string[] | undefined;
}

/** Errors that a caller sees as a wrong password: the reason would reveal whether the account exists. */
const refusals = new Set([
  'NotAuthorizedException',
  'UserNotFoundException',
  'UserNotConfirmedException',
  'PasswordResetRequiredException',
  'InvalidParameterException',
]);

export async function provePassword(userName: string, password: string): Promise<PasswordProof> {
  try {
    const answer = await identityClient.send(
      new AdminInitiateAuthCommand({
        ...pool(),
        AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: userName, PASSWORD: password },
      }),
    );
    if (answer.ChallengeName === 'NEW_PASSWORD_REQUIRED') return { verdict: 'must change' };
    if (answer.ChallengeName === 'SOFTWARE_TOKEN_MFA') return { verdict: 'code due', proof: answer.Session };
    const token = answer.AuthenticationResult?.AccessToken;
    return token === undefined
      ? { verdict: 'wrong' }
      : { verdict: 'right', proof: token, groups: groupsOfToken(token) };
  } catch (error) {
    if (error instanceof Error && refusals.has(error.name)) return { verdict: 'wrong' };
    throw asAppError(error);
  }
}

/**
 * The names in an access token's `cognito:groups`; none where the claim is absent, as for a user in no group. The token
 * is read from Cognito's own answer to this process over TLS, which takes the place of its signature (OpenID Connect
 * Core 3.1.3.7).
 * @throws where it is no token of Cognito
 */
export function groupsOfToken(token: string): string[] {
  const { 'cognito:groups': groups = [] } = JSON.parse(
    Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'),
  );
  if (!Array.isArray(groups)) throw new TypeError('cognito:groups is no list');
  return groups.map(String);
}

/** The names of the groups that a user is in now: one page of 60. None for a missing user. */
export async function listGroups(userName: string): Promise<string[]> {
  try {
    const { Groups = [] } = await identityClient.send(new AdminListGroupsForUserCommand(userOf(userName)));
    return Groups.map(({ GroupName = '' }) => GroupName);
  } catch (error) {
    if (isNamed(error, 'UserNotFoundException')) return [];
    throw asAppError(error);
  }
}

/** Sets a password that the user has chosen. */
export async function setPassword(userName: string, password: string): Promise<void> {
  const command = new AdminSetUserPasswordCommand({
    UserPoolId: process.env.USER_POOL_ID,
    Username: userName,
    Password: password,
    Permanent: true,
  });
  await identityClient.send(command).catch((error: unknown) => {
    throw asAppError(error);
  });
}

const userOf = (userName: string) => ({ UserPoolId: process.env.USER_POOL_ID, Username: userName });

/**
 * Creates a user of a kind, who must choose a password at the first sign-in, without a message. An existing user, which
 * an interrupted attempt leaves behind, gets the password in place of the earlier one, and leaves the groups of other
 * kinds.
 */
export async function makeUser({
  userName,
  role,
  oneTimePassword,
}: {
  userName: string;
  role: Role;
  oneTimePassword: string;
}): Promise<void> {
  const user = userOf(userName);
  try {
    await identityClient.send(
      new AdminCreateUserCommand({ ...user, TemporaryPassword: oneTimePassword, MessageAction: 'SUPPRESS' }),
    );
  } catch (error) {
    if (!isNamed(error, 'UsernameExistsException')) throw error;
    await identityClient.send(
      new AdminSetUserPasswordCommand({ ...user, Password: oneTimePassword, Permanent: false }),
    );
    return setGroup(userName, role);
  }
  await setGroup(userName, role, []);
}

/**
 * Puts a user into the group of a kind, and then out of the others of `from`: by default the groups of all kinds.
 * Idempotent.
 */
export async function setGroup(userName: string, role: Role, from: readonly string[] = roles): Promise<void> {
  const user = userOf(userName);
  await identityClient.send(new AdminAddUserToGroupCommand({ ...user, GroupName: role }));
  for (const GroupName of from) {
    if (GroupName !== role) await identityClient.send(new AdminRemoveUserFromGroupCommand({ ...user, GroupName }));
  }
}

/** Disables or enables a user. Returns false when there is no such user. */
export async function setEnabled(userName: string, isEnabled: boolean): Promise<boolean> {
  const user = userOf(userName);
  try {
    await (isEnabled
      ? identityClient.send(new AdminEnableUserCommand(user))
      : identityClient.send(new AdminDisableUserCommand(user)));
    return true;
  } catch (error) {
    if (isNamed(error, 'UserNotFoundException')) return false;
    throw error;
  }
}

/** Deletes a user. A missing one is no error. */
export async function removeUser(userName: string): Promise<void> {
  await identityClient.send(new AdminDeleteUserCommand(userOf(userName))).catch((error: unknown) => {
    if (!isNamed(error, 'UserNotFoundException')) throw error;
  });
}

/** Gives an existing user another one-time password. Returns false when there is no such user. */
export async function setOneTimePassword(userName: string, password: string): Promise<boolean> {
  try {
    await identityClient.send(
      new AdminSetUserPasswordCommand({ ...userOf(userName), Password: password, Permanent: false }),
    );
    return true;
  } catch (error) {
    if (isNamed(error, 'UserNotFoundException')) return false;
    throw error;
  }
}

const isNamed = (error: unknown, name: string): boolean => error instanceof Error && error.name === name;

/** Errors that the user can correct; others stay as they are. */
function asAppError(error: unknown): unknown {
  const name = error instanceof Error ? error.name : '';
  if (name === 'TooManyRequestsException') return new ThrottledError(authRefusals.tooManyTries);
  if (name === 'InvalidPasswordException')
    return new ValidationError({ password: ['Please choose another password.'] });
  return error;
}
