import { Stack } from 'aws-cdk-lib';
import * as sfn from 'aws-cdk-lib/aws-stepfunctions';
import * as tasks from 'aws-cdk-lib/aws-stepfunctions-tasks';
import type { Construct } from 'constructs';
import {
  createParallelTablesExport,
  createTableExportChain,
  mayBeEmptyField,
  serviceRetry,
  type TableExport,
  type TableExports,
} from './table-export.ts';

/** Hours between two exports of changes, each of which is of as many. */
export const hoursBetweenChangesExports = 6;

/** Field of a run's input: when it was due, as the scheduler says it. */
export const dueAtField = 'dueAt';

/**
 * Hours that an export begins before the one before it ended. Changes are looked for in CloudWatch, and a figure of it
 * may come late: a write whose figure is two hours late is exported by the next run.
 */
const overlap = 2;

/** Runs of a week. */
const weekOfRuns = (7 * 24) / hoursBetweenChangesExports;

/** Index of the week's run on Sunday 06:30 UTC, counted from 1 January 1970, a Thursday. */
const runOfAll = (3 * 24) / hoursBetweenChangesExports + 1;

/**
 * Restored is the last export of all records and each of changes since. So the first Sunday of a month is how many
 * files a restore reads, and how far back it reaches: no record is older for it.
 */
const lastDayOfAll = 7;

/** Where the error of a run that failed is. */
const failure = '$.failure';

/**
 * Minutes that recovery, from which DynamoDB exports, may be behind the table; and the shortest time that it exports.
 */
const behind = 15;
const shortest = 15;

/**
 * Of both tables, from the same moment to the same moment. Once a month the run begins an export of all records
 * besides, and so it does after a failure, since the next one of changes would lead on from nothing. The first run of a
 * school (`mayBeEmptyField`) has no changes to export, and begins that of all records alone.
 */
export function createChangesExport(scope: Construct, where: TableExports, all: sfn.IStateMachine): sfn.IChainable {
  const exportAll = new tasks.StepFunctionsStartExecution(scope, 'Begin export of all records', {
    stateMachine: all,
    // It is waited for by nobody; begun again by a retry it is the same one.
    integrationPattern: sfn.IntegrationPattern.REQUEST_RESPONSE,
    name: sfn.JsonPath.stringAt('$$.Execution.Name'),
    input: sfn.TaskInput.fromJsonPathAt('$'),
    resultPath: sfn.JsonPath.DISCARD,
  }).addRetry(serviceRetry);
  const end = new sfn.Succeed(scope, 'End');
  exportAll.next(
    new sfn.Choice(scope, 'Were changes exported?')
      .when(
        sfn.Condition.isPresent(failure),
        new sfn.Fail(scope, 'Changes are missing', { errorPath: `${failure}.Error`, causePath: `${failure}.Cause` }),
      )
      .otherwise(end),
  );
  const run = `$floor($toMillis($states.input.${dueAtField}) / ${hoursBetweenChangesExports * 3_600_000})`;
  const day = `$number($substring($states.input.${dueAtField}, 8, 2))`;
  const isMonthOver = sfn.Choice.jsonata(scope, 'Month over?')
    .when(sfn.Condition.jsonata(`{% ${run} % ${weekOfRuns} = ${runOfAll} and ${day} <= ${lastDayOfAll} %}`), exportAll)
    .otherwise(end);
  const both = createParallelTablesExport(scope, where, (one) =>
    changesExport(scope, { ...one, recordsArn: where.tables.records }),
  )
    .addCatch(exportAll, { resultPath: failure })
    .next(isMonthOver);
  return new sfn.Choice(scope, 'First run?')
    .when(sfn.Condition.isPresent(`$.${mayBeEmptyField}`), exportAll)
    .otherwise(both);
}

/**
 * What was changed since the run before, where anything was. A table that is younger is exported from its first moment
 * on. DynamoDB charges 10 MB for an export of nothing, so none is begun where CloudWatch knows of no write.
 */
