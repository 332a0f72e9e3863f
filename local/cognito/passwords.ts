import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { ServiceError } from '../aws-protocol/json-service.ts';
import type { PasswordPolicy } from './operation-inputs.ts';

const derive = promisify(scrypt) as (
  password: string,
  salt: Buffer,
  length: number,
  options: ScryptOptions,
) => Promise<Buffer>;

/** Modest on purpose (about 10 ms): a demonstration school sets some seventy passwords while it starts. */
const cost = { N: 2 ** 12, r: 8, p: 1 };
const hashBytes = 32;

let latest: { password: string; hash: Promise<string> } | undefined;

/**
 * A salted hash of a password. Setting the same password again and again, as the demonstration school does for all its
 * accounts, costs one derivation and gives one hash.
 */
export function hashPassword(password: string): Promise<string> {
  if (latest?.password !== password) latest = { password, hash: derived(password) };
  return latest.hash;
}

async function derived(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, hashBytes, cost);
  return `${salt.toString('base64')}:${hash.toString('base64')}`;
}

/**
 * Whether a password is the hashed one. Without a hash it does the same work and is false, so time tells nobody who
 * exists.
 */
export async function verifyPassword(password: string, stored = hashOfNobody): Promise<boolean> {
  const [salt = '', hash = ''] = stored.split(':');
  const candidate = await derive(password, Buffer.from(salt, 'base64'), hashBytes, cost);
  return timingSafeEqual(candidate, Buffer.from(hash, 'base64')) && stored !== hashOfNobody;
}

/** As long as another one. */
const hashOfNobody = `${randomBytes(16).toString('base64')}:${randomBytes(hashBytes).toString('base64')}`;

/** Symbols by Cognito's list; a space counts inside a password and not at its ends. */
const symbol = /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+-]|\S \S/;

/** @throws ServiceError InvalidPasswordException, with the first rule that the password breaks */
export function requirePasswordPolicy(password: string, policy: PasswordPolicy): void {
  const refuse = (reason: string) =>
    new ServiceError('InvalidPasswordException', `Password did not conform with policy: ${reason}`);
  if (password.length < policy.MinimumLength) throw refuse('Password not long enough');
  if (policy.RequireUppercase && !/\p{Lu}/u.test(password)) throw refuse('Password must have uppercase characters');
  if (policy.RequireLowercase && !/\p{Ll}/u.test(password)) throw refuse('Password must have lowercase characters');
  if (policy.RequireNumbers && !/\d/.test(password)) throw refuse('Password must have numeric characters');
  if (policy.RequireSymbols && !symbol.test(password)) throw refuse('Password must have symbol characters');
}
