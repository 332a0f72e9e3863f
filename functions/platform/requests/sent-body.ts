import { createHash } from 'node:crypto';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { type CallRow, isStateChangingCall } from '#shared/http/contract.ts';
import { sign } from '../identity/secrets.ts';
import type { RequestName, SignedBody } from '../table/keyed-request.ts';
import { readHeader } from './request-facts.ts';

/**
 * Identifies the request under a caller's idempotency key, by caller and call; undefined without a key, for a sign-in,
 * which has no caller yet, and for a call that only reads.
 */
export function requestName(call: CallRow, event: APIGatewayProxyEvent, callerId: string): RequestName | undefined {
  const isKept = isStateChangingCall(call) && call.who !== 'anyone' && call.needs.table === 'write';
  const key = isKept ? readHeader(event, 'idempotency-key') : undefined;
  return key === undefined ? undefined : { callerId, call: `${call.method} ${call.path}`, key };
}

/**
 * The signature of a parsed body: independent of the order of fields and of explicit defaults. Files count by their
 * bytes.
 */
export async function signBody(input: unknown, key: string): Promise<SignedBody> {
  return {
    body: sign(key, `body ${JSON.stringify(await inOrder(input))}`),
    signedBy: sign(key, 'name of the key').slice(0, 8),
  };
}

async function inOrder(value: unknown): Promise<unknown> {
  if (value instanceof Blob)
    return createHash('sha256')
      .update(new Uint8Array(await value.arrayBuffer()))
      .digest('base64url');
  if (Array.isArray(value)) return Promise.all(value.map(inOrder));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(await Promise.all(fields.map(async ([name, inner]) => [name, await inOrder(inner)])));
}
