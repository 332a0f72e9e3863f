import { Duration } from 'aws-cdk-lib';
import * as sfn from 'aws-cdk-lib/aws-stepfunctions';
import * as tasks from 'aws-cdk-lib/aws-stepfunctions-tasks';
import type { Construct } from 'constructs';

export interface TableExport {
  tableArn: string;
  bucketName: string;
  /** Folder in the bucket, without slashes at its ends. */
  prefix: string;
  /** What was changed in a time, in place of all records: where a run's data have its beginning and end. */
  changes?: { from: string; to: string };
}

/** Field of a run's input: this run is no failure where the table holds nothing yet. */
export const mayBeEmpty = 'mayBeEmpty';

/** How often a running export is asked whether it is done; a school's table takes some five to fifteen minutes. One of changes, of which there are many, less often. */
const pollEvery = { all: Duration.minutes(1), changes: Duration.minutes(5) };

/**
 * The table as it is now, written to a bucket: a second source to restore from, apart from the table and its recovery
 * window. Fails when DynamoDB reports a failure, and when the export turns out empty
 * (but for a run that may find nothing, `mayBeEmpty`).
 */
export function tableExport(scope: Construct, { tableArn, bucketName, prefix, changes }: TableExport): sfn.Chain {
  const start = new tasks.CallAwsService(scope, 'Start export', {
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
      // A retry of this very run asks for the same export, not for a second one.
      ClientToken: sfn.JsonPath.stringAt('$$.Execution.Name'),
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
  start.addRetry({ errors: ['States.TaskFailed'], interval: Duration.seconds(30), maxAttempts: 4, backoffRate: 2 });

  const wait = new sfn.Wait(scope, 'Wait', {
    time: sfn.WaitTime.duration(changes ? pollEvery.changes : pollEvery.all),
  });
  const look = new tasks.CallAwsService(scope, 'Look at export', {
    service: 'dynamodb',
    action: 'describeExport',
    iamResources: [`${tableArn}/export/*`],
    iamAction: 'dynamodb:DescribeExport',
    parameters: { ExportArn: sfn.JsonPath.stringAt('$.ExportDescription.ExportArn') },
  });
  look.addRetry({ errors: ['States.TaskFailed'], interval: Duration.seconds(30), maxAttempts: 4, backoffRate: 2 });

  const status = '$.ExportDescription.ExportStatus';
  const isDone = new sfn.Choice(scope, 'Done?')
    .when(
      sfn.Condition.and(
        sfn.Condition.stringEquals(status, 'COMPLETED'),
        // A night in which nobody saved anything is no failure.
        changes
          ? sfn.Condition.isPresent('$.ExportDescription.ItemCount')
          : sfn.Condition.or(
              sfn.Condition.numberGreaterThan('$.ExportDescription.ItemCount', 0),
              sfn.Condition.isPresent(`$$.Execution.Input.${mayBeEmpty}`),
            ),
      ),
      new sfn.Succeed(scope, 'Exported'),
    )
    .when(sfn.Condition.stringEquals(status, 'IN_PROGRESS'), wait)
    .when(
      sfn.Condition.stringEquals(status, 'COMPLETED'),
      new sfn.Fail(scope, 'Empty', { error: 'EmptyExport', cause: 'The export holds no item.' }),
    )
    .otherwise(
      new sfn.Fail(scope, 'Failed', {
        errorPath: sfn.JsonPath.format('Export{}', sfn.JsonPath.stringAt('$.ExportDescription.FailureCode')),
        causePath: '$.ExportDescription.FailureMessage',
      }),
    );
  return start.next(wait).next(look).next(isDone);
}
