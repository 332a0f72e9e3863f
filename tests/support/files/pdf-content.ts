import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';

/**
 * A digest of everything in a PDF apart from how well it is compressed: its streams inflated, in order, without the
 * table of places, which follows from their sizes. Equal digests are equal pages, structure, fonts and metadata.
 */
export function digestOfPdf(bytes: Uint8Array): string {
  const file = Buffer.from(bytes);
  const text = file.toString('latin1');
  const hash = createHash('sha256');
  for (const match of text.matchAll(/<<((?:[^<>]|<[^<]|>[^>])*)\/Length (\d+)[^\n]*?>>\s*stream\r?\n/g)) {
    const [whole, , length] = match;
    if (whole.includes('/XRef')) continue;
    const start = match.index + whole.length;
    const data = file.subarray(start, start + Number(length));
    hash.update(whole.includes('/FlateDecode') ? inflateSync(data) : data);
  }
  return hash.digest('hex').slice(0, 16);
}
