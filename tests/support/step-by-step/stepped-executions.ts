import type { JobStep } from '#shared/jobs.ts';
import { localAccount } from '../../../local/aws-protocol/account.ts';
import { ServiceError, startJsonService } from '../../../local/aws-protocol/json-service.ts';

/** Takes one step of an execution, as the state machine asks the worker to. */
type Worker = (step: JobStep) => Promise<JobStep>;

/**
 * Replaces Step Functions: records which executions are started and runs none, so that a test can take their steps one
 * by one, by hand. For a school in this process, before its first job.
 */
export async function startSteppedExecutions() {
  let last: { name: string; step: JobStep } | undefined;
  const begun = new Map<string, JobStep>();
  const known = new Map<string, 'running' | 'ended'>();
  const service = await startJsonService({
    name: 'states',
    contentType: 'application/x-amz-json-1.0',
    operations: {
      StartExecution: (input) => {
        const { name, input: step } = input as { name: string; input: string };
        if (known.get(name) === 'ended') throw new ServiceError('ExecutionAlreadyExists', name);
        known.set(name, 'running');
        last = { name, step: JSON.parse(step) as JobStep };
        begun.set(name, last.step);
        const executionArn = `arn:aws:states:${localAccount.region}:${localAccount.id}:execution:by-hand:${name}`;
        return { executionArn, startDate: Date.now() / 1000 };
      },
    },
  });
  process.env.AWS_ENDPOINT_URL_SFN = service.endpoint;
  return {
    /** Takes the steps of the execution that was started last until it is done. Answers how many there were. */
    async run(worker: Worker): Promise<number> {
      const started = last;
      last = undefined;
      let steps = 0;
      for (let step = started?.step; step && !step.isDone; steps += 1) step = await worker(step);
      return steps;
    },
    /**
     * Runs the execution of that job, where several were started at once; with `about`, the one whose key contains it.
     * A step that fails is tried again, and the failure noted, as the state machine does.
     */
    async runJob(name: string, worker: Worker, about = ''): Promise<void> {
      const [execution, first] = [...begun].findLast(([, one]) => one.name === name && one.key.includes(about)) ?? [];
      if (execution !== undefined) begun.delete(execution);
      let step = first;
      for (let failures = 0; step && !step.isDone; ) {
        try {
          step = await worker(step);
        } catch (error) {
          failures += 1;
          const told =
            error instanceof Error ? { Error: error.name, Cause: error.message } : { Error: 'Error', Cause: '' };
          if (failures > 3) step = await worker({ ...step, error: told });
          if (failures > 3) return;
        }
      }
    },
    /** Whatever runs is over: a process died. */
    endAll(): void {
      last = undefined;
      begun.clear();
      for (const name of known.keys()) known.set(name, 'ended');
    },
    stop: () => service.stop(),
  };
}
