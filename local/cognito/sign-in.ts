import { randomBytes } from 'node:crypto';
import { ServiceError } from '../aws-protocol/json-service.ts';
import { hashPassword, requirePasswordPolicy, verifyPassword } from './passwords.ts';
import type { SoftwareTokens } from './software-token.ts';
import type { Tokens } from './tokens.ts';
import type { Client, Pool, User, UserDirectory } from './user-directory.ts';

const minuteMilliseconds = 60_000;
const dayMilliseconds = 24 * 3600_000;

type ChallengeName = 'NEW_PASSWORD_REQUIRED' | 'SOFTWARE_TOKEN_MFA';

interface Session {
  challenge: ChallengeName;
  pool: string;
  client: string;
  username: string;
  expires: number;
}

interface Response {
  UserPoolId: string;
  ClientId: string;
  ChallengeName: string;
  ChallengeResponses: Record<string, string>;
  Session?: string | undefined;
}

/**
 * The password sign-in of Cognito's server side, with two of its challenges: a new password, and the code of an app.
 */
export class CognitoSignIn {
  readonly #directory: UserDirectory;
  readonly #tokens: Tokens;
  readonly #softwareTokens: SoftwareTokens;
  readonly #now: () => number;
  readonly #sessions = new Map<string, Session>();

  /** `now` is the clock, in milliseconds since 1970. */
  constructor(
    directory: UserDirectory,
    { tokens, softwareTokens, now }: { tokens: Tokens; softwareTokens: SoftwareTokens; now: () => number },
  ) {
    this.#directory = directory;
    this.#tokens = tokens;
    this.#softwareTokens = softwareTokens;
    this.#now = now;
  }

  /** AdminInitiateAuth with ADMIN_USER_PASSWORD_AUTH. */
  async start(input: {
    UserPoolId: string;
    ClientId: string;
    AuthFlow: string;
    AuthParameters: Record<string, string>;
  }) {
    const pool = this.#directory.pool(input.UserPoolId);
    const client = this.#directory.client(pool.id, input.ClientId);
    if (input.AuthFlow !== 'ADMIN_USER_PASSWORD_AUTH') throw invalid('Initiate Auth method not supported.');
    if (!client.flows.includes('ALLOW_ADMIN_USER_PASSWORD_AUTH'))
      throw invalid('Auth flow not enabled for this client');
    const username = required(input.AuthParameters, 'USERNAME');
    const password = required(input.AuthParameters, 'PASSWORD');

    const user = this.#directory.findUser(pool, username);
    if (user === undefined && !client.hidesUnknownUsers) {
      throw new ServiceError('UserNotFoundException', 'User does not exist.');
    }
    this.#requireNotLocked(pool, username);
    const isRight = await verifyPassword(password, user?.passwordHash);
    if (user === undefined || !isRight) {
      this.#directory.countFailure(pool, username, this.#now());
      throw wrongPassword();
    }
    if (!user.isEnabled) throw notAuthorized('User is disabled.');
    this.#directory.forgetFailures(pool, username);
    if (user.status === 'CONFIRMED') return this.#withPassword({ pool, client, user });

    const validUntil = user.passwordSet + pool.policy.TemporaryPasswordValidityDays * dayMilliseconds;
    if (this.#now() > validUntil) {
      throw notAuthorized('Temporary password has expired and must be reset by an administrator.');
    }
    return {
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      ChallengeParameters: {
        USER_ID_FOR_SRP: user.username,
        requiredAttributes: '[]',
        userAttributes: JSON.stringify(user.attributes),
      },
      Session: this.#openSession('NEW_PASSWORD_REQUIRED', { pool, client, user }),
    };
  }

