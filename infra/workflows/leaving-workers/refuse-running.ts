import {
  DescribeStateMachineCommand,
  ListExecutionsCommand,
  SFNClient,
  StateMachineDoesNotExist,
} from '@aws-sdk/client-sfn';
import type { CustomResourceEvent } from './answer-cloudformation.ts';

/** The state machines that the stack has, by their ARNs. */
export interface MachinesOfStack {
  Machines: readonly string[];
}

/** Milliseconds for all questions together. */
const longest = 25_000;

/**
 * A machine that is younger leaves because the deployment which made it is rolled back, and no rollback may be refused:
 * the stack would be stuck. In milliseconds.
 */
const youngest = 3_600_000;

let client: SFNClient | undefined;

/**
 * Refuses an update that takes a machine away while a job runs on it: its worker would go with it, and the run would
 * never end (ADR 0017).
 * @throws Error with a sentence for each machine that runs
 */
export async function refuseRunning(
  { RequestType, ResourceProperties, OldResourceProperties }: CustomResourceEvent<MachinesOfStack>,
  now = Date.now(),
): Promise<void> {
  if (RequestType !== 'Update') return;
  const leaving = OldResourceProperties?.Machines.filter((arn) => !ResourceProperties.Machines.includes(arn)) ?? [];
  const signal = AbortSignal.timeout(longest);
  const running = await Promise.all(leaving.map((arn) => isRunning(arn, { now, signal })));
  const sentences = leaving.flatMap((arn, index) =>
    running[index]
      ? [`A job of ${arn.slice(arn.lastIndexOf(':') + 1)} runs, whose worker this deployment takes away.`]
      : [],
  );
  if (sentences.length > 0)
    throw new Error(
      [...sentences, 'Wait until it has ended, or end it on its screen with the option on, and deploy again.'].join(
        ' ',
      ),
    );
}

async function isRunning(
  stateMachineArn: string,
  { now, signal: abortSignal }: { now: number; signal: AbortSignal },
): Promise<boolean> {
  client ??= new SFNClient({ maxAttempts: 5 });
  try {
    const { executions = [] } = await client.send(
      new ListExecutionsCommand({ stateMachineArn, statusFilter: 'RUNNING', maxResults: 1 }),
      { abortSignal },
    );
    if (executions.length === 0) return false;
    const { creationDate } = await client.send(new DescribeStateMachineCommand({ stateMachineArn }), { abortSignal });
    return creationDate === undefined || now - creationDate.getTime() >= youngest;
  } catch (error) {
    if (error instanceof StateMachineDoesNotExist) return false;
    throw error;
  }
}
