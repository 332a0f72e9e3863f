import type { Conflict, ErrorBody } from '#shared/http/error-body.ts';
import { requestWordings } from '#shared/http/wordings.ts';

/** The server answered, and the answer is no (rule 31). `message` is the sentence to show. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Messages per field of the input, on 422; otherwise empty. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** On 409: what is stored now, for the user to choose. */
  readonly conflict: Conflict | undefined;
  /** On 429 and 503: the seconds after which the server may take it, where it says so. */
  readonly retryAfter: number | undefined;
  /** On 422: the idempotency key was used with another body. */
  readonly isKeyReused: boolean;
  /** On 5xx: names the log lines, for the person whom the user asks for help. */
  readonly requestId: string | undefined;

  constructor(
    status: number,
    message: string,
    { retryAfter, ...errors }: Partial<ErrorBody['errors']> & { retryAfter?: number | undefined } = {},
  ) {
    super(message);
    this.status = status;
    this.fields = errors.fields ?? {};
    this.conflict = errors.conflict;
    this.isKeyReused = errors.key_reused ?? false;
    this.requestId = errors.request_id;
    this.retryAfter = retryAfter;
  }
}

/** No answer came: no network, no server, or the connection broke. The call may or may not have reached the server. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  constructor(cause: unknown) {
    super('Unable to connect to the server.', { cause });
  }
}

/**
 * True when the idempotency key was used with another body, which was stored. This one was not stored and needs another
 * key.
 */
export const isIdempotencyKeyReused = (error: unknown): boolean => error instanceof ApiError && error.isKeyReused;

/** True when the session had ended: the password is asked for over the page, so the screen has nothing to add. */
export const isSessionOver = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** The sentence for a user, whatever was thrown. */
export function messageOf(error: unknown): string {
  // Nine characters of the id can be read aloud, and are found in the logs as they are.
  if (error instanceof ApiError && error.requestId) return `${error.message} Reference ${error.requestId.slice(4, 13)}`;
  if (error instanceof ApiError || error instanceof NetworkError) return error.message;
  return requestWordings.failed;
}

/**
 * The text before the reference that `messageOf` puts at the end of a sentence, the reference, and the text after it;
 * without one, the text alone.
 */
export const splitAtReference = (text: string): [before: string, reference?: string, after?: string] =>
  text.split(/Reference ([0-9a-f]{4}-[0-9a-f]{4})(?![\w-])/, 3) as [string, string?, string?];

/** First message of product §7's error shape, `errors.message[0]`, or the status text when the body has none. */
export async function parseApiError(response: Response): Promise<ApiError> {
  const errors = errorsOf(await response.json().catch(() => undefined));
  const message = errors?.message?.[0] ?? (response.statusText || `Error ${response.status}`);
  return new ApiError(response.status, message, {
    ...errors,
    retryAfter: secondsOf(response.headers.get('retry-after')),
  });
}

/** Whole seconds; no server of ours gives a date. */
const secondsOf = (header: string | null): number | undefined =>
  header !== null && /^\d{1,5}$/.test(header) ? Number(header) : undefined;

function errorsOf(body: unknown): Partial<ErrorBody['errors']> | undefined {
  if (typeof body !== 'object' || body === null || !('errors' in body)) return undefined;
  const { errors } = body as { errors: unknown };
  return typeof errors === 'object' && errors !== null ? errors : undefined;
}
