import { gcmsiv } from '@noble/ciphers/aes.js';

/**
 * Encrypts what a browser keeps of an account's typing (rule 67): AES-256-GCM-SIV, synchronously. A page that is closed
 * has no time for the browser's own, asynchronous encryption, nor has a transaction of IndexedDB (ADR 0013).
 */
export interface DeviceCipher {
  /** The name under which a record is stored: the same for the same id, and readable with the key alone. */
  encryptName: (id: string) => string;
  /** The id of a stored name; undefined where another key made it. */
  decryptName: (name: string) => string | undefined;
  /** @param place that the value is bound to: moved elsewhere it is unreadable */
  encrypt: (value: unknown, place: string) => Uint8Array<ArrayBuffer>;
  /** The same as base64url, for storage that takes text alone. */
  encryptToText: (value: unknown, place: string) => string;
  /** Bytes or text. Null where another key encrypted it, where it is damaged, or where it is of another place. */
  decrypt: (stored: unknown, place: string) => { value: unknown } | null;
}

const nonceLength = 12;
/** Names are encrypted the same each time, which GCM-SIV allows: all that shows is that two names are the same. */
const nameNonce = new Uint8Array(nonceLength);

const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** Bytes as base64url. */
const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Throws where the text is no base64. */
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

/** @param keyText 256 bits in base64url, which the server answers to the account */
export function createDeviceCipher(keyText: string): DeviceCipher {
  const key = fromBase64(keyText);
  const ofNames = () => gcmsiv(key, nameNonce, bytesOf('name'));
  const encrypt: DeviceCipher['encrypt'] = (value, place) => {
    const nonce = crypto.getRandomValues(new Uint8Array(nonceLength));
    const encrypted = gcmsiv(key, nonce, bytesOf(place)).encrypt(bytesOf(JSON.stringify(value)));
    const bytes = new Uint8Array(nonceLength + encrypted.length);
    bytes.set(nonce);
    bytes.set(encrypted, nonceLength);
    return bytes;
  };
  return {
    encryptName: (id) => toBase64(ofNames().encrypt(bytesOf(id))),
    decryptName: (name) => quietly(() => textOf(ofNames().decrypt(fromBase64(name)))),
    encrypt,
    encryptToText: (value, place) => toBase64(encrypt(value, place)),
    decrypt: (stored, place) =>
      quietly(() => {
        const bytes = typeof stored === 'string' ? fromBase64(stored) : (stored as Uint8Array);
        const nonce = bytes.subarray(0, nonceLength);
        const text = gcmsiv(key, nonce, bytesOf(place)).decrypt(bytes.subarray(nonceLength));
        return { value: JSON.parse(textOf(text)) as unknown };
      }) ?? null,
  };
}

function quietly<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
