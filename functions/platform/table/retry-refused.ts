import { ConflictError } from '../errors.ts';
import { type ActRefusal, isRefused } from './acts/carry-out-act.ts';
import { withSharedRetries } from './client/retry-policy.ts';

/** Each refusal means that somebody else's write was carried out in between. */
const mostDecisions = 10;

/**
 * The one loop around an optimistic lock: an attempt decides on what was read, and writes on the condition that it
 * still holds. When the condition failed, everything that it decides on is read again, and it decides again. What an
 * attempt throws ends the loop. Retries of transient errors (`retry-policy.ts`) are counted once for the whole loop.
 * @throws ConflictError after ten refused attempts
 */
export async function retryRefused<R, T>({
  first,
  read,
  attempt,
  what = 'this record',
}: {
  /** What was read already, if anything was. */
  first?: R;
  read: () => Promise<R>;
  attempt: (stored: R) => Promise<T | 'refused' | ActRefusal>;
  /** What the others are changing, for the message. */
  what?: string;
}): Promise<T> {
  return withSharedRetries(async () => {
    let stored = first ?? (await read());
    for (let decisions = 1; ; decisions += 1) {
      const result = await attempt(stored);
      if (!isRefused(result)) return result;
      if (decisions === mostDecisions) throw new ConflictError(`Others are changing ${what}. Please try again.`);
      stored = await read();
    }
  });
}
