import { AsyncLocalStorage } from 'node:async_hooks';
import { isRetryable, isTransactionConflict, TableAwayError, TableBusyError } from './transient-errors.ts';

/**
 * Ten attempts: their pauses are 2.8 seconds on average and 5.6 at most, where a function that answers a call has ten.
 */
const mostRetries = 9;
/** From the first failure on. Slow answers end the retries earlier than their number does. */
const retryMilliseconds = 5000;
/** Before the first retry at most; before each further one twice as long, up to the longest. */
const firstPause = 50;
const longestPause = 1000;

class RetryBudget {
  #retries = 0;
  #end: number | undefined;

  /** Waits until the next attempt. @throws TableBusyError or TableAwayError when there is none left */
  async pauseAfter(cause: unknown): Promise<void> {
    this.#end ??= performance.now() + retryMilliseconds;
    const pause = Math.random() * Math.min(firstPause * 2 ** this.#retries, longestPause);
    this.#retries += 1;
    if (this.#retries > mostRetries || performance.now() + pause > this.#end) throw retriesExhausted(cause);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

const retriesExhausted = (cause: unknown): Error =>
  isTransactionConflict(cause)
    ? new TableBusyError('The transaction conflict persisted in all attempts', { cause })
    : new TableAwayError('DynamoDB gave no answer, or had no room, in all attempts', { cause });

const shared = new AsyncLocalStorage<RetryBudget>();

/**
 * Everything that `work` asks of DynamoDB shares the retries of one request: a loop around it does not multiply them.
 */
export const withSharedRetries = <T>(work: () => Promise<T>): Promise<T> =>
  shared.getStore() ? work() : shared.run(new RetryBudget(), work);

/**
 * The one retry policy for DynamoDB, whose client does not retry by itself. What fails for a reason that passes is
 * attempted again; every other error is thrown as it is.
 * @throws TableBusyError when another transaction was in the way to the end, and TableAwayError for every other reason
 * that passes
 */
export async function retryTransient<T>(attempt: () => Promise<T>): Promise<T> {
  const budget = shared.getStore() ?? new RetryBudget();
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isRetryable(error)) throw error;
      await budget.pauseAfter(error);
    }
  }
}
