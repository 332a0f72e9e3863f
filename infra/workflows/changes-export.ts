import * as sfn from 'aws-cdk-lib/aws-stepfunctions';
import * as tasks from 'aws-cdk-lib/aws-stepfunctions-tasks';
import type { Construct } from 'constructs';
import { sideBySide, type TableExport, type TableExports, tableExport } from './table-export.ts';

/** Hours between two exports of changes, each of which is of as many. */
export const changesEvery = 6;

/** Field of a run's input: when it was due, as the scheduler says it. */
export const dueAt = 'dueAt';

/** Minutes that recovery, from which DynamoDB exports, may be behind the table; and the shortest time that it exports. */
const behind = 15;
const shortest = 15;

/** Of both tables, from the same moment to the same moment. */
export const changesExports = (scope: Construct, where: TableExports): sfn.Parallel =>
  sideBySide(scope, where, (one) => changesExport(scope, one));

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
