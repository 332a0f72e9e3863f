import { AsyncLocalStorage } from 'node:async_hooks';
import { KeyReusedError } from '../errors.ts';
import { type Action, writeIf } from './action.ts';
import { entity } from './entity.ts';
import { readItems } from './table.ts';

/**
 * What a caller's idempotency key stands for: the call and its body, once something was stored under the key (rule 54). It is written in the
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
  /** Tells the signing key from the one after it, under which the same body has another signature. */
  signedBy: string;
  /** Epoch seconds after which the table forgets it. */
  expires: number;
}

const KeyedRequest = entity<KeyedRequestItem>()({
  name: 'keyed-request',
  pk: 'request#${callerId}',
  sk: '${call}#${key}',
});

/** Longer than a device keeps what it could not send, as a rule. From then on a repeated request is known by the trail alone. */
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
  /** What the key stands for is in the table. */
  isKept: boolean;
}

const going = new AsyncLocalStorage<KeyedAttempt>();

export const keyedRequestKey = (name: RequestName) => KeyedRequest.key(name);

/** @throws KeyReusedError where the key stands for another body */
export function requireSameBody(known: SignedBody, sent: SignedBody): void {
  if (known.signedBy === sent.signedBy && known.body !== sent.body) throw new KeyReusedError();
}

/**
 * Carries out a request, and keeps what its key stands for: in the first audited transaction of the act, and after an act that has none. An act
 * that is refused keeps nothing.
 * @throws KeyReusedError where another body was stored under the key meanwhile
 */
export async function underKey<T>(attempt: KeyedAttempt | undefined, carryOut: () => Promise<T>): Promise<T> {
  if (!attempt) return carryOut();
  const result = await going.run(attempt, carryOut);
  if (!attempt.isKept) await keepAfter(attempt);
  return result;
}

async function keepAfter({ request, now }: KeyedAttempt): Promise<void> {
  const isKept = await writeIf(KeyedRequest.create({ ...request, expires: expiryOf(now) }));
  if (!isKept) await requireStoredSame(request);
}

async function requireStoredSame(request: KeyedAttempt['request']): Promise<void> {
  const { stored } = await readItems({ stored: keyedRequestKey(request) });
  if (stored) requireSameBody(stored, request);
}

const expiryOf = (now: Date): number => Math.ceil(now.getTime() / 1000) + keptSeconds;

/** What a transaction writes of the key of the request that it belongs to. */
export interface KeyInTransaction {
  action: Action;
  written: () => void;
  /**
   * For a transaction that was cancelled because there is one already.
   * @throws KeyReusedError unless it stands for the same body
   */
  found: () => Promise<void>;
}

/** Undefined outside of a request with a key, and once the key is kept. */
export function keyInTransaction(): KeyInTransaction | undefined {
  const own = going.getStore();
  if (!own || own.isKept) return undefined;
  const { request, now } = own;
  const keep = () => {
    own.isKept = true;
  };
  return {
    action: KeyedRequest.create({ ...request, expires: expiryOf(now) }),
    written: keep,
    found: async () => {
      await requireStoredSame(request);
      keep();
    },
  };
}
