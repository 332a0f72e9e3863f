import { type Action, executeAction, executeActionIf } from '../table/action.ts';
import { carryOutAct, isRefused } from '../table/acts/carry-out-act.ts';
import type { Author } from '../table/audit.ts';
import { entity } from '../table/entity.ts';
import { notEqualTo } from '../table/expression.ts';
import { readItems, writeBatches } from '../table/table.ts';

/**
 * One durable job: its input, its progress and who began it. It is identified by its kind and a key, such as a term.
 */
export interface JobItem {
  name: string;
  /** The function whose worker does it. */
  domain: string;
  key: string;
  /** Identifies one run; earlier runs have batches of their own. */
  run: string;
  /** Number of the execution of the state machine, from 1; each restart adds one. */
  attempt: number;
  state: 'running' | 'finished' | 'failed';
  input?: unknown;
  /** Rows to be worked, and worked so far. */
  total: number;
  processed: number;
  batches: number;
  /** Number of the next batch. */
  next: number;
  /** Idempotency keys of the requests that began it or found it running: a call under one of them receives its end. */
  followers?: string[] | undefined;
  startedAt: string;
  startedBy: string;
  startedByName: string;
  /** The id of the request that began it, which its log lines and rows of the audit trail have too. */
  correlationId?: string | undefined;
  /** When the last progress was stored. */
  notedAt: string;
  endedAt?: string | undefined;
  lastError?: string | undefined;
}

export const JobEntity = entity<JobItem>()({
  name: 'job',
  pk: 'job#${name}',
  sk: '${key}',
  sets: ['followers'],
});

/** Rows that are processed together, planned when the run began, with the remarks on some of them. */
interface JobBatchItem {
  name: string;
  run: string;
  batch: number;
  rows: string[];
  remarks?: { row?: string | undefined; text?: string | undefined }[] | undefined;
  /** Epoch seconds after which the table forgets it. */
  expires: number;
}

export const JobBatchEntity = entity<JobBatchItem>()({
  name: 'job-batch',
  pk: 'job#${name}#${run}',
  sk: 'batch#${batch:6}',
});

/** In whose name a job writes: who began it. */
export const authorOfJob = ({ startedBy, startedByName }: JobItem): Author => ({
  accountId: startedBy,
  name: startedByName,
});

/** A job's remark on one of its rows, for example why it was skipped. */
export interface JobRemark {
  row: string;
  text: string;
}

/** How long the results of a run can be read. */
const keptSeconds = 90 * 24 * 3600;

export const jobKey = (name: string, key: string) => JobEntity.key({ name, key });

export async function readJob(name: string, key: string): Promise<JobItem | undefined> {
  const { job } = await readItems({ job: jobKey(name, key) });
  return job;
}

/** The jobs of a kind by the beginning of their keys. */
export async function readJobsOfKind(name: string, keyBeginning = ''): Promise<JobItem[]> {
  return JobEntity.query({ name }, { begins: keyBeginning });
}

export const readJobWithBatch = ({
  name,
  key,
  run,
  batch,
}: Pick<JobItem, 'name' | 'key' | 'run'> & { batch: number }) =>
  readItems({ job: JobEntity.key({ name, key }), batch: JobBatchEntity.key({ name, run, batch }) });

/** Writes the plan of a run; the run counts once its job is written. */
export async function writePlan(
  { name, run }: Pick<JobItem, 'name' | 'run'>,
  batches: readonly (readonly string[])[],
  now: Date,
): Promise<void> {
  const expires = Math.floor(now.getTime() / 1000) + keptSeconds;
  const items = batches.map((rows, batch) => JobBatchEntity.item({ name, run, batch, rows: [...rows], expires }));
  await writeBatches(items);
}

/** Creates a job unless there is one of that name and key. `refused`: the condition did not hold. */
export async function createJob(job: JobItem, condition?: Action): Promise<'created' | 'there is one' | 'refused'> {
  // When both conditions fail, the stamp decides.
  const outcome = await carryOutAct({
    changes: [],
    guards: { condition: condition ? [condition] : [] },
    stamp: JobEntity.create(job),
  });
  if (outcome === 'written') return 'created';
  return isRefused(outcome) ? 'refused' : 'there is one';
}

