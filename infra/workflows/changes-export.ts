import * as sfn from 'aws-cdk-lib/aws-stepfunctions';
import * as tasks from 'aws-cdk-lib/aws-stepfunctions-tasks';
import type { Construct } from 'constructs';
import { mayBeEmpty, sideBySide, type TableExport, type TableExports, tableExport } from './table-export.ts';

/** Hours between two exports of changes, each of which is of as many. */
export const changesEvery = 6;

/** Field of a run's input: when it was due, as the scheduler says it. */
export const dueAt = 'dueAt';

/**
 * Runs between two exports of all records: a week of them. Restored is the last of all records and each of changes since, so it is the number of
 * files that a restore reads, and no record is older for it.
 */
const weekOfRuns = (7 * 24) / changesEvery;

/** Index of the week's run on Sunday 06:30 UTC, counted from 1 January 1970, a Thursday. */
const runOfAll = (3 * 24) / changesEvery + 1;

/** Where the error of a run that failed is. */
const failure = '$.failure';

/** Minutes that recovery, from which DynamoDB exports, may be behind the table; and the shortest time that it exports. */
const behind = 15;
const shortest = 15;

/**
 * Of both tables, from the same moment to the same moment. Once a week the run begins an export of all records besides, and so it does after a failure,
 * since the next one of changes would lead on from nothing. The first run of a school (`mayBeEmpty`) has no changes to export, and begins that of all records alone.
 */
export function changesExports(scope: Construct, where: TableExports, all: sfn.IStateMachine): sfn.IChainable {
  const exportAll = new tasks.StepFunctionsStartExecution(scope, 'Begin export of all records', {
    stateMachine: all,
    // It is waited for by nobody; begun again by a retry it is the same one.
    integrationPattern: sfn.IntegrationPattern.REQUEST_RESPONSE,
    name: sfn.JsonPath.stringAt('$$.Execution.Name'),
    input: sfn.TaskInput.fromJsonPathAt('$'),
    resultPath: sfn.JsonPath.DISCARD,
  }).addRetry({ errors: ['States.TaskFailed'], maxAttempts: 4, backoffRate: 2 });
  const end = new sfn.Succeed(scope, 'End');
  exportAll.next(
    new sfn.Choice(scope, 'Were changes exported?')
      .when(
        sfn.Condition.isPresent(failure),
        new sfn.Fail(scope, 'Changes are missing', { errorPath: `${failure}.Error`, causePath: `${failure}.Cause` }),
      )
      .otherwise(end),
  );
  const run = `$floor($toMillis($states.input.${dueAt}) / ${changesEvery * 3_600_000})`;
  const isWeekOver = sfn.Choice.jsonata(scope, 'Week over?')
    .when(sfn.Condition.jsonata(`{% ${run} % ${weekOfRuns} = ${runOfAll} %}`), exportAll)
    .otherwise(end);
  const both = sideBySide(scope, where, (one) => changesExport(scope, one))
    .addCatch(exportAll, { resultPath: failure })
    .next(isWeekOver);
  return new sfn.Choice(scope, 'First run?')
    .when(sfn.Condition.isPresent(`$.${mayBeEmpty}`), exportAll)
    .otherwise(both);
}

/**
 * What was changed in the six hours before a run was due: each run begins where the one before ended. A table that is younger is exported
 * from its first moment on.
 */
function changesExport(scope: Construct, where: TableExport): sfn.IChainable {
  const named = (state: string) => `${state} of ${where.holds}`;
  const look = new tasks.CallAwsService(scope, named('Look at recovery'), {
    ...{ service: 'dynamodb', action: 'describeContinuousBackups', iamResources: [where.tableArn] },
    iamAction: 'dynamodb:DescribeContinuousBackups',
    parameters: { TableName: where.tableArn },
    resultPath: '$.backups',
  }).addRetry({ errors: ['States.TaskFailed'], maxAttempts: 4, backoffRate: 2 });
  const earliest =
    '$states.input.backups.ContinuousBackupsDescription.PointInTimeRecoveryDescription.EarliestRestorableDateTime';
  const minutes = (count: number) => count * 60_000;
  const to = `$toMillis($states.input.${dueAt}) - ${minutes(behind)}`;
  const from = `$max([${to} - ${minutes(changesEvery * 60)}, $toMillis(${earliest})])`;
  const span = sfn.Pass.jsonata(scope, named('From when to when'), {
    outputs: {
      from: `{% $fromMillis(${from}) %}`,
      to: `{% $fromMillis(${to}) %}`,
      isTooShort: `{% ${to} - ${from} < ${minutes(shortest)} %}`,
    },
  });
  const none = new sfn.Succeed(scope, named('Nothing yet'));
  return look
    .next(span)
    .next(
      new sfn.Choice(scope, named('Long enough'))
        .when(sfn.Condition.booleanEquals('$.isTooShort', true), none)
        .otherwise(tableExport(scope, { ...where, changes: { from: '$.from', to: '$.to' } })),
    );
}
