import type { SFNClient } from '@aws-sdk/client-sfn';
import { type JobName, type JobStep, jobMachineName, jobs } from '#shared/jobs.ts';

let client: SFNClient | undefined;

/**
 * Starts the execution of a run's attempt. Asked again while that execution runs, Step Functions does nothing; once it has
 * ended it refuses the name, which is how a run whose execution died is told from one that takes its time.
 */
export async function startExecution(step: JobStep): Promise<'started' | 'ended'> {
  // Loaded by the few calls that start jobs, not by every cold function.
  const { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } = await import('@aws-sdk/client-sfn');
  client ??= new SFNClient({ maxAttempts: 5, defaultsMode: 'standard' });
  const { domain } = jobs[step.name as JobName];
  try {
    await client.send(
      new StartExecutionCommand({
        stateMachineArn: jobMachineName(process.env.JOB_MACHINES ?? '', domain),
        name: `${step.name}-${step.run}-${step.attempt}`,
        input: JSON.stringify(step),
      }),
    );
    return 'started';
  } catch (error) {
    if (error instanceof ExecutionAlreadyExists) return 'ended';
    throw error;
  }
}
