import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** 256 random bits, safe in cookies and addresses. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The hash of a secret, which the table stores so that a leaked table grants no access. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Without characters that look or sound alike. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Sixteen characters: 93 bits. */
export const newOneTimePassword = (): string =>
  Array.from({ length: 16 }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

/** A signature over a text, safe in cookies. */
export const sign = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('base64url');

/** Verifies a signature in constant time. */
export function isSigned(key: string, text: string, signature: string): boolean {
  const expected = Buffer.from(sign(key, text));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
