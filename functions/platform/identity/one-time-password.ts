import { randomInt } from 'node:crypto';
import { passwordRule } from '#shared/auth/password.ts';

/** Nothing in it is mistaken for something else when it is read out or copied from paper. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Sixteen characters that the password rule accepts: 93 bits. */
export function newOneTimePassword(): string {
  const candidate = Array.from({ length: 16 }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
  return passwordRule.safeParse(candidate).success ? candidate : newOneTimePassword();
}
