import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { S3Error } from './s3-error.ts';
import type { S3Request } from './s3-request.ts';

/**
 * The bytes of an upload, taken out of their transfer encoding and checked against everything the sender said of them.
 */
export interface UploadBody {
  bytes: Buffer;
  checksum: { algorithm: string; value: string } | undefined;
}

/** Largest body that the stand-in keeps. S3 itself allows 5 GB for one upload; school files are 10 MB at most. */
export const maximumBodyBytes = 64 * 1024 * 1024;

const checksums: Record<string, (bytes: Buffer) => string> = {
  crc32: (bytes) => {
    const value = Buffer.alloc(4);
    value.writeUInt32BE(crc32(bytes));
    return value.toString('base64');
  },
  sha1: (bytes) => createHash('sha1').update(bytes).digest('base64'),
  sha256: (bytes) => createHash('sha256').update(bytes).digest('base64'),
};

/**
 * Takes an upload's bytes out of `aws-chunked` encoding, if they are in it, and checks the signed SHA-256, Content-MD5
 * and the checksum in a header or trailer.
 * @param contentSha256 from the verified signature
 * @throws S3Error XAmzContentSHA256Mismatch, BadDigest, InvalidDigest, IncompleteBody; NotImplemented for CRC32C,
 * CRC64NVME and signed chunks, which the AWS SDK for JavaScript does not send unless asked to
 */
export function parseUploadBody(request: S3Request, contentSha256: string, raw: Buffer): UploadBody {
  let bytes = raw;
  let fields = request.headers;
  if (contentSha256.startsWith('STREAMING-')) {
    if (contentSha256 !== 'STREAMING-UNSIGNED-PAYLOAD-TRAILER')
      throw new S3Error('NotImplemented', { Header: contentSha256 });
    const decoded = decodeChunks(raw);
    if (decoded.bytes.length !== Number(fields['x-amz-decoded-content-length'])) throw new S3Error('IncompleteBody');
    bytes = decoded.bytes;
    fields = { ...fields, ...decoded.trailer };
  } else if (contentSha256 !== 'UNSIGNED-PAYLOAD') {
    const computed = createHash('sha256').update(raw).digest('hex');
    if (computed !== contentSha256) throw new S3Error('XAmzContentSHA256Mismatch');
  }
  checkMd5(fields['content-md5'], bytes);
  return { bytes, checksum: checkChecksum(fields, bytes) };
}

function checkMd5(given: string | undefined, bytes: Buffer): void {
  if (given === undefined) return;
  if (Buffer.from(given, 'base64').length !== 16) throw new S3Error('InvalidDigest');
  if (createHash('md5').update(bytes).digest('base64') !== given) throw new S3Error('BadDigest');
}

function checkChecksum(fields: Record<string, string>, bytes: Buffer): UploadBody['checksum'] {
  const name = Object.keys(fields).find((field) => /^x-amz-checksum-(?!mode$|type$|algorithm$)/.test(field));
  if (name === undefined) return undefined;
  const algorithm = name.slice('x-amz-checksum-'.length);
  const compute = checksums[algorithm];
  if (compute === undefined) throw new S3Error('NotImplemented', { Header: name });
  const value = compute(bytes);
  if (fields[name] !== value) {
    throw new S3Error(
      'BadDigest',
      {},
      `The ${algorithm.toUpperCase()} you specified did not match the calculated checksum.`,
    );
  }
  return { algorithm, value };
}

/** The `aws-chunked` encoding: chunks with their length in hex before them, a chunk of length 0, header lines. */
function decodeChunks(raw: Buffer): { bytes: Buffer; trailer: Record<string, string> } {
  const chunks: Buffer[] = [];
  let position = 0;
  const line = () => {
    const end = raw.indexOf('\r\n', position);
    if (end < 0) throw new S3Error('IncompleteBody');
    const text = raw.toString('latin1', position, end);
    position = end + 2;
    return text;
  };
  for (;;) {
    const size = Number.parseInt(line(), 16);
    if (!Number.isInteger(size) || position + size > raw.length) throw new S3Error('IncompleteBody');
    if (size === 0) break;
    chunks.push(raw.subarray(position, position + size));
    position += size;
    line();
  }
  const trailer: Record<string, string> = {};
  while (position < raw.length) {
    const [, name, value] = /^([^:]+):\s*(.*)$/.exec(line()) ?? [];
    if (name !== undefined) trailer[name.toLowerCase()] = value ?? '';
  }
  return { bytes: Buffer.concat(chunks), trailer };
}
