import { ExecutionAlreadyExists, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { exportMachineNames, machineArnIn } from '../names.ts';
import type { RestoreDependencies } from './restore-dependencies.ts';
import type { RestoreStep } from './steps.ts';

interface Restored {
  /** For example `formroom-demo`. */
  name: string;
  aws: { account: string; region: string };
  /** `20260301T060000Z`, as in the tables' names. */
  written: string;
}

/**
 * Begins an export of all records of the restored tables, once: those of changes lead on from one of the same tables,
 * and the next one that is due may be a week away.
 */
export function beginExportStep(
  { name, aws, written }: Restored,
  { stepFunctions }: Pick<RestoreDependencies, 'stepFunctions'>,
): RestoreStep {
  const [machine = ''] = exportMachineNames(name);
  return {
    title: 'An export of the restored tables is begun',
    act: async () => {
      await stepFunctions
        .send(new StartExecutionCommand({ stateMachineArn: machineArnIn(aws, machine), name: `restored-${written}` }))
        .catch(ifBegun);
    },
  };
}

/** By a run of this restore that was cut off. */
function ifBegun(error: unknown): void {
  if (!(error instanceof ExecutionAlreadyExists)) throw error;
}
