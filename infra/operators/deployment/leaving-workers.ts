import { jobMachineName } from '#shared/jobs.ts';
import { jobDomains, jobsOfSchool } from '#shared/product.ts';
import type { SchoolFile } from '#shared/school/school-file.ts';
import { machineArnIn, schoolName } from '../../names.ts';
import { OperatorError } from '../operator-error.ts';
import type { AskAws } from './ask-aws.ts';

/**
 * Asks whether jobs of options that the school file no longer has still run: their worker would go with the deployment,
 * and the run would never end (ADR 0017). Asks nothing where no option with jobs is off.
 * @throws {OperatorError} with a line for each machine that runs
 */
export async function refuseLeavingWorkers(
  school: Pick<SchoolFile, 'id' | 'aws' | 'options'>,
  ask: AskAws,
): Promise<void> {
  const stay = new Set<string>(Object.values(jobsOfSchool(school)).map(({ domain }) => domain));
  const lines = await Promise.all(
    jobDomains
      .filter((domain) => !stay.has(domain))
      .map(async (domain) => {
        const machine = jobMachineName(schoolName(school.id), domain);
        const arn = machineArnIn(school.aws, machine);
        const query = ['--status-filter', 'RUNNING', '--query', 'length(executions)'];
        const running = await ask('stepfunctions', 'list-executions', '--state-machine-arn', arn, ...query).catch(
          (error: unknown) => {
            if (String(error).includes('StateMachineDoesNotExist')) return 0;
            throw error;
          },
        );
        return running === 0 ? [] : [`${machine} runs: its option was taken out of the school file.`];
      }),
  );
  const found = lines.flat();
  if (found.length > 0)
    throw new OperatorError(
      [...found, 'Wait until it has ended, or end it on its screen with the option on.'].join('\n'),
    );
}
