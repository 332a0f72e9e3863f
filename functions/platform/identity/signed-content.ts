import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { toCanonicalText } from '../canonical-text.ts';

/**
 * What leaves the school as a file that says whose it is and that nobody changed it: content, its hash, and a signature
 * with the public half of the key that made it. The file alone proves that it is whole; whose key it is, its reader
 * knows by the fingerprint (`fingerprintOfKey`).
 */
export interface SignedContent<C> {
  content: C;
  /** Of the canonical text of `content`, in hex. */
  sha256: string;
  signature: {
    algorithm: 'Ed25519';
    /** The public key's 32 bytes, in base64url. */
    key: string;
    /** Over the canonical text, in base64url. */
    value: string;
  };
}

/** @param secret 256 bits in base64url (`newSecret`): the seed of the key */
export function signContent<C>(content: C, secret: string): SignedContent<C> {
  const key = toPrivateKey(secret);
  const text = Buffer.from(toCanonicalText(content));
  return {
    content,
    sha256: hashOf(text),
    signature: {
      algorithm: 'Ed25519',
      key: publicHalfOf(key),
      value: sign(null, text, key).toString('base64url'),
    },
  };
}

/** The public half of the key of a secret, as signed files have it. */
export const toPublicKey = (secret: string): string => publicHalfOf(toPrivateKey(secret));

/** Whether a signed file is as its key signed it. Whose key that is, is another question. */
export function isSignedAsItIs({ content, sha256, signature }: SignedContent<unknown>): boolean {
  try {
    const text = Buffer.from(toCanonicalText(content));
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: signature.key }, format: 'jwk' });
    // Another spelling of the same bytes, such as one with a newline, would be another fingerprint.
    if (key.export({ format: 'jwk' }).x !== signature.key) return false;
    return hashOf(text) === sha256 && verify(null, text, key, Buffer.from(signature.value, 'base64url'));
  } catch {
    return false;
  }
}

/** What people compare by eye or telephone: the first 80 bits of the key's SHA-256, such as `3F2A-…-90CC`. */
export const fingerprintOfKey = (publicKey: string): string =>
  (
    createHash('sha256')
      .update(Buffer.from(publicKey, 'base64url'))
      .digest('hex')
      .slice(0, 20)
      .toUpperCase()
      .match(/.{4}/g) ?? []
  ).join('-');

const hashOf = (text: Buffer): string => createHash('sha256').update(text).digest('hex');

/** What precedes the 32 bytes of a seed in PKCS #8 (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

function toPrivateKey(secret: string): KeyObject {
  const key = Buffer.concat([pkcs8, Buffer.from(secret, 'base64url')]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}

const publicHalfOf = (key: KeyObject): string => createPublicKey(key).export({ format: 'jwk' }).x ?? '';
