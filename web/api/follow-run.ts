import type { CallRow, Output, RawInput } from '#shared/http/contract.ts';
import { call } from './call.ts';
import { beginAct } from './open-acts.ts';
import { isRetryableQuery } from './query.ts';

interface Progress {
  rows_processed: number;
  total_rows: number;
  state: 'running' | 'finished' | 'failed';
}

interface FollowOptions {
  onProgress?: (progress: Progress) => void;
  /** The key of an earlier page, to follow the run that it started. */
  idempotencyKey?: string;
  /** Stops polling, not the run. */
  signal?: AbortSignal;
}

/** Milliseconds between two polls of a run. */
const pollInterval = 600;

/**
 * Repeats a call that starts a durable job until the job has ended, and returns its last answer, finished or failed.
 * Every repetition has the same idempotency key: a failed run is not started again. A lost connection is retried;
 * refusals are thrown.
 */
export async function followRun<C extends CallRow>(
  row: C,
  input: RawInput<C>,
  { onProgress = () => {}, idempotencyKey = crypto.randomUUID(), signal }: FollowOptions = {},
): Promise<Output<C>> {
  const end = beginAct();
  try {
    for (let failures = 0, isNoAct = false; ; isNoAct = true) {
      try {
        const answer = await call(row, input, { idempotencyKey, isNoAct, isFollowed: true, ...(signal && { signal }) });
        failures = 0;
        signal?.throwIfAborted();
        onProgress(answer as Progress);
        if ((answer as Progress).state !== 'running') return answer;
      } catch (error) {
        if (signal?.aborted || !(error instanceof Error) || !isRetryableQuery(failures, error)) throw error;
        failures += 1;
      }
      await new Promise((resolve) => setTimeout(resolve, pollInterval * (1 + failures * 2)));
    }
  } finally {
    end();
  }
}
