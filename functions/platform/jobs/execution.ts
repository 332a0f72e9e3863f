import type { SFNClient } from '@aws-sdk/client-sfn';
import { type JobStep, jobMachineName } from '#shared/jobs.ts';

let client: SFNClient | undefined;

/**
 * Starts the execution of a run's attempt. While that execution runs, Step Functions ignores a second start; once it
 * has ended, the name is refused: so a run whose execution died can be told from a slow one.
 * @param domain whose worker does it
 */
export async function startExecution(step: JobStep, domain: string): Promise<'started' | 'ended'> {
  // Loaded by the few calls that start jobs, not by every cold function.
  const { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } = await import('@aws-sdk/client-sfn');
  client ??= new SFNClient({ maxAttempts: 5, defaultsMode: 'standard' });
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
