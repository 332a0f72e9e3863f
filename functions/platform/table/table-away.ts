import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** The table could not be read or written, and the same request may be answered a moment later. */
export class TableAwayError extends Error {
  override name = 'TableAwayError';
}

/** Others were saving the same records at each attempt. Nothing was written, and the same request may go through a moment later. */
export class TableBusyError extends Error {
  override name = 'TableBusyError';
}

/** What a client of the table threw after its last try, because it had no answer or was told that there is no room. */
const away = new WeakSet<object>();

type Next = (args: object) => Promise<unknown>;

/** Has {@link isTableAway} know the failures of this client. They are thrown as they are: who looks at their names finds them. */
export function noteWhenAway(client: DynamoDBClient): void {
  const note = (next: Next) => async (args: object) => {
    try {
      return await next(args);
    } catch (error) {
      if (isPassing(error)) away.add(error);
      throw error;
    }
  };
  // Outside of the client's own repeating.
  client.middlewareStack.add(note as never, { step: 'initialize', name: 'noteWhenAway' });
}

/** Whether something failed because the table gave no answer, or had no room, in all of its client's tries. */
export function isTableAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error instanceof TableAwayError || away.has(error) || isTableAway(error.cause);
}

/** Whether something failed because a service of AWS gave no answer or had no room: the same request may be answered a moment later. */
export function isServiceAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { cause } = error;
  return isPassing(error) || isServiceAway(cause);
}

/** No connection, no answer in time, too many requests, or a fault of the service's own; all else is a fault of ours. */
function isPassing(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { name, code = '', $metadata } = error as Error & SdkFacts;
  return passingNames.has(name) || lostConnection.has(code) || ($metadata?.httpStatusCode ?? 0) >= 500;
}

interface SdkFacts {
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

const passingNames = new Set([
  'TimeoutError',
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  // Of Cognito, S3 and Step Functions, in this order.
  'TooManyRequestsException',
  'LimitExceededException',
  'SlowDown',
  'ExecutionLimitExceeded',
]);
const lostConnection = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
