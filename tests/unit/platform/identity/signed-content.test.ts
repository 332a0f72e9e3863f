import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newSecret } from '#functions/platform/identity/secrets.ts';
import {
  fingerprintOfKey,
  isSignedAsItIs,
  signContent,
  toPublicKey,
} from '#functions/platform/identity/signed-content.ts';

const secret = newSecret();
const content = {
  school: 'Northgate',
  figures: [
    { level: 1, students: 150 },
    { level: 2, students: null },
  ],
};

describe('a signed file', () => {
  it('is verified by Node with nothing but the key in it', () => {
    const { sha256, signature } = signContent(content, secret);
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: signature.key }, format: 'jwk' });
    const text = '{"figures":[{"level":1,"students":150},{"level":2,"students":null}],"school":"Northgate"}';
    expect(verify(null, Buffer.from(text), key, Buffer.from(signature.value, 'base64url'))).toBe(true);
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(toPublicKey(secret)).toBe(signature.key);
  });

  it('is the same after it was written with other spaces and another order', () => {
    const signed = signContent(content, secret);
    const { figures, school } = content;
    const again = JSON.parse(JSON.stringify({ ...signed, content: { school, figures } }, null, 4));
    expect(isSignedAsItIs(again)).toBe(true);
  });

  it('is refused with any other figure, hash, key or signature', () => {
    const signed = signContent(content, secret);
    const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x ?? '';
    const changed = structuredClone(signed);
    changed.content.figures[0] = { level: 1, students: 151 };
    const rehashed = { ...changed, sha256: signContent(changed.content, newSecret()).sha256 };
    const { signature } = signed;
    for (const forged of [
      changed,
      rehashed,
      { ...signed, sha256: '0'.repeat(64) },
      { ...signed, signature: { ...signature, key: other } },
      { ...signed, signature: { ...signature, key: `${signature.key}\n` } },
      { ...signed, signature: { ...signature, value: signature.value.slice(2) } },
      { ...signed, signature: { ...signature, key: '' } },
    ])
      expect(isSignedAsItIs(forged)).toBe(false);
    expect(isSignedAsItIs(signed)).toBe(true);
  });

  it('names its key by twenty digits that can be read out', () => {
    expect(fingerprintOfKey(toPublicKey(secret))).toMatch(/^([0-9A-F]{4}-){4}[0-9A-F]{4}$/);
    expect(fingerprintOfKey(toPublicKey(newSecret()))).not.toBe(fingerprintOfKey(toPublicKey(secret)));
  });
});
