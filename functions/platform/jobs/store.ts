import type { JobName } from '#shared/jobs.ts';
import { type Action, write, writeIf } from '../table/action.ts';
import { type Author, writeAudited } from '../table/audit.ts';
import { entity } from '../table/entity.ts';
import { not } from '../table/expression.ts';
import { readItems, writeBatches } from '../table/table.ts';

/** One durable job: what is wanted, how far it is, who began it. A job is named by its kind and a key, such as a term. */
export interface JobItem {
  name: string;
  key: string;
  /** Names one run: the batches of an earlier run are not this one's. */
  run: string;
  /** Which execution of the state machine works on it: 1, and one more each time it is begun again. */
  attempt: number;
  state: 'running' | 'finished' | 'failed';
  input?: unknown;
  /** Rows to be worked, and worked so far. */
  total: number;
  processed: number;
  batches: number;
  /** Number of the batch to be worked next. */
  next: number;
  /** Idempotency keys of the requests that began it or found it under way: a call under one of them is told how it ended. */
  followers?: string[] | undefined;
  startedAt: string;
  startedBy: string;
  startedByName: string;
  /** The last sign of life. */
  notedAt: string;
  endedAt?: string | undefined;
  lastError?: string | undefined;
}

export const Job = entity<JobItem>()({
  name: 'job',
  pk: 'job#${name}',
  sk: '${key}',
  sets: ['followers'],
});

/** Rows that are worked together, planned when the run began, and what was to be said of some of them. */
interface JobBatchItem {
  name: string;
  run: string;
  batch: number;
  rows: string[];
  remarks?: { row?: string | undefined; text?: string | undefined }[] | undefined;
  /** Epoch seconds after which the table forgets it. */
  expires: number;
}

export const JobBatch = entity<JobBatchItem>()({
  name: 'job-batch',
  pk: 'job#${name}#${run}',
  sk: 'batch#${batch:6}',
});

/** In whose name a job writes: who began it. */
export const authorOf = ({ startedBy, startedByName }: JobItem): Author => ({
  accountId: startedBy,
  name: startedByName,
});

/** What a job has to say of one of its rows, for example why it was skipped. */
export interface Remark {
  row: string;
  text: string;
}

/** Batches are kept as long as somebody may ask what became of a row. */
const keptSeconds = 90 * 24 * 3600;

export const jobKey = (name: string, key: string) => Job.key({ name, key });

export async function readJob(name: string, key: string): Promise<JobItem | undefined> {
  const { job } = await readItems({ job: jobKey(name, key) });
  return job;
}

/** The jobs of a kind whose keys begin so. */
export async function jobsOf(name: JobName, keyBeginning = ''): Promise<JobItem[]> {
  return Job.query({ name }, { begins: keyBeginning });
}

export const readStep = ({ name, key, run, batch }: Pick<JobItem, 'name' | 'key' | 'run'> & { batch: number }) =>
  readItems({ job: Job.key({ name, key }), batch: JobBatch.key({ name, run, batch }) });

/** Writes the plan of a run; the run counts once its job is written. */
export async function writePlan(
  { name, run }: Pick<JobItem, 'name' | 'run'>,
  batches: readonly (readonly string[])[],
  now: Date,
): Promise<void> {
  const expires = Math.floor(now.getTime() / 1000) + keptSeconds;
  const items = batches.map((rows, batch) => JobBatch.item({ name, run, batch, rows: [...rows], expires }));
  await writeBatches(items);
}

/** Writes a new job, where there is none of that name and key. `refused`: the condition does not hold. */
export async function createJob(job: JobItem, condition?: Action): Promise<'created' | 'there is one' | 'refused'> {
  // The job last, as a line of the trail would be: of both refusals it is the one that counts.
  const outcome = await writeAudited([...(condition ? [condition] : []), Job.create(job)]);
  if (outcome === 'written') return 'created';
  return outcome === 'refused' ? outcome : 'there is one';
}

/** Begins a job again with its next execution, for a new follower or for none. False when somebody else did. */
export const beginAgain = (job: JobItem, { follower, now }: { follower?: string; now: Date }): Promise<boolean> =>
  writeIf(
    Job.update(
      { name: job.name, key: job.key },
      {
        set: { state: 'running', attempt: job.attempt + 1, notedAt: now.toISOString() },
        remove: ['lastError', 'endedAt'],
        add: follower === undefined ? {} : { followers: [follower] },
        where: { run: job.run, attempt: job.attempt, state: job.state },
      },
    ),
  );

/** Whether a request under that idempotency key began the run or found it under way. */
export const isFollowed = ({ followers = [] }: JobItem, idempotencyKey: string): boolean =>
  followers.includes(idempotencyKey);

/** A page that repeats its request follows under one key. Who names none would add one at each question. */
const mostFollowers = 100;

/** Notes who found the run under way. */
export async function followJob(job: JobItem, idempotencyKey: string): Promise<void> {
  if (isFollowed(job, idempotencyKey) || (job.followers?.length ?? 0) >= mostFollowers) return;
  await writeIf(
    Job.update({ name: job.name, key: job.key }, { add: { followers: [idempotencyKey] }, where: { run: job.run } }),
  );
}

/** Notes what became of a batch; the job goes on to the next, and ends with the last where nothing is left to do. */
export async function noteBatch(
  job: JobItem,
  { rows, remarks, isLast, now }: { rows: number; remarks: readonly Remark[]; isLast: boolean; now: Date },
): Promise<void> {
  const { name, key, run, next } = job;
  if (remarks.length > 0) {
    await write(JobBatch.update({ name, run, batch: next }, { set: { remarks: [...remarks] } }));
  }
  // Refused where another execution was faster: the batch counts once.
  await writeIf(
    Job.update(
      { name, key },
      {
        set: {
          next: next + 1,
          processed: Math.min(job.processed + rows, job.total),
          notedAt: now.toISOString(),
          ...(isLast ? { state: 'finished' as const, endedAt: now.toISOString() } : {}),
        },
        where: { run, next },
      },
    ),
  );
}

/** Ends a run. Nothing happens when it is over, or another attempt has taken it up. */
export const endJob = (
  job: Pick<JobItem, 'name' | 'key' | 'run' | 'attempt'>,
  { error, now }: { error?: string; now: Date },
): Promise<boolean> =>
  writeIf(
    Job.update(
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

/** Forgets a job that is not running. False when it runs, or is another one by now. */
export const forgetJob = (job: JobItem): Promise<boolean> =>
  writeIf(Job.delete({ name: job.name, key: job.key }, { run: job.run, state: not('running') }));

/** The batches of a run in order, each with its rows and what was said of some of them. One query. */
export async function batchesOf({ name, run }: Pick<JobItem, 'name' | 'run'>) {
  const data = await JobBatch.query({ name, run });
  return data.map(({ rows, remarks = [] }) => ({
    rows,
    remarks: remarks.flatMap(({ row, text }): Remark[] =>
      row === undefined || text === undefined ? [] : [{ row, text }],
    ),
  }));
}

/** What a run had to say of its rows. */
export const remarksOf = async (job: Pick<JobItem, 'name' | 'run'>): Promise<Remark[]> =>
  (await batchesOf(job)).flatMap(({ remarks }) => remarks);

/** The rows of a run, batch by batch. */
export const rowsOf = async (job: Pick<JobItem, 'name' | 'run'>): Promise<string[][]> =>
  (await batchesOf(job)).map(({ rows }) => rows);
