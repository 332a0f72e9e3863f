import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { localAccount } from '../aws-protocol/account.ts';
import { ServiceError } from '../aws-protocol/json-service.ts';

const validSeconds = 3600;
/** Before the pool's id in the claim `iss`. */
const issuers = `https://cognito-idp.${localAccount.region}.amazonaws.com/`;

/** The owner of an access token. */
export interface TokenOwner {
  pool: string;
  username: string;
}

/** Whom tokens are issued to. */
export interface TokenSubject extends TokenOwner {
  sub: string;
  /** Id of the client through which the user signs in. */
  client: string;
  /** Names of the user's groups. */
  groups: readonly string[];
}

/**
 * Tokens with Cognito's claims, signed with a key of this start; a refresh token says nothing. `cognito:groups` has the
 * order of AdminListGroupsForUser, for AWS documents none, and is absent where there is no group. Groups have no IAM
 * roles here, so the claims that precedence decides are absent too.
 */
export class Tokens {
  readonly #key = randomBytes(32);
  readonly #now: () => number;

  /** @param now the clock, in milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = now;
  }

  issue({ pool, username, sub, client, groups }: TokenSubject) {
    const random = () => [9, 90, 48].map((length) => randomBytes(length).toString('base64url')).join('.');
    const now = Math.floor(this.#now() / 1000);
    const claims = {
      sub,
      ...(groups.length > 0 ? { 'cognito:groups': groups } : {}),
      iss: `${issuers}${pool}`,
      auth_time: now,
      iat: now,
      exp: now + validSeconds,
    };
    const ofUse = { access: { client_id: client, username }, id: { aud: client, 'cognito:username': username } };
    const token = (token_use: keyof typeof ofUse): string => {
      const signed = `${encode({ alg: 'HS256' })}.${encode({ ...claims, token_use, ...ofUse[token_use], jti: randomUUID() })}`;
      return `${signed}.${this.#sign(signed).toString('base64url')}`;
    };
    return {
      AccessToken: token('access'),
      IdToken: token('id'),
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
    const { iss, username, token_use, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'));
    if (token_use !== 'access') throw notAuthorized('Invalid Access Token');
    if (this.#now() / 1000 > exp) throw notAuthorized('Access Token has expired');
    return { pool: iss.slice(issuers.length), username };
  }

  #sign(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest();
  }
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const notAuthorized = (message: string): ServiceError => new ServiceError('NotAuthorizedException', message);
