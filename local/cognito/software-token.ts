import { randomBytes } from 'node:crypto';
import { ServiceError } from '../aws-protocol/json-service.ts';
import type { MfaSettings } from './operation-inputs.ts';
import type { Tokens } from './tokens.ts';
import { findStepOfCode, fromBase32, toBase32 } from './totp.ts';
import type { Pool, User, UserDirectory } from './user-directory.ts';

/** Time-based one-time passwords of a pool's users: setting an app up, asking for its codes, and who is asked. */
export class SoftwareTokens {
  readonly #directory: UserDirectory;
  readonly #tokens: Tokens;
  readonly #now: () => number;

  constructor(directory: UserDirectory, { tokens, now }: { tokens: Tokens; now: () => number }) {
    this.#directory = directory;
    this.#tokens = tokens;
    this.#now = now;
  }

  /** A new secret. The one before counts until this one is verified. */
  associate(accessToken: string) {
    const { pool, user } = this.#ownerOf(accessToken);
    const secret = toBase32(randomBytes(32));
    this.#directory.changeUser(pool, user.username, { softwareTokenOffered: secret });
    return { SecretCode: secret };
  }

  /** Takes the new secret into use with the first code of it. */
  verify(accessToken: string, code: string) {
    const { pool, user } = this.#ownerOf(accessToken);
    const secret = user.softwareTokenOffered;
    if (secret === undefined) throw new ServiceError('InvalidParameterException', 'No software token was associated.');
    const step = findStepOfCode(fromBase32(secret), code, this.#now());
    if (step === undefined) throw new ServiceError('EnableSoftwareTokenMFAException', 'Code mismatch');
    this.#directory.changeUser(pool, user.username, {
      softwareToken: secret,
      softwareTokenOffered: undefined,
      softwareTokenStep: step,
    });
    return { Status: 'SUCCESS' };
  }

  setOwnPreference(accessToken: string, settings: MfaSettings | undefined) {
    const { pool, user } = this.#ownerOf(accessToken);
    return this.setPreference(pool, user, settings);
  }

  setPreference(pool: Pool, user: User, settings: MfaSettings | undefined) {
    if (settings === undefined) return {};
    if (settings.Enabled && user.softwareToken === undefined) {
      throw new ServiceError('InvalidParameterException', 'User has not verified software token mfa');
    }
    this.#directory.changeUser(pool, user.username, { isSoftwareTokenOn: settings.Enabled });
    return {};
  }

  /** True where a right password is followed by the question for a code. */
  isAsked(pool: Pool, user: User): boolean {
    return pool.hasSoftwareTokens === true && user.isSoftwareTokenOn === true;
  }

  /** @throws where the code is wrong, or has been used */
  requireCode(pool: Pool, user: User, code: string): void {
    const step = user.softwareToken && findStepOfCode(fromBase32(user.softwareToken), code, this.#now());
    if (step === undefined || step === '') {
      throw new ServiceError('CodeMismatchException', 'Invalid code received for user');
    }
    if (step <= (user.softwareTokenStep ?? -1)) {
      throw new ServiceError('ExpiredCodeException', 'Your software token has already been used once.');
    }
    this.#directory.changeUser(pool, user.username, { softwareTokenStep: step });
  }

  #ownerOf(accessToken: string): { pool: Pool; user: User } {
    const { pool: id, username } = this.#tokens.ownerOf(accessToken);
    const pool = this.#directory.pool(id);
    if (!pool.hasSoftwareTokens) {
      throw new ServiceError(
        'SoftwareTokenMFANotFoundException',
        'Software token MFA is not enabled for the user pool.',
      );
    }
    const user = this.#directory.user(pool, username);
    if (!user.isEnabled) throw new ServiceError('NotAuthorizedException', 'User is disabled.');
    return { pool, user };
  }
}
