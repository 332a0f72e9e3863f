import { randomBytes, randomUUID } from 'node:crypto';
import { ServiceError } from '../aws-protocol/json-service.ts';
import { hashPassword, requirePolicy, verifyPassword } from './passwords.ts';
import type { Pool, User, UserDirectory } from './user-directory.ts';

const sessionMilliseconds = 3 * 60_000;
const dayMilliseconds = 24 * 3600_000;

interface Session {
  pool: string;
  client: string;
  username: string;
  expires: number;
}

/** The password sign-in of Cognito's server side, with its one challenge, NEW_PASSWORD_REQUIRED. */
export class SignIn {
  readonly #directory: UserDirectory;
  readonly #now: () => number;
  readonly #sessions = new Map<string, Session>();

  /** @param now the clock, in milliseconds since 1970 */
  constructor(directory: UserDirectory, now: () => number) {
    this.#directory = directory;
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
    if (user !== undefined) this.#requireNotLocked(user);
    const isRight = await verifyPassword(password, user?.passwordHash);
    if (user === undefined) throw wrongPassword();
    if (!isRight) {
      this.#countFailure(pool, username);
      throw wrongPassword();
    }
    if (!user.isEnabled) throw notAuthorized('User is disabled.');
    this.#directory.changeUser(pool, username, { failures: 0 });
    if (user.status === 'CONFIRMED') return { ChallengeParameters: {}, AuthenticationResult: tokens() };

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
      Session: this.#openSession({ pool: pool.id, client: client.id, username: user.username }),
    };
  }

  /** AdminRespondToAuthChallenge with NEW_PASSWORD_REQUIRED. A refused password leaves the session open for another try. */
  async respond(input: {
    UserPoolId: string;
    ClientId: string;
    ChallengeName: string;
    ChallengeResponses: Record<string, string>;
    Session?: string | undefined;
  }) {
    const pool = this.#directory.pool(input.UserPoolId);
    const client = this.#directory.client(pool.id, input.ClientId);
    if (input.ChallengeName !== 'NEW_PASSWORD_REQUIRED') throw invalid('Challenge not supported by the stand-in.');
    const username = required(input.ChallengeResponses, 'USERNAME');
    const password = required(input.ChallengeResponses, 'NEW_PASSWORD');
    const session = this.#sessions.get(input.Session ?? '');
    const user = this.#directory.findUser(pool, username);
    const belongs =
      session !== undefined &&
      session.pool === pool.id &&
      session.client === client.id &&
      session.username === user?.username;
    if (!belongs) throw notAuthorized('Invalid session for the user.');
    if (this.#now() > session.expires) throw notAuthorized('Invalid session for the user, session is expired.');
    if (!user.isEnabled) throw notAuthorized('User is disabled.');
    requirePolicy(password, pool.policy);

    // Before the slow hash: of two answers that come together, one gets the session.
    this.#sessions.delete(input.Session ?? '');
    const passwordHash = await hashPassword(password);
    const now = this.#now();
    this.#directory.changeUser(pool, username, { passwordHash, passwordSet: now, modified: now, status: 'CONFIRMED' });
    return { ChallengeParameters: {}, AuthenticationResult: tokens() };
  }

  #openSession(session: Omit<Session, 'expires'>): string {
    const now = this.#now();
    for (const [id, { expires }] of this.#sessions) if (expires < now - sessionMilliseconds) this.#sessions.delete(id);
    const id = randomBytes(120).toString('base64url');
    this.#sessions.set(id, { ...session, expires: now + sessionMilliseconds });
    return id;
  }

  /** After five wrong passwords an account rests for a second, and twice as long after each further one, up to 15 minutes. */
  #requireNotLocked({ failures, lastFailure }: User): void {
    if (failures < 5) return;
    const seconds = Math.min(2 ** (failures - 5), 900);
    if (this.#now() < lastFailure + seconds * 1000) throw notAuthorized('Password attempts exceeded');
  }

  #countFailure(pool: Pool, username: string): void {
    // Read again: other tries may have failed while this one was checked.
    const user = this.#directory.findUser(pool, username);
    if (user === undefined) return;
    const now = this.#now();
    const failures = now - user.lastFailure > 900_000 ? 1 : user.failures + 1;
    this.#directory.changeUser(pool, username, { failures, lastFailure: now });
  }
}

/** Tokens have the look of Cognito's and say nothing: the product never reads them. */
function tokens() {
  const token = () => [9, 90, 48].map((length) => randomBytes(length).toString('base64url')).join('.');
  return {
    AccessToken: token(),
    IdToken: token(),
    RefreshToken: `${token()}.${randomUUID()}`,
    ExpiresIn: 3600,
    TokenType: 'Bearer',
  };
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
