import { randomUUID } from 'node:crypto';
import type { JobRunStatus } from '#shared/http/job-progress.ts';
import { type JobDefinition, type JobStep, type JobToBegin, jobs } from '#shared/jobs.ts';
import { countActivity } from '../activity.ts';
import { currentWork } from '../correlation.ts';
import { logHeavyAct } from '../heavy-act.ts';
import type { Action } from '../table/action.ts';
import type { Authorship } from '../table/audit.ts';
import { retryRefused } from '../table/retry-refused.ts';
import { startExecution } from './execution.ts';
import {
  addFollower,
  createJob,
  endJob,
  isRunFollowedBy,
  type JobItem,
  readJob,
  restartJob,
  writePlan,
} from './store.ts';

export type JobToRun = JobToBegin & RunOfJob;

interface RunOfJob {
  /** Identifies this job among those of its kind, for example a term and a class. */
  key: string;
  /** Input of the worker besides its rows. A function is called only when a run begins. */
  input?: unknown;
  /** The rows in batches for the worker. Called only when a run begins. */
  plan: () => Promise<readonly (readonly string[])[]>;
  /**
   * The condition that the plan depends on, read before it. When it no longer holds as the run begins, both are made
   * again.
   */
  condition?: () => Promise<Action>;
  by: Authorship;
}

/** A run without progress for so long may be dead. */
const silentMilliseconds = 5000;

/**
 * Begins the job, or returns the run that exists: everybody sees the same one. A failed run resumes where it stopped on
 * a request under a new idempotency key; requests that began or followed it receive the failure, so that a polling page
 * does not restart it for ever. A finished run stays finished until `deleteJob`.
 */
export async function runJob(wanted: JobToRun): Promise<JobItem> {
  const { name, key, by } = wanted;
  const job = await readJob(name, key);
  if (!job) return beginJob(wanted);
  if (job.state === 'finished') return job;
  if (job.state === 'failed') {
    if (isRunFollowedBy(job, by.request.idempotencyKey)) return job;
    if (await restartJob(job, { follower: by.request.idempotencyKey, now: by.request.now }))
      await start(job, job.attempt + 1);
  } else await restartJobIfDead(job, by.request.now);
  return follow(wanted, job);
}

/** The run as it is now, with the caller among its followers. */
async function follow({ name, key, by }: JobToRun, known: JobItem): Promise<JobItem> {
  const job = (await readJob(name, key)) ?? known;
  await addFollower(job, by.request.idempotencyKey);
  return job;
}

/** Starts a new execution for a run without progress, unless its execution is alive. */
export async function restartJobIfDead(job: JobItem, now: Date, silence = silentMilliseconds): Promise<void> {
  if (job.state !== 'running' || now.getTime() - Date.parse(job.notedAt) < silence) return;
  if ((await startExecution(stepOf(job), job.domain)) === 'started') return;
  if (await restartJob(job, { now })) await start(job, job.attempt + 1);
}

/** Begins the run on the condition that its plan depends on; when that changed meanwhile, plans again. */
const beginJob = (wanted: JobToRun): Promise<JobItem> =>
  retryRefused({
    read: async () => wanted.condition?.(),
    attempt: (condition) => tryToBegin(wanted, condition),
    what: 'what this would do',
  });

async function tryToBegin(wanted: JobToRun, condition: Action | undefined): Promise<JobItem | 'refused'> {
  const { name, key, input, plan, by } = wanted;
  const definition: JobDefinition = wanted.row ?? jobs[wanted.name];
  const batches = (await plan()).filter((rows) => rows.length > 0);
  const known: unknown = typeof input === 'function' ? await input() : input;
  const at = by.request.now.toISOString();
  const isEmpty = batches.length === 0;
  const job: JobItem = {
    name,
    domain: definition.domain,
    key,
    run: randomUUID(),
    attempt: 1,
    state: isEmpty ? 'finished' : 'running',
    ...(known === undefined ? {} : { input: known }),
    total: batches.reduce((sum, rows) => sum + rows.length, 0),
    processed: 0,
    batches: batches.length,
    next: 0,
    followers: [by.request.idempotencyKey],
    startedAt: at,
    startedBy: by.caller.accountId,
    startedByName: by.caller.name,
    correlationId: currentWork()?.correlation_id,
    notedAt: at,
    ...(isEmpty ? { endedAt: at } : {}),
  };
  await writePlan(job, batches, by.request.now);
  // Of two simultaneous requests, the plan of the second one is never read.
  const outcome = await createJob(job, condition);
  if (outcome === 'refused') return outcome;
  if (outcome === 'there is one') return follow(wanted, job);
  countActivity('JobsBegun');
  if (definition.isHeavy) logHeavyAct(name, by.caller);
  if (isEmpty) countActivity('JobsFinished');
  else await start(job, 1);
  return job;
}

async function start(job: JobItem, attempt: number): Promise<void> {
  try {
    await startExecution(stepOf({ ...job, attempt }), job.domain);
  } catch (error) {
    await endJob({ ...job, attempt }, { error: 'It could not be started.', now: new Date() });
    throw error;
  }
}

const stepOf = ({ name, key, run, attempt, correlationId }: JobItem): JobStep => ({
  name,
  key,
  run,
  attempt,
  batch: 0,
  isDone: false,
  ...(correlationId === undefined ? {} : { correlationId }),
});

/** A run as calls return it. */
export const toProgress = (job: JobItem): Pick<JobRunStatus, 'rows_processed' | 'total_rows' | 'state'> => ({
  rows_processed: job.processed,
  total_rows: job.total,
  state: job.state,
});

export const toRunStatus = (job: JobItem): JobRunStatus => ({
  ...toProgress(job),
  started_by: job.startedByName,
  started_at: job.startedAt,
  ended_at: job.endedAt ?? null,
});
