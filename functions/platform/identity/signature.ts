import { createHmac, timingSafeEqual } from 'node:crypto';

/** A signature over a text, safe in cookies. */
export const sign = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('base64url');

/** Verifies a signature in constant time. */
export function isSigned(key: string, text: string, signature: string): boolean {
  const expected = Buffer.from(sign(key, text));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
