import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../aws-protocol/json-service.ts';

const validSeconds = 3600;

/** The owner of an access token. */
export interface TokenOwner {
  pool: string;
  username: string;
}

/** Tokens with the look of Cognito's. An access token names its user and is signed with a key of this start; the others say nothing. */
export class Tokens {
  readonly #key = randomBytes(32);
  readonly #now: () => number;

  /** @param now the clock, in milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = now;
  }

  issue(owner: TokenOwner) {
    const random = () => [9, 90, 48].map((length) => randomBytes(length).toString('base64url')).join('.');
    const claims = { ...owner, exp: Math.floor(this.#now() / 1000) + validSeconds, jti: randomUUID() };
    const signed = `${encode({ alg: 'HS256' })}.${encode(claims)}`;
    return {
      AccessToken: `${signed}.${this.#sign(signed).toString('base64url')}`,
      IdToken: random(),
      RefreshToken: `${random()}.${randomUUID()}`,
      ExpiresIn: validSeconds,
      TokenType: 'Bearer',
    };
  }

  /** The owner of an access token. @throws Cognito's error for a forged or expired one */
  ownerOf(accessToken: string): TokenOwner {
    const [head = '', claims = '', signature = ''] = accessToken.split('.');
    const given = Buffer.from(signature, 'base64url');
    const expected = this.#sign(`${head}.${claims}`);
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      throw notAuthorized('Invalid Access Token');
    const { pool, username, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'));
    if (this.#now() / 1000 > exp) throw notAuthorized('Access Token has expired');
    return { pool, username };
  }

  #sign(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest();
  }
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const notAuthorized = (message: string): ServiceError => new ServiceError('NotAuthorizedException', message);
