import { keysTableName, restoredSchoolsKey } from '../names.ts';
import { noRollbackTriggers } from '../operators/deployment/deploy-arguments.ts';
import { OperatorError } from '../operators/operator-error.ts';
import type { RestoreDependencies } from './restore-dependencies.ts';
import type { RestoreStep } from './steps.ts';

export interface TableAdoption {
  schoolId: string;
  /** For example `formroom-demo`. */
  name: string;
  /** As it is in the names of the tables. */
  moment: string;
  targets: readonly string[];
}

interface StackResource {
  LogicalResourceId: string;
  PhysicalResourceId: string;
}

type Commands = Pick<RestoreDependencies, 'run' | 'say' | 'readSettings' | 'writeSettings'>;

/**
 * The restored tables become the data stack's own: the next change of an index reaches them. The stack lets go of the
 * old ones, which are kept (ADR 0006).
 */
export function adoptTablesSteps(adopting: TableAdoption, outside: Commands): RestoreStep[] {
  const { schoolId, name, moment, targets } = adopting;
  const { run, say, readSettings, writeSettings } = outside;
  const stack = `${name}-data`;
  const tables = () => tablesOfStack(stack, run);
  return [
    {
      title: `cdk.json says that ${schoolId} was restored to ${moment}; commit it`,
      isDone: async () => restoredMoment(readSettings(), schoolId) === moment,
      act: async () => writeSettings(withMoment(readSettings(), schoolId, moment)),
    },
    {
      title: `The stack ${stack} has the restored table in place of the old one`,
      isDone: () => hasAdoptedTables(adopting, outside),
      act: async () => {
        await run('npx', [
          ...['cdk', 'deploy', stack, '-c', `school=${schoolId}`, '--exclusively'],
          ...['--import-existing-resources', '--require-approval', 'never', ...noRollbackTriggers],
        ]);
        if (!(await hasAdoptedTables(adopting, outside))) {
          throw new OperatorError(`${stack} was deployed and does not have ${targets.join(', ')}.`);
        }
      },
    },
    {
      title: 'CloudFormation has looked whether the table is as its template says',
      act: async () => {
        for (const { LogicalResourceId } of await tables()) {
          const given = ['--stack-name', stack, '--logical-resource-id', LogicalResourceId, '--output', 'json'];
          const { StackResourceDrift: drift } = JSON.parse(
            await run('aws', ['cloudformation', 'detect-stack-resource-drift', ...given]),
          );
          say(`    ${drift.PhysicalResourceId}: ${drift.StackResourceDriftStatus}`);
          for (const { PropertyPath, ExpectedValue, ActualValue } of drift.PropertyDifferences ?? []) {
            say(`      ${PropertyPath} is ${ActualValue}, in the template ${ExpectedValue}`);
          }
        }
      },
    },
  ];
}

/** Whether the data stack has the restored tables, and none else but that of the keys, which is never restored. */
export async function hasAdoptedTables(
  { name, targets }: Pick<TableAdoption, 'name' | 'targets'>,
  { run }: Pick<RestoreDependencies, 'run'>,
) {
  const names = (await tablesOfStack(`${name}-data`, run))
    .map(({ PhysicalResourceId }) => PhysicalResourceId)
    .filter((table) => table !== keysTableName(name));
  return names.length === targets.length && targets.every((target) => names.includes(target));
}

async function tablesOfStack(stack: string, run: RestoreDependencies['run']): Promise<StackResource[]> {
  const given = ['--query', "StackResources[?ResourceType=='AWS::DynamoDB::GlobalTable']", '--output', 'json'];
  return JSON.parse(await run('aws', ['cloudformation', 'describe-stack-resources', '--stack-name', stack, ...given]));
}

/** To which moment cdk.json says that a school was restored. */
export const restoredMoment = (settings: string, schoolId: string): unknown =>
  JSON.parse(settings).context[restoredSchoolsKey]?.[schoolId];

/** The text with one line more or another, and all else as it was written. */
function withMoment(settings: string, schoolId: string, moment: string): string {
  const moments: Record<string, string> = JSON.parse(settings).context[restoredSchoolsKey] ?? {};
  const pairs = Object.entries({ ...moments, [schoolId]: moment }).map((pair) =>
    pair.map((one) => JSON.stringify(one)),
  );
  const line = `"${restoredSchoolsKey}": { ${pairs.map((pair) => pair.join(': ')).join(', ')} }`;
  const earlier = new RegExp(`"${restoredSchoolsKey}": \\{[^}]*\\}`);
  return earlier.test(settings)
    ? settings.replace(earlier, line)
    : settings.replace('"context": {', `"context": {\n    ${line},`);
}
