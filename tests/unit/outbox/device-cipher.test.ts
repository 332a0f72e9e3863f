import { describe, expect, it } from 'vitest';
import { createDeviceCipher } from '../../../web/outbox/device/device-cipher.ts';

const cipher = createDeviceCipher(Buffer.alloc(32, 7).toString('base64url'));
const other = createDeviceCipher(Buffer.alloc(32, 8).toString('base64url'));

describe('the cipher of what a device keeps', () => {
  it('gives back what it was given, at its place, to the same key alone', () => {
    const value = { typed: 'Zoë — 57 ½', was: null, list: [1, '', false] };
    const bytes = cipher.encrypt(value, 'here');
    expect(cipher.decrypt(bytes, 'here')).toEqual({ value });
    expect([cipher.decrypt(bytes, 'there'), other.decrypt(bytes, 'here')]).toEqual([null, null]);
  });

  it('refuses whatever is not just what it wrote', () => {
    const bytes = cipher.encrypt('57', 'here');
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = bytes.slice();
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(cipher.decrypt(changed, 'here')).toBeNull();
    }
    for (const damaged of [bytes.slice(1), new Uint8Array(), new Uint8Array(11), '57', null, undefined, { open: {} }])
      expect(cipher.decrypt(damaged, 'here')).toBeNull();
  });

  it('writes the same value otherwise each time, and the same name always the same', () => {
    const written = Array.from({ length: 100 }, () => Buffer.from(cipher.encrypt('57', 'here')).toString('hex'));
    expect(new Set(written).size).toBe(100);
    const name = cipher.encryptName('subjectRecord/S01');
    expect([cipher.encryptName('subjectRecord/S01'), cipher.decryptName(name)]).toEqual([name, 'subjectRecord/S01']);
    expect([other.encryptName('subjectRecord/S01') === name, other.decryptName(name)]).toEqual([false, undefined]);
    expect([cipher.decryptName('no name'), cipher.decryptName('!')]).toEqual([undefined, undefined]);
  });
});
