import { ApiError, isIdempotencyKeyReused, messageOf, NetworkError } from '../api/errors.ts';
import type { TypedValue } from './pending-record.ts';
import { UnreadableSaveError } from './save-kind.ts';

/** Milliseconds. */
const shortest = 1_000;
const longest = 30_000;

/** Retries with exponential backoff and jitter. */
export class RetryTimer {
  readonly #act: () => void;
  #wait = shortest;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pause: SendingPause | undefined;

  constructor(act: () => void) {
    this.#act = act;
  }

  /** The pause that the server asked for, until it ends. */
  get pause(): SendingPause | undefined {
    return this.#pause;
  }

  /** @param pause that the server asked for: nothing is sent until it ends */
  start(pause?: SendingPause): void {
    if (pause) this.#hold(pause);
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(this.#act, this.#wait * (0.5 + Math.random() / 2));
    this.#wait = Math.min(this.#wait * 2, longest);
  }

  /** Up to a second longer than asked, so that clients do not retry together. */
  #hold(pause: SendingPause): void {
    if (this.#pause) return;
    this.stop();
    this.#pause = pause;
    const act = () => {
      this.stop();
      this.#act();
    };
    this.#timer = setTimeout(act, (pause.seconds + Math.random()) * 1000);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#pause = undefined;
  }

  /** Resets the backoff after a success. */
  reset(): void {
    this.#wait = shortest;
  }
}

/** Why a typed value is not stored. `field` is null when the reason concerns the whole record. */
export interface ValueFailure {
  field: string | null;
  message: string;
  /** The server did not carry the save out: the values may be discarded. */
  isRefused: boolean;
  conflict?: SaveConflict;
}

/** Somebody else stored another value meanwhile; the user has to choose (rule 9). */
export interface SaveConflict {
  theirs: TypedValue;
  by: string | null;
  at: string | null;
  /** The user stored it, in another tab of this browser. */
  isOwnTab?: boolean;
}

/**
 * The next step after a save that was not acknowledged:
 * - `later`: repeat the same request automatically, after the pause that the server asked for;
 * - `signed-out`: repeat it when the user has signed in again;
 * - `failed`: the server failed and may have carried it out; repeat it when the user asks;
 * - `refused`: the server did not carry it out; the user changes, discards or retries the values.
 */
export type SaveFailureOutcome =
  | { kind: 'later'; pause?: SendingPause }
  | { kind: 'signed-out' }
  | { kind: 'failed'; failures: readonly ValueFailure[] }
  | { kind: 'refused'; failures: readonly ValueFailure[] };

/** Seconds until the server accepts requests again, and why: rate limit, or its database is unavailable. */
export interface SendingPause {
  seconds: number;
  why: 'slowed' | 'unavailable';
}

const retryableStatuses = new Set([408, 425, 429, 502, 503, 504]);

/** `fields` are those of the request: a failure that names another one concerns the whole record. */
export function judgeSaveFailure(error: unknown, fields: readonly string[]): SaveFailureOutcome {
  if (error instanceof NetworkError) return { kind: 'later' };
  // A retry cannot help: the user notes the value down and discards it.
  if (error instanceof UnreadableSaveError)
    return { kind: 'refused', failures: [{ field: null, message: error.message, isRefused: true }] };
  if (!(error instanceof ApiError))
    return { kind: 'failed', failures: [{ field: null, message: messageOf(error), isRefused: false }] };
  const { status, conflict } = error;
  // Another version of the page used this key for another request: the next key compares the stored value with the one
  // seen.
  if (isIdempotencyKeyReused(error)) return { kind: 'refused', failures: [] };
  if (status === 401) return { kind: 'signed-out' };
  // A 409 without values: write contention; the user has nothing to choose.
  if (retryableStatuses.has(status) || (status === 409 && !conflict)) {
    const { retryAfter: seconds } = error;
    if (seconds === undefined) return { kind: 'later' };
    return { kind: 'later', pause: { seconds, why: status === 503 ? 'unavailable' : 'slowed' } };
  }
  const isRefused = status < 500 && status !== 419;
  const whole = { field: null, message: messageOf(error), isRefused };
  if (!isRefused) return { kind: 'failed', failures: [whole] };
  if (conflict && fields.includes(conflict.field)) {
    const { field, theirs, by, at } = conflict;
    return { kind: 'refused', failures: [{ field, message: error.message, isRefused, conflict: { theirs, by, at } }] };
  }
  const named = Object.entries(error.fields)
    .filter(([field]) => fields.includes(field))
    .map(([field, messages]) => ({ field, message: messages.join(' '), isRefused }));
  return { kind: 'refused', failures: named.length > 0 ? named : [whole] };
}

/**
 * Marks a conflict with a value that another tab of the same user saved. @param saved what other tabs saved of the
 * record, by field
 */
export function markConflictOfOwnTab(
  failure: ValueFailure,
  saved: Readonly<Record<string, TypedValue>> | undefined,
): ValueFailure {
  const { field, conflict } = failure;
  const value = field === null ? undefined : saved?.[field];
  return conflict && value === conflict.theirs ? { ...failure, conflict: { ...conflict, isOwnTab: true } } : failure;
}
