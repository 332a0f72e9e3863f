import { Duration } from 'aws-cdk-lib';
import * as sfn from 'aws-cdk-lib/aws-stepfunctions';
import * as tasks from 'aws-cdk-lib/aws-stepfunctions-tasks';
import type { Construct } from 'constructs';

/**
 * How often an export asks an AWS service again that fails. Full jitter keeps the exports of schools apart that were
 * refused together.
 */
export const serviceRetry = {
  errors: ['States.TaskFailed'],
  maxAttempts: 8,
  backoffRate: 2,
  maxDelay: Duration.minutes(5),
  jitterStrategy: sfn.JitterType.FULL,
};

/** The tables of a school, by what they hold. */
export interface TableExports {
  tables: Record<'records' | 'trail', string>;
  bucketName: string;
  /** Folder in the bucket, without slashes at its ends. */
  prefix: string;
}

export interface TableExport {
  tableArn: string;
  /** The content, for the names of the states. */
  holds: string;
  bucketName: string;
  /** Folder in the bucket, without slashes at its ends. */
  prefix: string;
  /** For an export of changes in place of all records: paths of the run's begin and end. */
  changes?: { from: string; to: string };
}

/** Field of a run's input: this run is no failure where the table holds nothing yet. */
export const mayBeEmptyField = 'mayBeEmpty';

/**
 * How often a running export is asked whether it is done; a school's table takes some five to fifteen minutes. One of
 * changes, of which there are many, less often.
 */
const pollEvery = { all: Duration.minutes(1), changes: Duration.minutes(5) };

/** Both tables, side by side: they begin within the same second, and the run has succeeded when both are there. */
export const createTablesExport = (scope: Construct, where: TableExports): sfn.Parallel =>
  createParallelTablesExport(scope, where, (one) => createTableExportChain(scope, one));

/** A branch for each table. */
export function createParallelTablesExport(
  scope: Construct,
  { tables, ...where }: TableExports,
  branch: (one: TableExport) => sfn.IChainable,
): sfn.Parallel {
  const all = Object.entries(tables);
  return new sfn.Parallel(scope, 'Both tables', { resultPath: sfn.JsonPath.DISCARD }).branch(
    ...all.map(([holds, tableArn]) => branch({ ...where, holds, tableArn })),
  );
}

/**
 * A table as it is now, written to a bucket: a second source to restore from, apart from the table and its recovery
 * window. Fails when DynamoDB reports a failure, and when the export turns out empty
 * (but for a run that may find nothing, `mayBeEmptyField`).
 */
export function createTableExportChain(
  scope: Construct,
  { tableArn, holds, bucketName, prefix, changes }: TableExport,
): sfn.Chain {
  const named = (state: string) => `${state} of ${holds}`;
  const start = new tasks.CallAwsService(scope, named('Start export'), {
    service: 'dynamodb',
    action: 'exportTableToPointInTime',
    iamResources: [tableArn],
    iamAction: 'dynamodb:ExportTableToPointInTime',
    parameters: {
      TableArn: tableArn,
      S3Bucket: bucketName,
      S3Prefix: prefix,
      S3SseAlgorithm: 'AES256',
      ExportFormat: 'DYNAMODB_JSON',
      // A retry of this very run asks for the same export, not for a second one. Each table's is another one.
      ClientToken: sfn.JsonPath.format(`{}-${holds}`, sfn.JsonPath.stringAt('$$.Execution.Name')),
      ...(changes && {
        ExportType: 'INCREMENTAL_EXPORT',
        IncrementalExportSpecification: {
          ExportFromTime: sfn.JsonPath.stringAt(changes.from),
          ExportToTime: sfn.JsonPath.stringAt(changes.to),
          ExportViewType: 'NEW_IMAGE',
        },
      }),
    },
  });
  start.addRetry({ ...serviceRetry, interval: Duration.seconds(30) });

  const wait = new sfn.Wait(scope, named('Wait for export'), {
    time: sfn.WaitTime.duration(changes ? pollEvery.changes : pollEvery.all),
  });
  const look = new tasks.CallAwsService(scope, named('Look at export'), {
    service: 'dynamodb',
    action: 'describeExport',
    iamResources: [`${tableArn}/export/*`],
    iamAction: 'dynamodb:DescribeExport',
    parameters: { ExportArn: sfn.JsonPath.stringAt('$.ExportDescription.ExportArn') },
  });
  look.addRetry({ ...serviceRetry, interval: Duration.seconds(30) });

  const status = '$.ExportDescription.ExportStatus';
  const isDone = new sfn.Choice(scope, named('Done with export'))
    .when(
      sfn.Condition.and(
        sfn.Condition.stringEquals(status, 'COMPLETED'),
        // A night in which nobody saved anything is no failure.
        changes
          ? sfn.Condition.isPresent('$.ExportDescription.ItemCount')
          : sfn.Condition.or(
              sfn.Condition.numberGreaterThan('$.ExportDescription.ItemCount', 0),
              sfn.Condition.isPresent(`$$.Execution.Input.${mayBeEmptyField}`),
            ),
      ),
      new sfn.Succeed(scope, named('End of export')),
    )
    .when(sfn.Condition.stringEquals(status, 'IN_PROGRESS'), wait)
    .when(
      sfn.Condition.stringEquals(status, 'COMPLETED'),
      new sfn.Fail(scope, named('Empty export'), { error: 'EmptyExport', cause: 'The export holds no item.' }),
    )
    .otherwise(
      new sfn.Fail(scope, named('Failed export'), {
        errorPath: sfn.JsonPath.format('Export{}', sfn.JsonPath.stringAt('$.ExportDescription.FailureCode')),
        causePath: '$.ExportDescription.FailureMessage',
      }),
    );
  return start.next(wait).next(look).next(isDone);
}
