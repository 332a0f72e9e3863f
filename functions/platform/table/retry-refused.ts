import { ConflictError } from '../errors.ts';

/** Each refused attempt means that somebody else was carried out in between. */
const maxAttempts = 10;

/**
 * The one optimistic retry: an attempt decides on what was read and writes on the condition that it is still so. Where its
 * write was refused, everything that it decides on is read again, and it decides again. What an attempt throws ends it.
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
  attempt: (stored: R) => Promise<T | 'refused'>;
  /** What the others are changing, for the message. */
  what?: string;
}): Promise<T> {
  let stored = first ?? (await read());
  for (let count = 1; ; count += 1) {
    const result = await attempt(stored);
    if (result !== 'refused') return result;
    if (count === maxAttempts) throw new ConflictError(`Others are changing ${what}. Please try again.`);
    stored = await read();
  }
}
