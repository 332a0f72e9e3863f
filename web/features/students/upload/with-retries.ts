import { isRetryable } from '../../../api/query.ts';

/** Milliseconds before what was not answered is sent again. */
const pause = 1000;

/** Sends what may be sent twice until it is answered, three times at most: a connection that breaks half way begins again by itself. */
export async function withRetries<T>(send: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof Error) || !isRetryable(failures, error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause * 2 ** failures));
    }
  }
}
