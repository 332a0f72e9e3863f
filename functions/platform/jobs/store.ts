import type { EntityItem } from 'electrodb';
import type { JobName } from '#shared/jobs.ts';
import { type Author, writeAudited } from '../table/audit.ts';
import { type Action, directCreate, directTransaction, type TableItem } from '../table/direct-write.ts';
import { entity, isConditionFailure, itemKey, readItems, writeBatches } from '../table/table.ts';

/** One durable job: what is wanted, how far it is, who began it. A job is named by its kind and a key, such as a term. */
export const Job = entity({
  model: { entity: 'job', version: '1', service: 'formroom' },
  attributes: {
    name: { type: 'string', required: true },
    key: { type: 'string', required: true },
    /** Names one run: the batches of an earlier run are not this one's. */
    run: { type: 'string', required: true },
    /** Which execution of the state machine works on it: 1, and one more each time it is begun again. */
    attempt: { type: 'number', required: true },
    state: { type: ['running', 'finished', 'failed'] as const, required: true },
    input: { type: 'any' },
    /** Rows to be worked, and worked so far. */
    total: { type: 'number', required: true },
    processed: { type: 'number', required: true },
    batches: { type: 'number', required: true },
    /** Number of the batch to be worked next. */
    next: { type: 'number', required: true },
    /** Idempotency keys of the requests that began it or found it under way: a call under one of them is told how it ended. */
    followers: { type: 'set', items: 'string' },
    startedAt: { type: 'string', required: true },
    startedBy: { type: 'string', required: true },
    startedByName: { type: 'string', required: true },
    /** The last sign of life. */
    notedAt: { type: 'string', required: true },
    endedAt: { type: 'string' },
    lastError: { type: 'string' },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['name'], template: 'job#${name}', casing: 'none' },
      sk: { field: 'sk', composite: ['key'], template: '${key}', casing: 'none' },
    },
  },
});

/** Rows that are worked together, planned when the run began, and what was to be said of some of them. */
export const JobBatch = entity({
  model: { entity: 'job-batch', version: '1', service: 'formroom' },
  attributes: {
    name: { type: 'string', required: true },
    run: { type: 'string', required: true },
    batch: { type: 'number', required: true, padding: { length: 6, char: '0' } },
    rows: { type: 'list', items: { type: 'string' }, required: true },
    remarks: {
      type: 'list',
      items: { type: 'map', properties: { row: { type: 'string' }, text: { type: 'string' } } },
    },
    /** Epoch seconds after which the table forgets it. */
    expires: { type: 'number', required: true },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['name', 'run'], template: 'job#${name}#${run}', casing: 'none' },
      sk: { field: 'sk', composite: ['batch'], template: 'batch#${batch}', casing: 'none' },
    },
  },
});

export type JobItem = EntityItem<typeof Job>;

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

export const jobKey = (name: string, key: string) => itemKey(Job, { name, key });

export async function readJob(name: string, key: string): Promise<JobItem | undefined> {
  const { job } = await readItems({ job: jobKey(name, key) });
  return job;
}

/** The jobs of a kind whose keys begin so. */
export async function jobsOf(name: JobName, keyBeginning = ''): Promise<JobItem[]> {
  const query = Job.query.record({ name });
  const { data } = await (keyBeginning === '' ? query : query.begins({ key: keyBeginning })).go({
    pages: 'all',
    consistent: true,
  });
  return data;
}

export const readStep = ({ name, key, run, batch }: Pick<JobItem, 'name' | 'key' | 'run'> & { batch: number }) =>
  readItems({ job: itemKey(Job, { name, key }), batch: itemKey(JobBatch, { name, run, batch }) });

/** Writes the plan of a run; the run counts once its job is written. */
export async function writePlan(
  { name, run }: Pick<JobItem, 'name' | 'run'>,
  batches: readonly (readonly string[])[],
  now: Date,
): Promise<void> {
  const expires = Math.floor(now.getTime() / 1000) + keptSeconds;
  const items = batches.map(
    (rows, batch) =>
      (JobBatch.put({ name, run, batch, rows: [...rows], expires }).params() as { Item: Record<string, unknown> }).Item,
  );
  await writeBatches(items);
}

