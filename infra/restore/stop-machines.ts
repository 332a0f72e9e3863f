import { ListExecutionsCommand, StateMachineDoesNotExist, StopExecutionCommand } from '@aws-sdk/client-sfn';
import { jobMachineName } from '#shared/jobs.ts';
import { jobDomains } from '#shared/product.ts';
import { exportMachineNames, machineArnIn } from '../names.ts';
import type { RestoreDependencies } from './restore-dependencies.ts';
import type { RestoreStep } from './steps.ts';

interface School {
  /** For example `formroom-demo`. */
  name: string;
  aws: { account: string; region: string };
}

/**
 * Ends what still writes to the table that is left. Who began a job goes on with it from its screen (ADR 0017). The
 * machines are known by their whole names: those of another school may begin with the school's.
 */
export function stopMachinesStep(
  { name, aws }: School,
  outside: Pick<RestoreDependencies, 'stepFunctions' | 'say'>,
): RestoreStep {
  const { stepFunctions, say } = outside;
  const machines = [...exportMachineNames(name), ...jobDomains.map((domain) => jobMachineName(name, domain))];

  const running = async (machine: string): Promise<string[]> => {
    const stateMachineArn = machineArnIn(aws, machine);
    const found: string[] = [];
    let nextToken: string | undefined;
    do {
      const page = await stepFunctions.send(
        new ListExecutionsCommand({ stateMachineArn, statusFilter: 'RUNNING', nextToken }),
      );
      found.push(...(page.executions ?? []).flatMap(({ executionArn }) => executionArn ?? []));
      nextToken = page.nextToken;
    } while (nextToken);
    return found;
  };
  const allRunning = async () => {
    const found: string[] = [];
    for (const machine of machines) {
      // A version that is deployed for the first time may have more machines than the account.
      found.push(...(await running(machine).catch(ifNotThere)));
    }
    return found;
  };
  return {
    title: 'No state machine runs',
    isDone: async () => (await allRunning()).length === 0,
    act: async () => {
      for (const executionArn of await allRunning()) {
        await stepFunctions.send(new StopExecutionCommand({ executionArn, cause: 'The table is being restored.' }));
        say(`    stopped ${executionArn.split(':').slice(-2).join(' ')}`);
      }
    },
  };
}

function ifNotThere(error: unknown): string[] {
  if (error instanceof StateMachineDoesNotExist) return [];
  throw error;
}
