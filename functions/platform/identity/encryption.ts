import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const sizes = { nonce: 12, tag: 16 } as const;

/** The ciphertext for the table. Only the browser has the secret. */
export function encrypt(secret: string, text: string): string {
  const nonce = randomBytes(sizes.nonce);
  const cipher = createCipheriv(algorithm, keyOf(secret), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** The plain text. @throws for another secret, or a ciphertext that was changed */
export function decrypt(secret: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const tagEnd = sizes.nonce + sizes.tag;
  const decipher = createDecipheriv(algorithm, keyOf(secret), bytes.subarray(0, sizes.nonce), {
    authTagLength: sizes.tag,
  });
  decipher.setAuthTag(bytes.subarray(sizes.nonce, tagEnd));
  return Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()]).toString('utf8');
}

/** Derived differently from the hash that the table stores (`hashSecret`). */
const keyOf = (secret: string): Buffer => createHash('sha256').update(`sealed:${secret}`).digest();
