import { afterEach, expect, it, vi } from 'vitest';
import type { JobStep } from '#shared/jobs.ts';
import { localJobMachines } from '../../../local/job-machines.ts';
import { Machine } from '../../../local/step-functions/machine.ts';

afterEach(() => vi.restoreAllMocks());

/** A worker that Lambda does not run so many times, as it says so; then it does its one batch. */
async function runBusy(times: number): Promise<{ status: string; tries: number }> {
  let tries = 0;
  const handler = async (step: JobStep) => {
    tries += 1;
    if (tries <= times) {
      throw Object.assign(new Error('Rate Exceeded.'), { name: 'Lambda.TooManyRequestsException' });
    }
    return { ...step, isDone: true };
  };
  const [[name, description] = []] = Object.entries(localJobMachines(async () => ({ handler }) as never));
  if (!name || !description) throw new Error('There is no job');
  const machine = await Machine.create(name, description);
  const input = { name: 'posting', key: 'k', run: 'r', attempt: 1, batch: 0, isDone: false };
  // The lot that is drawn for each wait says "now".
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const run = machine.run(await machine.load(), { arn: `${machine.arn}:run`, name: 'run', input });
  const { status } = await run.outcome;
  return { status, tries };
}

it('waits out an account that runs no more functions', async () => {
  expect(await runBusy(14)).toEqual({ status: 'SUCCEEDED', tries: 15 });
});

it('ends where the account stays busy, and says so: the run can be continued', async () => {
  // Fourteen more for the step that notes the failure.
  expect(await runBusy(1000)).toEqual({ status: 'FAILED', tries: 30 });
});
