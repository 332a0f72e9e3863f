import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { multibase } from '#shared/options/signed-cards/signed-card.ts';

/** Says of a public key that it is one of Ed25519 (multicodec `ed25519-pub`). */
const ed25519 = [0xed, 0x01];

/** A new pair of keys: the public half as a Multikey has it, the secret one as a JWK. */
export function generateKeys(): { publicKey: string; secretKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { publicKey: toMultikey(publicKey), secretKey: JSON.stringify(privateKey.export({ format: 'jwk' })) };
}

/**
 * The public key as a Multikey has it.
 * @param spki SubjectPublicKeyInfo in DER
 * @throws Error for another kind of key
 */
export function toPublicKey(spki: Uint8Array): string {
  const key = createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' });
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Error(`The key is of ${key.asymmetricKeyType}, and not of Ed25519`);
  return toMultikey(key);
}

const toMultikey = (key: KeyObject): string =>
  multibase(new Uint8Array([...ed25519, ...Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url')]));

/** Signs with a secret key, which is read once. */
export function createSigner(secretKey: string): (data: Uint8Array) => Uint8Array {
  const key = createPrivateKey({ key: JSON.parse(secretKey), format: 'jwk' });
  return (data) => sign(null, data, key);
}
