import { isRetryableQuery } from '../../../api/query.ts';

/** Milliseconds before the first retry; doubled for each further one. */
const pause = 1000;

/** Sends an idempotent request, with at most two retries after a lost connection or a server error. */
export async function sendWithRetries<T>(send: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof Error) || !isRetryableQuery(failures, error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause * 2 ** failures));
    }
  }
}
