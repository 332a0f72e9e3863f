import { createHash } from 'node:crypto';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { CallRow } from '#shared/http/contract.ts';
import type { AnyHandler, CallContext } from './call-handler.ts';
import { readHeader } from './request-facts.ts';

/**
 * The entity tag of the answer that a handler is about to give, in quotes; undefined for an answer without a version. A hash, which tells nothing of
 * the versions in it. Another release of the functions, which may answer otherwise, has other tags.
 */
export async function readEntityTag(
  { call, handler }: { call: CallRow; handler: AnyHandler<CallRow> },
  context: CallContext<CallRow, Record<never, never>>,
): Promise<string | undefined> {
  const version = await handler.version?.(context);
  if (version === undefined || version === null) return undefined;
  const release = process.env.AWS_LAMBDA_FUNCTION_VERSION;
  const text = JSON.stringify([call.path, release, version]);
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
}

/** Whether the browser has the answer with this tag. Compression between them may have made the tag a weak one. */
export const hasAnswerOf = (event: APIGatewayProxyEvent, tag: string): boolean =>
  readHeader(event, 'if-none-match')?.replace(/^W\//, '') === tag;

/** No body: the browser has it. */
export const notModifiedAnswer = (tag: string): APIGatewayProxyResult => ({
  statusCode: 304,
  headers: { 'Cache-Control': 'no-store', ETag: tag },
  body: '',
});
