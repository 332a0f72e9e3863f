import { Stack } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import { SfnStateMachine } from 'aws-cdk-lib/aws-events-targets';
import type * as iam from 'aws-cdk-lib/aws-iam';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import type * as sfn from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { firstExportInput, targetInputOf } from './rule-inputs.ts';

/**
 * Exports the tables as soon as the stack is made for the first time. The schedule's next run may be six hours away,
 * and its next one of all records a week; the alarm that waits for exports would be wrong until then. Nobody is in them
 * yet, and this one export may say so.
 */
export function addFirstExport(
  scope: Construct,
  { changesExport, ...target }: { changesExport: sfn.StateMachine; role: iam.Role; deadLetterQueue: sqs.IQueue },
): events.Rule {
  return new events.Rule(scope, 'FirstTableExport', {
    description: 'The first export of the tables, once this stack is complete',
    eventPattern: {
      source: ['aws.cloudformation'],
      detailType: ['CloudFormation Stack Status Change'],
      detail: { 'stack-id': [Stack.of(scope).stackId], 'status-details': { status: ['CREATE_COMPLETE'] } },
    },
    targets: [
      new SfnStateMachine(changesExport, {
        ...target,
        input: targetInputOf(firstExportInput),
      }),
    ],
  });
}
