import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { multibase } from '#shared/options/signed-cards/signed-card.ts';

/** Says of a public key that it is one of Ed25519 (multicodec `ed25519-pub`). */
const ed25519 = [0xed, 0x01];

/** A new pair of keys: the public half as a Multikey has it, the secret one as a JWK. */
export function generateKeys(): { publicKey: string; secretKey: string } {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const publicKey = multibase(new Uint8Array([...ed25519, ...Buffer.from(jwk.x ?? '', 'base64url')]));
  return { publicKey, secretKey: JSON.stringify(jwk) };
}

/** Signs with a secret key, which is read once. */
export function createSigner(secretKey: string): (data: Uint8Array) => Uint8Array {
  const key = createPrivateKey({ key: JSON.parse(secretKey), format: 'jwk' });
  return (data) => sign(null, data, key);
}
