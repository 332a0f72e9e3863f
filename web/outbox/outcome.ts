import { ApiError, isKeyReused, messageOf, NetworkError } from '../api/errors.ts';
import { UnreadableSave } from './save-kind.ts';
import type { FieldValue } from './waiting.ts';

/** Why a typed value is not stored. `field` is null when the reason concerns the whole record. */
export interface Failure {
  field: string | null;
  message: string;
  /** The server did not carry the save out: the values may be given up. */
  isRefused: boolean;
  conflict?: Conflict;
}

/** Somebody else stored another value meanwhile, and the user has to choose (rule 9). */
export interface Conflict {
  theirs: FieldValue;
  by: string | null;
  at: string | null;
  /** It was the user, in another tab of this browser. */
  isOwnTab?: boolean;
}

/**
 * What to do after a save that was not acknowledged:
 * - `later`: the same request again by itself, when there is a connection and the server has room for it; nothing before the pause
 *   that it asked for is over;
 * - `signed-out`: the same request again after the user signed in;
 * - `failed`: the server stumbled, and may have carried the request out; the same request again when the user says so;
 * - `refused`: the server did not carry it out and will not; the values are the user's to change, give up or try again.
 */
export type Outcome =
  | { kind: 'later'; pause?: Pause }
  | { kind: 'signed-out' }
  | { kind: 'failed'; failures: readonly Failure[] }
  | { kind: 'refused'; failures: readonly Failure[] };

/** For how many seconds the server wants nothing sent, and why: the user was too fast, or the server's database is away. */
export interface Pause {
  seconds: number;
  why: 'slowed' | 'unavailable';
}

const passing = new Set([408, 425, 429, 502, 503, 504]);

/** `fields` are those of the request: a failure that names another one concerns the whole record. */
export function outcomeOf(error: unknown, fields: readonly string[]): Outcome {
  if (error instanceof NetworkError) return { kind: 'later' };
  // The same words would be as unreadable the next time: they are the user's to note down and give up.
  if (error instanceof UnreadableSave)
    return { kind: 'refused', failures: [{ field: null, message: error.message, isRefused: true }] };
  if (!(error instanceof ApiError))
    return { kind: 'failed', failures: [{ field: null, message: messageOf(error), isRefused: false }] };
  const { status, conflict } = error;
  // Sent under this key by another version of the page, and stored: under the next key the server compares what is stored with what was seen.
  if (isKeyReused(error)) return { kind: 'refused', failures: [] };
  if (status === 401) return { kind: 'signed-out' };
  // A 409 without values: others were faster, again and again; nothing for the user to choose.
  if (passing.has(status) || (status === 409 && !conflict)) {
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
