import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { idempotencyKeyPattern } from '#shared/http/contract.ts';
import { serverWordings } from '#shared/http/wordings.ts';
import { MalformedError } from '../errors.ts';
import type { RequestFacts } from './call-handler.ts';
import { type Caller, callerId, type StationCaller } from './caller.ts';
import { parseCookies } from './cookies.ts';

/**
 * The facts of a request besides its input.
 * @throws MalformedError for a malformed idempotency key: a repeated request would change things twice
 */
export function readRequestFacts(event: APIGatewayProxyEvent): RequestFacts {
  return {
    id: event.requestContext.requestId,
    address: addressOf(event),
    agent: readHeader(event, 'user-agent') ?? '',
    now: new Date(),
    cookies: parseCookies(readHeader(event, 'cookie')),
    idempotencyKey: idempotencyKeyOf(event),
  };
}

/** The request's key, or a random one: a request without a key cannot be repeated. */
function idempotencyKeyOf(event: APIGatewayProxyEvent): string {
  const key = readHeader(event, 'idempotency-key');
  if (key === undefined) return randomUUID();
  if (!idempotencyKeyPattern.test(key)) {
    throw new MalformedError(serverWordings.badIdempotencyKey);
  }
  return key;
}

/**
 * CloudFront appends the viewer's address to X-Forwarded-For, API Gateway then CloudFront's: the last but one is the
 * viewer, whatever the viewer wrote before it. A direct request to API Gateway is refused because it lacks CloudFront's
 * key (ADR 0005).
 */
function addressOf(event: APIGatewayProxyEvent): string {
  const hops = readHeader(event, 'x-forwarded-for')?.split(',') ?? [];
  return hops.at(-2)?.trim() ?? event.requestContext.identity.sourceIp;
}

/** Bytes of a request's body. */
export const bodySize = ({ body, isBase64Encoded }: APIGatewayProxyEvent): number =>
  Buffer.byteLength(body ?? '', isBase64Encoded ? 'base64' : 'utf8');

/** A header of a request; `name` in small letters. */
export function readHeader(event: APIGatewayProxyEvent, name: string): string | undefined {
  const direct = event.headers[name];
  if (direct !== undefined) return direct;
  // Most headers that are asked for are not there: lengths are compared first.
  for (const key in event.headers)
    if (key.length === name.length && key.toLowerCase() === name) return event.headers[key];
  return undefined;
}

/**
 * The request with an idempotency key of the caller's own, so that keys of different accounts and stations cannot
 * collide: no write is taken for another caller's, and no answer reaches another caller.
 */
export const withCallersOwnKey = (caller: Caller | StationCaller, request: RequestFacts): RequestFacts => ({
  ...request,
  idempotencyKey: `${callerId(caller)}/${request.idempotencyKey}`,
});