function changesExport(scope: Construct, where: TableExport & { recordsArn: string }): sfn.IChainable {
  const named = (state: string) => `${state} of ${where.holds}`;
  const look = new tasks.CallAwsService(scope, named('Look at recovery'), {
    service: 'dynamodb',
    action: 'describeContinuousBackups',
    iamResources: [where.tableArn],
    iamAction: 'dynamodb:DescribeContinuousBackups',
    parameters: { TableName: where.tableArn },
    resultPath: '$.backups',
  }).addRetry(serviceRetry);
  const earliest =
    '$states.input.backups.ContinuousBackupsDescription.PointInTimeRecoveryDescription.EarliestRestorableDateTime';
  const minutes = (count: number) => count * 60_000;
  const to = `$toMillis($states.input.${dueAtField}) - ${minutes(behind)}`;
  const from = `$max([${to} - ${minutes((hoursBetweenChangesExports + overlap) * 60)}, $toMillis(${earliest})])`;
  const span = sfn.Pass.jsonata(scope, named('From when to when'), {
    outputs: {
      from: `{% $fromMillis(${from}) %}`,
      to: `{% $fromMillis(${to}) %}`,
      isTooShort: `{% ${to} - ${from} < ${minutes(shortest)} %}`,
    },
  });
  const none = new sfn.Succeed(scope, named('Nothing yet'));
  const exported = createTableExportChain(scope, { ...where, changes: { from: '$.from', to: '$.to' } });
  const isUnchanged = sfn.Choice.jsonata(scope, named('Anything written'))
    .when(sfn.Condition.jsonata(`{% ${unchanged} %}`), unchangedNote(scope, where))
    .otherwise(exported);
  return look
    .next(span)
    .next(
      new sfn.Choice(scope, named('Long enough'))
        .when(sfn.Condition.booleanEquals('$.isTooShort', true), none)
        .otherwise(countedWrites(scope, where).next(isUnchanged)),
    );
}

/** Where the figures of CloudWatch are. */
const figures = 'figures';

const aboveZero = (id: string) => `$count($states.input.${figures}.MetricDataResults[Id = '${id}'].Values[$ > 0])`;

/**
 * Nothing was written, and CloudWatch is well: the canary reads a record every five minutes, so without reads there are
 * no figures at all, and changes are exported unseen.
 */
const unchanged = `${aboveZero('writes')} = 0 and ${aboveZero('reads')} > 0`;

/**
 * Units written in the table, and read of the records, in the time to be exported. What expires takes no units, and
 * expires again in a restored table.
 */
function countedWrites(scope: Construct, { holds, tableArn, recordsArn }: TableExport & { recordsArn: string }) {
  const units = (Id: string, MetricName: string, arn: string) => ({
    Id,
    MetricStat: {
      Metric: {
        Namespace: 'AWS/DynamoDB',
        MetricName,
        Dimensions: [{ Name: 'TableName', Value: arn.slice(arn.lastIndexOf('/') + 1) }],
      },
      Period: 300,
      Stat: 'Sum',
    },
  });
  return new tasks.CallAwsService(scope, `Count writes of ${holds}`, {
    service: 'cloudwatch',
    action: 'getMetricData',
    iamResources: ['*'],
    iamAction: 'cloudwatch:GetMetricData',
    parameters: {
      StartTime: sfn.JsonPath.stringAt('$.from'),
      EndTime: sfn.JsonPath.stringAt('$.to'),
      MetricDataQueries: [
        units('writes', 'ConsumedWriteCapacityUnits', tableArn),
        units('reads', 'ConsumedReadCapacityUnits', recordsArn),
      ],
    },
    resultPath: `$.${figures}`,
  }).addRetry(serviceRetry);
}

/**
 * What is kept in place of an export: a summary like DynamoDB's, of no records, so that a restore knows the gap for
 * what it is.
 */
function unchangedNote(scope: Construct, { holds, tableArn, bucketName, prefix }: TableExport): sfn.IChainable {
  return new tasks.CallAwsService(scope, `Note that nothing changed of ${holds}`, {
    service: 's3',
    action: 'putObject',
    iamAction: 's3:PutObject',
    iamResources: [`arn:${Stack.of(scope).partition}:s3:::${bucketName}/${prefix}/*`],
    parameters: {
      Bucket: bucketName,
      Key: sfn.JsonPath.format(
        `${prefix}/AWSDynamoDB/unchanged-${holds}-{}/manifest-summary.json`,
        sfn.JsonPath.stringAt('$$.Execution.Name'),
      ),
      Body: {
        tableArn,
        exportType: 'INCREMENTAL_EXPORT',
        itemCount: 0,
        exportFromTime: sfn.JsonPath.stringAt('$.from'),
        exportToTime: sfn.JsonPath.stringAt('$.to'),
      },
      ContentType: 'application/json',
    },
    resultPath: sfn.JsonPath.DISCARD,
  })
    .addRetry(serviceRetry)
    .next(new sfn.Succeed(scope, `Nothing changed of ${holds}`));
}
