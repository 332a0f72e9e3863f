import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type ContentEncoding = 'br' | 'gzip';

const compressors: Record<ContentEncoding, (body: Uint8Array) => Promise<Buffer>> = {
  // The middle of eleven: the first request of a file waits for it.
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  // Two megabytes of a list take 5 ms in place of 50, and are hardly larger.
  gzip: (body) => promisify(gzip)(body, { level: constants.Z_BEST_SPEED }),
};

export const compress = (body: Uint8Array, encoding: ContentEncoding): Promise<Buffer> => compressors[encoding](body);

/** The first of these encodings that the browser takes; undefined where it takes none. */
export function pickEncoding(
  request: IncomingMessage,
  offered: readonly ContentEncoding[],
): ContentEncoding | undefined {
  const header = request.headers['accept-encoding'];
  const refused = /;\s*q=0(\.0*)?$/;
  const accepted = String(header ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => !refused.test(entry))
    .map((entry) => entry.split(';')[0]?.trim());
  return offered.find((encoding) => accepted.includes(encoding));
}
