import { useEffect, useRef, useState } from 'react';
import type { CallRow, Output, RawInput } from '#shared/http/contract.ts';
import type { JobRunStatus } from '#shared/http/job-progress.ts';
import { followRun } from '../api/follow-run.ts';
import { readDraft, removeDraft, writeDraft } from '../session/drafts.ts';
import { useSession } from '../session/session.ts';

/** A run that this page follows. */
export interface FollowedRun<C extends CallRow> {
  input: RawInput<C>;
  idempotencyKey: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  rows_processed: number;
  /** 0 until the server has said. */
  total_rows: number;
}

/** How a run ended: with its last answer, which says whether it finished or failed, or with what `call` threw. */
export type RunEnd<C extends CallRow> = { answer: Output<C> } | { error: unknown };

interface RunOptions<C extends CallRow> {
  /** Names the run among the user's. */
  name: string;
  onEnd: (end: RunEnd<C>, run: FollowedRun<C>) => void | Promise<void>;
}

/**
 * Begins a durable job and follows it to its end. The job runs on the server without this page; the page stores the
 * run, so that a reload follows it under the same idempotency key and does not start another.
 */
export function useFollowedRun<C extends CallRow>(row: C, { name, onEnd }: RunOptions<C>) {
  const userId = useSession()?.id ?? '';
  const kept = `run/${name}`;
  const [going, setGoing] = useState(() => (readDraft(userId, kept) as FollowedRun<C> | undefined) ?? null);
  const left = useRef(new AbortController());
  const end = useRef(onEnd);
  end.current = onEnd;

  const follow = async (run: FollowedRun<C>) => {
    const { signal } = left.current;
    writeDraft(userId, kept, run);
    setGoing(run);
    let ended: RunEnd<C>;
    try {
      const { input, idempotencyKey } = run;
      const onProgress = ({ rows_processed, total_rows }: Pick<FollowedRun<C>, 'rows_processed' | 'total_rows'>) =>
        signal.aborted || setGoing({ ...run, rows_processed, total_rows });
      ended = { answer: await followRun(row, input, { idempotencyKey, signal, onProgress }) };
    } catch (error) {
      // The screen was left; the next one that follows this run says how it ended.
      if (signal.aborted) return;
      ended = { error };
    }
    removeDraft(userId, kept);
    await end.current(ended, run);
    setGoing(null);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a run that was kept is followed once, when the page opens
  useEffect(() => {
    left.current = new AbortController();
    if (going) void follow(going);
    return () => left.current.abort();
  }, []);

  const start = (input: RawInput<C>) =>
    follow({ input, idempotencyKey: crypto.randomUUID(), startedAt: Date.now(), rows_processed: 0, total_rows: 0 });
  return { going, start };
}

/** Poll interval, in milliseconds, for a run that this page did not begin. */
const pollInterval = 1500;

type MaybeRun = Pick<JobRunStatus, 'state'> | null | undefined;

const isRunning = (run: MaybeRun): boolean => run?.state === 'running';

/** Query options that poll while the answer has a running job, no matter who began it. */
export const pollWhileRunning = <T>(runsOf: (answer: T) => readonly MaybeRun[]) => ({
  refetchInterval: ({ state: { data } }: { state: { data: T | undefined } }) =>
    data !== undefined && runsOf(data).some(isRunning) && pollInterval,
});

/** The props of `RunProgress` for a run that is going; null once it has ended. */
export const toRunProgressProps = (run: JobRunStatus | null | undefined) =>
  run?.state === 'running' ? { ...run, startedAt: run.started_at } : null;