/** Restarts a job with its next execution, for a new follower or for none. Returns false when another request did. */
export const restartJob = (job: JobItem, { follower, now }: { follower?: string; now: Date }): Promise<boolean> =>
  executeActionIf(
    JobEntity.update(
      { name: job.name, key: job.key },
      {
        set: { state: 'running', attempt: job.attempt + 1, notedAt: now.toISOString() },
        remove: ['lastError', 'endedAt'],
        add: follower === undefined ? {} : { followers: [follower] },
        where: { run: job.run, attempt: job.attempt, state: job.state },
      },
    ),
  );

/** Whether a request under that idempotency key began the run or found it running. */
export const isRunFollowedBy = ({ followers = [] }: JobItem, idempotencyKey: string): boolean =>
  followers.includes(idempotencyKey);

/** A page polls under one key; a client without a key would add one with each request. */
const mostFollowers = 100;

/** Stores the key of a request that found the run running. */
export async function addFollower(job: JobItem, idempotencyKey: string): Promise<void> {
  if (isRunFollowedBy(job, idempotencyKey) || (job.followers?.length ?? 0) >= mostFollowers) return;
  await executeActionIf(
    JobEntity.update(
      { name: job.name, key: job.key },
      { add: { followers: [idempotencyKey] }, where: { run: job.run } },
    ),
  );
}

/**
 * Stores the result of a batch and moves the job to the next one, or ends it after the last. Returns false when another
 * execution did.
 */
export async function storeBatchResult(
  job: JobItem,
  { rows, remarks, isLast, now }: { rows: number; remarks: readonly JobRemark[]; isLast: boolean; now: Date },
): Promise<boolean> {
  const { name, key, run, next } = job;
  if (remarks.length > 0) {
    await executeAction(JobBatchEntity.update({ name, run, batch: next }, { set: { remarks: [...remarks] } }));
  }
  // Refused when another execution was faster, so that the batch counts once, and when the run was ended meanwhile.
  return executeActionIf(
    JobEntity.update(
      { name, key },
      {
        set: {
          next: next + 1,
          processed: Math.min(job.processed + rows, job.total),
          notedAt: now.toISOString(),
          ...(isLast ? { state: 'finished' as const, endedAt: now.toISOString() } : {}),
        },
        where: { run, next, state: 'running' },
      },
    ),
  );
}

/** Ends a run, unless it has ended or another attempt has resumed it. */
export const endJob = (
  job: Pick<JobItem, 'name' | 'key' | 'run' | 'attempt'>,
  { error, now }: { error?: string; now: Date },
): Promise<boolean> =>
  executeActionIf(
    JobEntity.update(
      { name: job.name, key: job.key },
      {
        set: {
          state: error === undefined ? ('finished' as const) : ('failed' as const),
          endedAt: now.toISOString(),
          ...(error === undefined ? {} : { lastError: error }),
        },
        where: { run: job.run, attempt: job.attempt, state: 'running' },
      },
    ),
  );

/** Deletes a job that is not running. Returns false when it runs, or has been replaced by another run. */
export const deleteJob = (job: JobItem): Promise<boolean> =>
  executeActionIf(JobEntity.delete({ name: job.name, key: job.key }, { run: job.run, state: notEqualTo('running') }));

/** The batches of a run in order, with rows and remarks. One query. */
export async function readBatches({ name, run }: Pick<JobItem, 'name' | 'run'>) {
  const data = await JobBatchEntity.query({ name, run });
  return data.map(({ rows, remarks = [] }) => ({
    rows,
    remarks: remarks.flatMap(({ row, text }): JobRemark[] =>
      row === undefined || text === undefined ? [] : [{ row, text }],
    ),
  }));
}

/** All remarks of a run. */
export const readRemarks = async (job: Pick<JobItem, 'name' | 'run'>): Promise<JobRemark[]> =>
  (await readBatches(job)).flatMap(({ remarks }) => remarks);

/** The rows of a run, batch by batch. */
export const readJobRows = async (job: Pick<JobItem, 'name' | 'run'>): Promise<string[][]> =>
  (await readBatches(job)).map(({ rows }) => rows);
