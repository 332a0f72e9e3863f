import type { CardStatus, StatusPurpose } from './card-credential.ts';

/**
 * Cards that a status list has room for; fewer would say something about whose the bits are (Bitstring Status List
 * 1.0).
 */
export const statusListLength = 131_072;

/** The bits of a list, the first one in the highest place of the first byte. */
export function toStatusBits(indexes: Iterable<number>): Uint8Array<ArrayBuffer> {
  const bits = new Uint8Array(statusListLength / 8);
  for (const index of indexes) bits[index >> 3] = (bits[index >> 3] ?? 0) | (0x80 >> (index & 7));
  return bits;
}

const isSet = (bits: Uint8Array, index: number): boolean => ((bits[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0;

/** What the lists of its term say of a card. */
export const statusAt = (lists: Readonly<Record<StatusPurpose, Uint8Array>>, index: number): CardStatus =>
  isSet(lists.suspension, index) ? (isSet(lists.refresh, index) ? 'replaced' : 'removed') : 'valid';

/** Compresses bits as a status list credential has them. */
export async function encodeBits(bits: Uint8Array<ArrayBuffer>): Promise<string> {
  const compressed = await throughStream(bits, new CompressionStream('gzip'));
  const text = btoa(compressed.reduce((all, byte) => all + String.fromCharCode(byte), ''));
  return `u${text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

/** @throws Error for a list that is none */
export async function decodeBits(encoded: string): Promise<Uint8Array> {
  if (!encoded.startsWith('u')) throw new RangeError('Not a status list');
  const text = atob(encoded.slice(1).replaceAll('-', '+').replaceAll('_', '/'));
  const bits = await throughStream(
    Uint8Array.from(text, (one) => one.charCodeAt(0)),
    new DecompressionStream('gzip'),
  );
  if (bits.length !== statusListLength / 8) throw new RangeError('A status list of another length');
  return bits;
}

async function throughStream(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}
