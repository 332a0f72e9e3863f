import {
  accountHeader,
  type CallRow,
  isAccountCall,
  isStateChangingCall,
  mediaTypesOf,
  needsCsrf,
  type Output,
  type RawInput,
  stationHeader,
} from '#shared/http/contract.ts';
import { type ApiError, NetworkError, parseApiError } from './errors.ts';
import { noteEndOfAct } from './lost-answers.ts';
import { beginAct } from './open-acts.ts';
import { csrfHeader, fetchCsrfCookie, readCsrfToken, toWebRequest } from './request.ts';
import { signalSessionContact, signalSessionEnded } from './session-signals.ts';

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /**
   * For calls that change something: the same key, sent again, is answered but not done twice (rule 10). One is made
   * up when absent; give one when the call may be repeated after a lost connection.
   */
  idempotencyKey?: string | undefined;
  /** The key of the station that calls; for the calls of stations. */
  stationKey?: string | undefined;
  /** It is sent by itself, such as what was typed, or how far a job is: no act of the moment. */
  isNoAct?: boolean | undefined;
  /** It is sent again until it is known how it ended, or a message says that it is not known. */
  isFollowed?: boolean | undefined;
  /** Called with the share of the request that is sent, 0 to 1. */
  onSent?: ((share: number) => void) | undefined;
}

let shownAccount: string | undefined;

/**
 * Names the account that this page shows. The session cookie belongs to the browser, and another tab may have signed
 * somebody else in: calls then answer 401 instead of acting in that other name.
 */
export function setAccountOfPage(accountId: string | undefined): void {
  shownAccount = accountId;
}

/**
 * Calls the server as the contract row says and gives the row's output.
 *
 * Throws {@link ApiError} for every answer that is not 2xx, {@link NetworkError} when no answer came, and the signal's
 * `AbortError`. A 401 also signals the end of the session (`onSessionEnded`), except from calls that need none, such as
 * the sign-in. A 419 fetches the security cookie again and tries once more under the same idempotency key.
 *
 * The answer is not parsed against the schema: it comes from the same deployment, and the contract tests parse it
 * there.
 */
export async function call<C extends CallRow>(
  row: C,
  input: RawInput<C>,
  options: CallOptions = {},
): Promise<Output<C>> {
  const response = await send(row, input, options);
  return (await response.json().catch((cause: unknown) => {
    noteEnd(row, options, 'unknown');
    return rethrow(cause, options.signal);
  })) as Output<C>;
}

/** Like {@link call}, for calls that produce a document: its bytes, to be shown in a frame or saved. */
export async function fetchDocument<C extends CallRow>(
  row: C,
  input: RawInput<C>,
  options: CallOptions = {},
): Promise<Blob> {
  const response = await send(row, input, options);
  return response.blob().catch((cause: unknown) => rethrow(cause, options.signal));
}

/**
 * Like {@link call}, for calls that answer event by event. It ends where the stream ends: whether that was the end of
 * the work, its last event says.
 */
export async function* streamCall<C extends CallRow & { produces: string }>(
  row: C,
  input: RawInput<C>,
  options: CallOptions = {},
): AsyncGenerator<Output<C>> {
  const response = await send(row, input, options);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const piece = await reader?.read().catch((cause: unknown) => rethrow(cause, options.signal));
    if (!piece || piece.done) return;
    text += piece.value;
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) yield JSON.parse(event.replace(/^data: /, '')) as Output<C>;
  }
}

const actListeners = new Set<() => void>();

/** Calls back when an act is sent: a call that changes something, and is not sent by itself. */
export const onActSent = (listener: () => void): void => void actListeners.add(listener);

/** Aborts when the next act is sent: what is said of a try that failed ends with it. */
export function untilNextAct(): AbortSignal {
  const next = new AbortController();
  const end = () => {
    actListeners.delete(end);
    next.abort();
  };
  actListeners.add(end);
  return next.signal;
}

let openCalls = 0;

/** Whether an answer is waited for. */
export const isAnyCallOpen = (): boolean => openCalls > 0;

/** Whether somebody did it: nothing that only reads, or is sent by itself. */
const isActOf = (row: CallRow, { isNoAct = false }: CallOptions): boolean => isStateChangingCall(row) && !isNoAct;

function noteEnd(row: CallRow, options: CallOptions, end: 'known' | 'unknown'): void {
  if (isActOf(row, options) && options.isFollowed !== true) noteEndOfAct(end);
}

async function send<C extends CallRow>(row: C, input: RawInput<C>, options: CallOptions): Promise<Response> {
  const request = toWebRequest(row, input as Record<string, unknown>);
  const changes = isStateChangingCall(row);
  const idempotencyKey = changes ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined;
  // API Gateway takes it as the request's id. With the key for it, a reference finds every attempt in the log, and the
  // row of the audit trail.
  const requestId = idempotencyKey ?? crypto.randomUUID();

  const attempt = async (): Promise<Response> => {
    const headers = new Headers({ accept: mediaTypesOf(row).join(), 'x-amzn-requestid': requestId });
    // A form names its type itself, with the boundary in it.
    if (typeof request.body === 'string') headers.set('content-type', 'application/json');
    if (idempotencyKey) headers.set('idempotency-key', idempotencyKey);
    if (isAccountCall(row) && shownAccount !== undefined) headers.set(accountHeader, shownAccount);
    if (options.stationKey !== undefined) headers.set(stationHeader, options.stationKey);
    if (needsCsrf(row)) {
      if (readCsrfToken() === undefined) await fetchCsrfCookie();
      headers.set(csrfHeader, readCsrfToken() ?? '');
    }
    const sending = {
      method: row.method,
      headers,
      ...(request.body === undefined ? {} : { body: request.body }),
      ...(options.signal ? { signal: options.signal } : {}),
    };
    if (!options.onSent) return fetch(request.url, sending);
    const { sendWithProgress } = await import('./send-with-progress.ts');
    return sendWithProgress(request.url, sending, options.onSent);
  };

  openCalls += 1;
  const isAct = isActOf(row, options);
  if (isAct) for (const listener of [...actListeners]) listener();
  const endAct = isAct && isAccountCall(row) ? beginAct() : undefined;
  try {
    let response = await attempt();
    if (response.status === 419) {
      await fetchCsrfCookie();
      response = await attempt();
    }
    if (isAccountCall(row)) {
      if (response.status === 401) signalSessionEnded();
      else signalSessionContact();
    }
    if (!response.ok) throw await parseApiError(response);
    noteEnd(row, options, 'known');
    return response;
  } catch (error) {
    const isAnswer = error instanceof Error && error.name === 'ApiError';
    noteEnd(row, options, isAnswer && (error as ApiError).status < 500 ? 'known' : 'unknown');
    if (isAnswer) throw error;
    return rethrow(error, options.signal);
  } finally {
    openCalls -= 1;
    endAct?.();
  }
}

/** The error of a failed fetch: an abort by the caller stays as it is, everything else is a lost connection. */
function rethrow(cause: unknown, signal: AbortSignal | undefined): never {
  if (signal?.aborted) throw cause;
  throw new NetworkError(cause);
}
