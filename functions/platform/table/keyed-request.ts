import { AsyncLocalStorage } from 'node:async_hooks';
import { KeyReusedError } from '../errors.ts';
import { type Action, executeActionIf } from './action.ts';
import { entity } from './entity.ts';
import { readItems } from './table.ts';

/**
 * The call and the body under a caller's idempotency key, once something was stored (rule 54). It is written in the
 * transaction of the act, so that of two bodies sent at once under one key only one is stored.
 */
interface KeyedRequestItem {
  /** An account's id, or a station's. */
  callerId: string;
  /** `POST /api/table2`. */
  call: string;
  key: string;
  /** A signature over the body: a password in it could be guessed from a plain hash. */
  body: string;
  /** Identifies the signing key: under another one the same body has another signature. */
  signedBy: string;
  /** Epoch seconds after which the table forgets it. */
  expires: number;
}

const KeyedRequestEntity = entity<KeyedRequestItem>()({
  name: 'keyed-request',
  pk: 'request#${callerId}',
  sk: '${call}#${key}',
});

/** Longer than a device keeps unsent changes, as a rule. Afterwards only the trail recognizes a repeated request. */
const keptSeconds = 90 * 24 * 3600;

export interface RequestName {
  callerId: string;
  call: string;
  key: string;
}

export interface SignedBody {
  body: string;
  signedBy: string;
}

/** A request that may be repeated under its key. */
export interface KeyedAttempt {
  request: RequestName & SignedBody;
  now: Date;
  /** The key is stored. */
  isKept: boolean;
}

const going = new AsyncLocalStorage<KeyedAttempt>();

export const keyedRequestKey = (name: RequestName) => KeyedRequestEntity.key(name);

/** @throws KeyReusedError when the key was used for another body */
export function requireSameBody(known: SignedBody, sent: SignedBody): void {
  if (known.signedBy === sent.signedBy && known.body !== sent.body) throw new KeyReusedError();
}

/**
 * Carries out a request and stores its key: in the first audited transaction, or after an act without one. A refused
 * act stores nothing.
 * @throws KeyReusedError where another body was stored under the key meanwhile
 */
export async function runUnderIdempotencyKey<T>(
  attempt: KeyedAttempt | undefined,
  carryOut: () => Promise<T>,
): Promise<T> {
  if (!attempt) return carryOut();
  const result = await going.run(attempt, carryOut);
  if (!attempt.isKept) await keepAfter(attempt);
  return result;
}

async function keepAfter({ request, now }: KeyedAttempt): Promise<void> {
  const isKept = await executeActionIf(KeyedRequestEntity.create({ ...request, expires: expiryOf(now) }));
  if (!isKept) await requireStoredSame(request);
}

async function requireStoredSame(request: KeyedAttempt['request']): Promise<void> {
  const { stored } = await readItems({ stored: keyedRequestKey(request) });
  if (stored) requireSameBody(stored, request);
}

const expiryOf = (now: Date): number => Math.ceil(now.getTime() / 1000) + keptSeconds;

/** The part of a transaction that stores the key of its request. */
export interface KeyRecordWrite {
  action: Action;
  written: () => void;
  /**
   * To be called when the transaction was cancelled because the key is stored already.
   * @throws KeyReusedError unless it was used for the same body
   */
  found: () => Promise<void>;
}

/** Undefined outside of a request with a key, and once the key is stored. */
export function pendingKeyRecord(): KeyRecordWrite | undefined {
  const own = going.getStore();
  if (!own || own.isKept) return undefined;
  const { request, now } = own;
  const keep = () => {
    own.isKept = true;
  };
  return {
    action: KeyedRequestEntity.create({ ...request, expires: expiryOf(now) }),
    written: keep,
    found: async () => {
      await requireStoredSame(request);
      keep();
    },
  };
}
