/** The table could not be read or written in any attempt. The same request may succeed a moment later. */
export class TableAwayError extends Error {
  override name = 'TableAwayError';
}

/**
 * Other transactions changed the same records in every attempt. Nothing was written, and the same request may succeed a
 * moment later.
 */
export class TableBusyError extends Error {
  override name = 'TableBusyError';
}

/** A batch came back with items that DynamoDB had no room for. */
export class UnprocessedError extends Error {
  override name = 'UnprocessedError';
}

export const isTableAway = (error: unknown): boolean =>
  error instanceof Error && (error instanceof TableAwayError || isTableAway(error.cause));

/**
 * Whether something failed because a service of AWS gave no answer or had no room: the same request may succeed a
 * moment later.
 */
export const isServiceAway = (error: unknown): boolean =>
  error instanceof Error && (isTransient(error) || isServiceAway(error.cause));

/**
 * Whether a request to DynamoDB failed for a reason that passes by itself. A condition that did not hold is none,
 * whatever else is beside it.
 */
export function isRetryable(error: unknown): boolean {
  const codes = cancellationCodes(error);
  if (codes?.includes('ConditionalCheckFailed')) return false;
  return codes?.some((code) => retryableNames.has(code)) ?? isTransient(error);
}

/**
 * Why the transaction was cancelled, a code for each of its actions (`None` for those that are not the reason);
 * undefined for another error.
 */
export function cancellationCodes(error: unknown): string[] | undefined {
  const { CancellationReasons: reasons } = error as { CancellationReasons?: { Code?: string }[] };
  return reasons?.map(({ Code = 'None' }) => Code);
}

/** Another transaction was changing the same records: nothing was written. */
export const isTransactionConflict = (error: unknown): boolean =>
  (error as Error).name === 'TransactionConflictException' ||
  (cancellationCodes(error)?.includes('TransactionConflict') ?? false);

/**
 * No connection, no answer in time, too many requests, or a fault of the service's own; all else is a fault of ours.
 */
function isTransient(error: unknown): boolean {
  const { name, code = '', $metadata } = error as Error & { code?: string; $metadata?: { httpStatusCode?: number } };
  return retryableNames.has(name) || lostConnection.has(code) || ($metadata?.httpStatusCode ?? 0) >= 500;
}

const retryableNames = new Set([
  'TimeoutError',
  // DynamoDB's errors, and its codes for the actions of a cancelled transaction.
  'ThrottlingException',
  'ThrottlingError',
  'ProvisionedThroughputExceededException',
  'ProvisionedThroughputExceeded',
  'RequestLimitExceeded',
  'TransactionConflictException',
  'TransactionConflict',
  'TransactionInProgressException',
  'UnprocessedError',
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