/** Writes a new job, where there is none of that name and key. `refused`: the condition does not hold. */
export async function createJob(job: JobItem, condition?: Action): Promise<'created' | 'there is one' | 'refused'> {
  const { Item } = Job.put(job).params() as { Item: TableItem };
  // The job last, as a line of the trail would be: of both refusals it is the one that counts.
  const outcome = await writeAudited(directTransaction([...(condition ? [condition] : []), directCreate(Item)]));
  if (outcome === 'written') return 'created';
  return outcome === 'refused' ? outcome : 'there is one';
}

/** Begins a job again with its next execution, for a new follower or for none. False when somebody else did. */
export const beginAgain = (job: JobItem, { follower, now }: { follower?: string; now: Date }): Promise<boolean> =>
  holds(
    Job.patch({ name: job.name, key: job.key })
      .set({ state: 'running', attempt: job.attempt + 1, notedAt: now.toISOString() })
      .add(follower === undefined ? {} : { followers: [follower] })
      .remove(['lastError', 'endedAt'])
      .where(
        ({ run, attempt, state }, { eq }) =>
          `${eq(run, job.run)} AND ${eq(attempt, job.attempt)} AND ${eq(state, job.state)}`,
      )
      .go(),
  );

/** Whether a request under that idempotency key began the run or found it under way. */
export const isFollowed = ({ followers = [] }: JobItem, idempotencyKey: string): boolean =>
  followers.includes(idempotencyKey);

/** A page that repeats its request follows under one key. Who names none would add one at each question. */
const mostFollowers = 100;

/** Notes who found the run under way. */
export async function followJob(job: JobItem, idempotencyKey: string): Promise<void> {
  if (isFollowed(job, idempotencyKey) || (job.followers?.length ?? 0) >= mostFollowers) return;
  await holds(
    Job.patch({ name: job.name, key: job.key })
      .add({ followers: [idempotencyKey] })
      .where(({ run }, { eq }) => eq(run, job.run))
      .go(),
  );
}

/** Notes what became of a batch; the job goes on to the next, and ends with the last where nothing is left to do. */
export async function noteBatch(
  job: JobItem,
  { rows, remarks, isLast, now }: { rows: number; remarks: readonly Remark[]; isLast: boolean; now: Date },
): Promise<void> {
  const { name, key, run, next } = job;
  if (remarks.length > 0) {
    await JobBatch.patch({ name, run, batch: next })
      .set({ remarks: [...remarks] })
      .go();
  }
  // Refused where another execution was faster: the batch counts once.
  await holds(
    Job.patch({ name, key })
      .set({
        next: next + 1,
        processed: Math.min(job.processed + rows, job.total),
        notedAt: now.toISOString(),
        ...(isLast ? { state: 'finished' as const, endedAt: now.toISOString() } : {}),
      })
      .where((attributes, { eq }) => `${eq(attributes.run, run)} AND ${eq(attributes.next, next)}`)
      .go(),
  );
}

/** Ends a run. Nothing happens when it is over, or another attempt has taken it up. */
export const endJob = (
  job: Pick<JobItem, 'name' | 'key' | 'run' | 'attempt'>,
  { error, now }: { error?: string; now: Date },
): Promise<boolean> =>
  holds(
    Job.patch({ name: job.name, key: job.key })
      .set({
        state: error === undefined ? ('finished' as const) : ('failed' as const),
        endedAt: now.toISOString(),
        ...(error === undefined ? {} : { lastError: error }),
      })
      .where(
        ({ run, attempt, state }, { eq }) =>
          `${eq(run, job.run)} AND ${eq(attempt, job.attempt)} AND ${eq(state, 'running')}`,
      )
      .go(),
  );

/** Forgets a job that is not running. False when it runs, or is another one by now. */
export const forgetJob = (job: JobItem): Promise<boolean> =>
  holds(
    Job.delete({ name: job.name, key: job.key })
      .where(({ run, state }, { eq, ne }) => `${eq(run, job.run)} AND ${ne(state, 'running')}`)
      .go(),
  );

/** The batches of a run in order, each with its rows and what was said of some of them. One query. */
export async function batchesOf({ name, run }: Pick<JobItem, 'name' | 'run'>) {
  const { data } = await JobBatch.query.record({ name, run }).go({ pages: 'all', consistent: true });
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

async function holds(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (isConditionFailure(error)) return false;
    throw error;
  }
}
