import type { IncomingMessage } from 'node:http';
import { S3Error } from './s3-error.ts';

/** An HTTP request, read as S3 reads it. */
export interface S3Request {
  method: string;
  /** Decoded, as sent: `..` is an ordinary name in a key and is never resolved. */
  path: string;
  bucket: string;
  /** Empty for a request that is about the bucket itself. */
  key: string;
  query: URLSearchParams;
  /** Names in lower case. */
  headers: Record<string, string>;
}

/**
 * Splits the address of a path-style request. @throws S3Error InvalidArgument for percent-encoding that is not UTF-8
 */
export function parseS3Request(message: IncomingMessage): S3Request {
  const url = message.url ?? '/';
  const mark = url.indexOf('?');
  const path = decode(mark < 0 ? url : url.slice(0, mark));
  // In a query written by hand a plus is a plus to S3, not a space.
  const query = new URLSearchParams((mark < 0 ? '' : url.slice(mark + 1)).replaceAll('+', '%2B'));
  const [, bucket = '', key = ''] = /^\/([^/]*)\/?([\s\S]*)$/.exec(path) ?? [];
  return { method: message.method ?? 'GET', path, bucket, key, query, headers: readHeaders(message) };
}

function readHeaders(message: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, values] of Object.entries(message.headersDistinct)) {
    if (values !== undefined)
      headers[name] = values.map((value) => Buffer.from(value, 'latin1').toString('utf8')).join(',');
  }
  return headers;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error('InvalidArgument', {}, "Couldn't parse the specified URI.");
  }
}
