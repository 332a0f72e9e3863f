import type { APIGatewayProxyEvent } from 'aws-lambda';
import { uploadLimit } from '#shared/http/upload-limit.ts';
import { MalformedError, TooLargeError, WrongTypeError } from '../errors.ts';
import { fieldsByName, refuseQuery } from './input.ts';
import { bodySize, readHeader } from './request-facts.ts';

/** The largest form with a file, in bytes: the largest file that any call takes, and its fields beside it. */
const formLimit = uploadLimit + 64 * 1024;

/**
 * The fields of a form with a file, texts as strings and files as `File`, by Node's own parser. A form of another site
 * can send this type without a preflight request; the CSRF header stops it, as for every call that changes something.
 */
export async function readForm(event: APIGatewayProxyEvent): Promise<Record<string, unknown>> {
  refuseQuery(event);
  if (bodySize(event) > formLimit) throw new TooLargeError('The file is too large.');
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  const type = readHeader(event, 'content-type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type)) throw new WrongTypeError('The request must be a form with a file.');
  refuseManyParts(bytes, type);
  const form = await new Response(bytes, { headers: { 'Content-Type': type } }).formData().catch(() => {
    throw new MalformedError();
  });
  return fieldsByName([...form]);
}

const mostParts = 20;
const longestHead = 4096;

/**
 * Node's parser blocks the process for a second with four megabytes of empty parts or headers, so they are counted
 * first.
 * @throws {MalformedError} for more parts or longer part headers than any form of ours has
 */
function refuseManyParts(bytes: Buffer, type: string): void {
  const [, , boundary] = /;\s*boundary=("?)([^";\s]+)\1/i.exec(type) ?? [];
  if (boundary === undefined) throw new MalformedError();
  const line = `--${boundary}`;
  let at = bytes.indexOf(line);
  for (let parts = 0; at >= 0; parts += 1) {
    const next = bytes.indexOf(line, at + line.length);
    const head = bytes.subarray(at, at + line.length + longestHead).indexOf('\r\n\r\n');
    if (parts === mostParts || (head < 0 && next >= 0)) throw new MalformedError();
    at = next;
  }
}
