import { describe, expect, it } from 'vitest';
import { StoppedRunError } from '#functions/platform/jobs/stopped-run.ts';
import { createJob, readJob, storeBatchResult, writePlan } from '#functions/platform/jobs/store.ts';
import { jobHandler } from '#functions/platform/jobs/worker.ts';
import {
  CertainFaultError,
  ChangedSinceCheckError,
  OvertakenError,
  TooManyFailedError,
  UnconfirmedError,
} from '#functions/term-reports/report-cards/posting/report-jobs.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';

const at = '2025-10-01T12:00:00.000Z';
const name = 'register-students';

/** A job's records in the real table, and its worker called step by step, as the state machine calls it. */
describe('a step of a durable job', () => {
  schoolForTests();

  /** Begins a run of two batches in its second attempt; its worker notes which batches it works. */
  async function begin(key: string, fails?: () => Error) {
    await writePlan({ name, run: key }, [['a', 'b'], ['c']], new Date(at));
    await createJob({
      name,
      domain: 'terms',
      key,
      run: key,
      attempt: 2,
      state: 'running',
      input: {},
      total: 3,
      processed: 0,
      batches: 2,
      next: 0,
      startedAt: at,
      startedBy: 'A1',
      startedByName: 'Ada Office',
      notedAt: at,
    });
    const worked: number[] = [];
    const handler = jobHandler({
      [name]: {
        workBatch: async ({ batch }) => {
          worked.push(batch);
          if (fails) throw fails();
          return {};
        },
      },
    });
    const step = (change: { attempt?: number; run?: string; batch?: number } = {}) =>
      handler({ name, key, run: key, attempt: 2, batch: 0, isDone: false, ...change });
    return { step, worked, job: async () => readJob(name, key) };
  }

  it('works its batch, and says which comes next', async () => {
    const { step, worked, job } = await begin('whole');
    expect(await step()).toMatchObject({ batch: 1, isDone: false });
    expect(await job()).toMatchObject({ next: 1, processed: 2, state: 'running' });
    expect(await step({ batch: 1 })).toMatchObject({ isDone: true });
    expect(await job()).toMatchObject({ next: 2, processed: 3, state: 'finished' });
    expect(worked).toEqual([0, 1]);
  });

  it('is nothing to an older attempt, or to another run: they end without working', async () => {
    const { step, worked, job } = await begin('overtaken');
    expect(await step({ attempt: 1 })).toMatchObject({ isDone: true });
    expect(await step({ run: 'another' })).toMatchObject({ isDone: true });
    expect(worked).toEqual([]);
    expect(await job()).toMatchObject({ next: 0, processed: 0, state: 'running' });
  });

  it('that was noted already is not worked again, but goes on to the next', async () => {
    const { step, worked } = await begin('repeated');
    await step();
    expect(await step()).toMatchObject({ batch: 1, isDone: false });
    expect(worked).toEqual([0]);
  });

  it('ends the run for what people did meanwhile at once, without a retry', async () => {
    const { step, worked, job } = await begin('stopped', () => new UnconfirmedError('3 reports are incomplete'));
    expect(await step()).toMatchObject({ isDone: true });
    expect(await job()).toMatchObject({ state: 'failed', lastError: 'UnconfirmedError', processed: 0 });
    expect(await step()).toMatchObject({ isDone: true });
    expect(worked).toEqual([0]);
  });

  it.each([
    new CertainFaultError(),
    new TooManyFailedError(),
    new TypeError('x is not a function'),
  ])('leaves to the machine what may be a fault of the product: %s', async (error) => {
    const { step, job } = await begin(`broken ${error.name}`, () => error);
    await expect(step()).rejects.toBe(error);
    expect(await job()).toMatchObject({ state: 'running' });
  });

  it.each([new ChangedSinceCheckError(), new OvertakenError(), new UnconfirmedError()])('is of people: %s', (error) => {
    expect(error).toBeInstanceOf(StoppedRunError);
  });

  it('counts once, however often it is noted from what was read before', async () => {
    const { job } = await begin('noted');
    const stale = await job();
    if (!stale) throw new Error('There is no job');
    const note = { rows: 2, remarks: [], isLast: false, now: new Date(at) };
    await storeBatchResult(stale, note);
    await storeBatchResult({ ...stale, processed: 2 }, note);
    expect(await job()).toMatchObject({ next: 1, processed: 2 });
  });
});
