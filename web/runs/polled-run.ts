import type { JobRunStatus } from '#shared/http/job-progress.ts';

/** Milliseconds between two questions how far a run is that this page did not begin. */
const interval = 1500;

type MaybeRun = Pick<JobRunStatus, 'state'> | null | undefined;

const isRunning = (run: MaybeRun): boolean => run?.state === 'running';

/** Options of a query whose answer tells of runs: it is asked again while one of them is going, no matter who began it. */
export const askedWhileRunning = <T>(runsOf: (answer: T) => readonly MaybeRun[]) => ({
  refetchInterval: ({ state: { data } }: { state: { data: T | undefined } }) =>
    data !== undefined && runsOf(data).some(isRunning) && interval,
});

/** A run that an answer tells of, as `RunProgress` shows it; null once it is over. */
export const toldRun = (run: JobRunStatus | null | undefined) =>
  run?.state === 'running' ? { ...run, startedAt: run.started_at } : null;
