import type { Throttle } from '../api/api-stage.ts';
import { tableExportPrefix } from '../exports/export-prefixes.ts';
import { currentTables, restoredSchoolsKey, schoolName } from '../names.ts';
import { noRollbackTriggers } from '../operators/deployment/deploy-arguments.ts';
import { OperatorError } from '../operators/operator-error.ts';
import { adoptTablesSteps, hasAdoptedTables, restoredMoment } from './adopt-tables.ts';
import { beginExportStep } from './begin-export.ts';
import { closeAndOpenSchoolSteps } from './close-and-open-school.ts';
import { compareRecordsStep } from './compare-records.ts';
import { endSessionsStep } from './end-sessions.ts';
import { listErasedSinceStep } from './list-erased-since.ts';
import { listLastSavesStep } from './list-last-saves.ts';
import { createEmptyTableStep, replayExportsStep } from './replay-exports.ts';
import type { RestoreDependencies } from './restore-dependencies.ts';
import { awaitRecoveryStep, awaitTableStep, describeTable, restoreTableStep } from './restore-table.ts';
import type { RestoreStep } from './steps.ts';
import { stopMachinesStep } from './stop-machines.ts';
import { setTableSettingsStep } from './table-settings.ts';

export interface SchoolRestore {
  schoolId: string;
  aws: { account: string; region: string };
  /** Of its calls, once it is open again. */
  throttle: Throttle;
  /** To the second. */
  moment: Date;
  /** The bucket of the exports that the tables are made of; of the old tables' own recovery where it is left out. */
  exportsIn?: string;
  /**
   * Compares the records of the new tables with those of the old ones, before anything is turned: in a school that was
   * closed since the moment.
   */
  compares?: boolean;
}

/** `20260301T060000Z`: a moment as it is in the names of tables. */
export const momentForName = (moment: Date): string => moment.toISOString().replaceAll(/[-:]|\.\d+/g, '');

/**
 * Everything that turns a school to what its tables held at a moment, in order (docs/operations/restore.md). All its
 * tables are made of one moment. Nothing is deleted: the tables that were left stay.
 */
export async function planRestoreSteps(wanted: SchoolRestore, outside: RestoreDependencies): Promise<RestoreStep[]> {
  const { schoolId, aws, moment, exportsIn, compares = false } = wanted;
  const { context } = JSON.parse(outside.readSettings());
  const name = schoolName(schoolId);
  const written = momentForName(moment);
  const targets = currentTables(schoolId, { [restoredSchoolsKey]: { [schoolId]: written } }).map((table) => table.name);
  const pairs = await Promise.all(
    currentTables(schoolId, context).map(async ({ name: current, definition }, index) => {
      const target = targets[index] ?? '';
      return { source: (await sourceOf(target, outside.dynamoDb)) ?? current, target, definition, moment };
    }),
  );
  const door = closeAndOpenSchoolSteps({ name, open: wanted.throttle }, outside);
  /**
   * Once the school is turned, people are at work in it: a run that only opens it again must not close it, nor sign
   * anybody out.
   */
  const beforeTurned = (step: RestoreStep): RestoreStep => ({
    ...step,
    isDone: async () => ((await step.isDone?.()) ?? false) || (await isTurned(name, main?.target ?? '', outside.run)),
  });
  /**
   * Once cdk.json names a table, it is complete; once it is adopted, it is the school's, and nothing older is written
   * into it.
   */
  const beforeAdopted = (step: RestoreStep): RestoreStep => ({
    ...step,
    isDone: async () =>
      restoredMoment(outside.readSettings(), schoolId) === written ||
      (await hasAdoptedTables({ name, targets }, outside)),
  });
  const [main, trail] = pairs;
  if (!main || !trail) throw new OperatorError(`${schoolId} has no tables.`);
  return [
    ownAccount(aws.account, outside.run),
    beforeTurned(door.close),
    beforeTurned(stopMachinesStep({ name, aws }, outside)),
    ...(compares ? pairs.map((pair) => awaitRecoveryStep(pair, outside)) : []),
    // All are begun before the first is waited for.
    ...pairs.map((pair) =>
      exportsIn ? createEmptyTableStep({ ...pair, name: pair.target }, outside) : restoreTableStep(pair, outside),
    ),
    ...pairs.map(({ target }) => awaitTableStep(target, outside)),
    ...(exportsIn
      ? pairs
          .map((pair) =>
            replayExportsStep({ ...pair, shelf: { bucket: exportsIn, prefix: tableExportPrefix } }, outside),
          )
          .map(beforeAdopted)
      : []),
    ...(compares ? pairs.map((pair) => compareRecordsStep(pair, outside)).map(beforeAdopted) : []),
    ...pairs.flatMap(({ target }) => setTableSettingsStep({ target, schoolId }, outside)),
    beforeTurned(endSessionsStep(main.target, outside)),
    listLastSavesStep(trail, outside),
    ...adoptTablesSteps({ schoolId, name, moment: written, targets }, outside),
    beforeTurned({
      title: 'Functions, exports and alarms use the restored tables',
      act: async () => {
        const given = ['--all', '-c', `school=${schoolId}`, '--require-approval', 'never', ...noRollbackTriggers];
        await outside.run('npx', ['cdk', 'deploy', ...given]);
      },
    }),
    beginExportStep({ name, aws, written }, outside),
    listErasedSinceStep(trail, outside),
    door.open,
  ];
}

/**
 * Whether each stack that names the tables was deployed with those of this name. What is rolled back has the template
 * of before.
 */
async function isTurned(name: string, target: string, run: RestoreDependencies['run']): Promise<boolean> {
  for (const part of ['api', 'workflows', 'operations']) {
    const given = ['--stack-name', `${name}-${part}`, '--query', 'TemplateBody', '--output', 'json'];
    if (!(await run('aws', ['cloudformation', 'get-template', ...given])).includes(target)) return false;
  }
  return true;
}

/** The table that a restored one was made from; undefined where there is none yet. */
async function sourceOf(target: string, dynamoDb: RestoreDependencies['dynamoDb']): Promise<string | undefined> {
  const table = await describeTable(target, dynamoDb);
  return table?.RestoreSummary?.SourceTableArn?.split('/').at(-1);
}

function ownAccount(account: string, run: RestoreDependencies['run']): RestoreStep {
  return {
    title: `You are signed in to the account ${account}`,
    isDone: async () => {
      const found = await run('aws', ['sts', 'get-caller-identity', '--query', 'Account', '--output', 'json']);
      return JSON.parse(found) === account;
    },
    act: () => {
      throw new OperatorError(`The school is in the account ${account}: sign in to that one.`);
    },
  };
}
