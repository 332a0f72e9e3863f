import { useRef } from 'react';
import { isIdempotencyKeyReused } from '../../../api/errors.ts';

interface Sending {
  idempotencyKey: string;
}

/**
 * Makes calls so that trying the same again is the same attempt: an input keeps its idempotency key until it has been
 * answered, so what had arrived before the connection broke is not done twice (rule 10).
 */
export function useIdempotentAttempts() {
  const keys = useRef(new Map<string, string>());
  const going = useRef(new Set<Promise<unknown>>());

  const make = async <T>(input: object, send: (options: Sending) => Promise<T>): Promise<T> => {
    const named = JSON.stringify(input);
    const idempotencyKey = keys.current.get(named) ?? crypto.randomUUID();
    keys.current.set(named, idempotencyKey);
    const sent = send({ idempotencyKey });
    going.current.add(sent);
    try {
      const answer = await sent;
      keys.current.delete(named);
      return answer;
    } catch (error) {
      if (isIdempotencyKeyReused(error)) keys.current.delete(named);
      throw error;
    } finally {
      going.current.delete(sent);
    }
  };

  /** Resolves when all calls in flight have been answered or have failed. */
  const settled = async (): Promise<void> => {
    while (going.current.size > 0) await Promise.allSettled(going.current);
  };
  return { make, settled };
}
