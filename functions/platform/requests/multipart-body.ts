import type { APIGatewayProxyEvent } from 'aws-lambda';
import { uploadLimit } from '#shared/http/upload-limit.ts';
import { MalformedError, TooLargeError, WrongTypeError } from '../errors.ts';
import { fieldsByName, refuseQuery } from './input.ts';
import { bodySize, headerOf } from './request-facts.ts';

/** The largest form with a file, in bytes: the largest file that any call takes, and its fields beside it. */
const formLimit = uploadLimit + 64 * 1024;

/**
 * The fields of a form with a file, texts as strings and files as `File`, read by the parser that Node has for its own
 * `fetch`. A form of another site can send this type without asking first; what stops it is the CSRF header, as for every
 * call that changes something.
 */
export async function readForm(event: APIGatewayProxyEvent): Promise<Record<string, unknown>> {
  refuseQuery(event);
  if (bodySize(event) > formLimit) throw new TooLargeError('The file is too large.');
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  const type = headerOf(event, 'content-type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type)) throw new WrongTypeError('The request must be a form with a file.');
  const form = await new Response(bytes, { headers: { 'Content-Type': type } }).formData().catch(() => {
    throw new MalformedError();
  });
  return fieldsByName([...form]);
}
