import type { JobStep } from '#shared/jobs.ts';
import { countActivity } from '../activity.ts';
import { runInContextOf } from '../correlation.ts';
import { logger } from '../log.ts';
import { StoppedRunError } from './stopped-run.ts';
import { endJob, type JobItem, type JobRemark, readJobWithBatch, storeBatchResult } from './store.ts';

export interface BatchOfJob {
  job: JobItem;
  /** Number of the batch in its run, from 0. With the run it makes an idempotency key. */
  batch: number;
  rows: readonly string[];
}

/** The work of one kind of job. */
export interface JobWorker {
  /**
   * Processes one batch, within a minute. It is called again with the same rows when anything fails before the result
   * is stored, so it must be idempotent. A row that cannot be processed gets a remark; an error fails the run, and a
   * {@link StoppedRunError} ends it.
   */
  workBatch(batch: BatchOfJob): Promise<{ remarks?: readonly JobRemark[] }>;
  /** After the last batch; also called again when anything fails. */
  finish?(job: JobItem): Promise<void>;
}

/**
 * The Lambda handler of a domain's worker: does one step of the state machine and returns the next one.
 * @param single work of one step that a schedule or a rule starts, without a record of its run
 */
export const jobHandler =
  (
    workers: Readonly<Record<string, JobWorker>>,
    single: Readonly<Record<string, (step: JobStep) => Promise<void>>> = {},
  ) =>
  (step: JobStep): Promise<JobStep> =>
    runInContextOf({ correlation_id: step.correlationId, job: step.name, run: step.run }, async () => {
      const workOnce = single[step.name];
      if (workOnce && !step.error) {
        await workOnce(step);
        return { ...step, isDone: true };
      }
      const worker = workers[step.name];
      if (step.error) return noteFailure(step);
      if (!worker) throw new Error(`There is no job ${step.name} here`);
      try {
        return await work(worker, step);
      } catch (error) {
        if (error instanceof StoppedRunError) return noteStop(step, error);
        logger.error('job step failed', { batch: step.batch, error });
        throw error;
      }
    });

/** One step. The state machine retries it after an error, and fails the run in the end. */
async function work(worker: JobWorker, step: JobStep): Promise<JobStep> {
  const { job, batch } = await readJobWithBatch(step);
  const isOurs = job?.run === step.run && job.attempt === step.attempt && job.state === 'running';
  // Deleted, ended or resumed by a later execution: nothing is left for this one.
  if (!isOurs) return { ...step, isDone: true };
  if (job.next === job.batches) {
    await worker.finish?.(job);
    if (await endJob(job, { now: new Date() })) countActivity('JobsFinished');
    return { ...step, isDone: true };
  }
  if (job.next !== step.batch) return { ...step, batch: job.next };
  if (!batch) throw new Error('The batches of this run are missing');
  const { remarks = [] } = await worker.workBatch({ job, batch: step.batch, rows: batch.rows });
  const isLast = step.batch + 1 === job.batches && !worker.finish;
  const isStored = await storeBatchResult(job, { rows: batch.rows.length, remarks, isLast, now: new Date() });
  if (isLast && isStored) countActivity('JobsFinished');
  return { ...step, batch: step.batch + 1, isDone: isLast };
}

async function noteStop(step: JobStep, { name, message }: StoppedRunError): Promise<JobStep> {
  logger.info('job stopped', { reason: name, message });
  await endJob(step, { error: name, now: new Date() });
  return { ...step, isDone: true };
}

async function noteFailure({ error, ...step }: JobStep): Promise<JobStep> {
  logger.error('job failed', { error: error?.Error });
  if (await endJob(step, { error: error?.Error ?? 'Unknown', now: new Date() })) countActivity('JobsFailed');
  return { ...step, isDone: true };
}