  /** The step after the right password of a confirmed user: tokens, or the challenge for the app's code. */
  #withPassword({ pool, client, user }: { pool: Pool; client: Client; user: User }) {
    if (!this.#softwareTokens.isAsked(pool, user)) {
      return this.#tokensOf({ pool, client, user });
    }
    return {
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      ChallengeParameters: { USER_ID_FOR_SRP: user.username },
      Session: this.#openSession('SOFTWARE_TOKEN_MFA', { pool, client, user }),
    };
  }

  /**
   * AdminRespondToAuthChallenge. A refused password or code leaves the session open for another try; it can be used
   * once.
   */
  async respond(input: Response) {
    const pool = this.#directory.pool(input.UserPoolId);
    const client = this.#directory.client(pool.id, input.ClientId);
    if (input.ChallengeName === 'NEW_PASSWORD_REQUIRED') {
      const password = required(input.ChallengeResponses, 'NEW_PASSWORD');
      const user = this.#challenged(input, { pool, client });
      requirePasswordPolicy(password, pool.policy);
      // Before the slow hash: of two answers that come together, one gets the session.
      this.#sessions.delete(input.Session ?? '');
      const passwordHash = await hashPassword(password);
      const now = this.#now();
      const changed = { passwordHash, passwordSet: now, modified: now, status: 'CONFIRMED' as const };
      this.#directory.changeUser(pool, user.username, changed);
      return this.#withPassword({ pool, client, user });
    }
    if (input.ChallengeName !== 'SOFTWARE_TOKEN_MFA') throw invalid('Challenge not supported by the stand-in.');
    const code = required(input.ChallengeResponses, 'SOFTWARE_TOKEN_MFA_CODE');
    const user = this.#challenged(input, { pool, client });
    this.#softwareTokens.requireCode(pool, user, code);
    this.#sessions.delete(input.Session ?? '');
    return this.#tokensOf({ pool, client, user });
  }

  /** The end of a sign-in: tokens, with the groups that the user is in now. */
  #tokensOf({ pool, client, user: { username, sub } }: { pool: Pool; client: Client; user: User }) {
    const groups = this.#directory.groupsOf(pool, username).map(({ name }) => name);
    const issued = this.#tokens.issue({ pool: pool.id, client: client.id, username, sub, groups });
    return { ChallengeParameters: {}, AuthenticationResult: issued };
  }

  /** The user of an open session. @throws Cognito's error where the session is another's, is over, or was used */
  #challenged(input: Response, { pool, client }: { pool: Pool; client: Client }): User {
    const username = required(input.ChallengeResponses, 'USERNAME');
    const session = this.#sessions.get(input.Session ?? '');
    const user = this.#directory.findUser(pool, username);
    const belongs =
      session !== undefined &&
      session.challenge === input.ChallengeName &&
      session.pool === pool.id &&
      session.client === client.id &&
      session.username === user?.username;
    if (!belongs) throw notAuthorized('Invalid session for the user.');
    if (this.#now() > session.expires) throw notAuthorized('Invalid session for the user, session is expired.');
    if (!user.isEnabled) throw notAuthorized('User is disabled.');
    return user;
  }

  #openSession(challenge: ChallengeName, { pool, client, user }: { pool: Pool; client: Client; user: User }): string {
    const now = this.#now();
    const validity = (client.sessionMinutes ?? 3) * minuteMilliseconds;
    for (const [id, { expires }] of this.#sessions) if (expires < now - validity) this.#sessions.delete(id);
    const id = randomBytes(120).toString('base64url');
    const whose = { pool: pool.id, client: client.id, username: user.username };
    this.#sessions.set(id, { challenge, ...whose, expires: now + validity });
    return id;
  }

  /**
   * After five wrong passwords a name rests for a second, and twice as long after each further one, up to 15 minutes.
   */
  #requireNotLocked(pool: Pool, username: string): void {
    const { failures, last } = this.#directory.failuresOf(pool, username);
    if (failures < 5) return;
    const seconds = Math.min(2 ** (failures - 5), 900);
    if (this.#now() < last + seconds * 1000) throw notAuthorized('Password attempts exceeded');
  }
}

function required(parameters: Record<string, string>, name: string): string {
  const value = parameters[name];
  if (value === undefined) throw invalid(`Missing required parameter ${name}`);
  return value;
}

function invalid(message: string): ServiceError {
  return new ServiceError('InvalidParameterException', message);
}

function notAuthorized(message: string): ServiceError {
  return new ServiceError('NotAuthorizedException', message);
}

function wrongPassword(): ServiceError {
  return notAuthorized('Incorrect username or password.');
}
