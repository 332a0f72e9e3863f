import { createHmac } from 'node:crypto';

/** Seconds that a code is shown (RFC 6238). */
const stepSeconds = 30;
const digits = 6;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Bytes as authenticator apps take them: base 32, without padding. */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

export function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The step that a moment is in. @param now milliseconds since 1970 */
export const totpStepAt = (now: number): number => Math.floor(now / 1000 / stepSeconds);

/** The code of a step: RFC 6238 with SHA-1 over RFC 4226's truncation, as every authenticator app does it. */
export function makeTotpCode(secret: Uint8Array, step: number, length = digits): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0xf;
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** length).padStart(length, '0');
}

/** The step whose code was typed, where a clock may be one step off; undefined where it is no code of these three. */
export function findStepOfCode(secret: Uint8Array, code: string, now: number): number | undefined {
  const step = totpStepAt(now);
  return [step, step - 1, step + 1].find((one) => makeTotpCode(secret, one) === code);
}
