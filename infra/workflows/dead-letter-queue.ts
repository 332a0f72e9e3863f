import { Duration, Stack, Validations } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { applicationName, deadLetterQueueName } from '../names.ts';

/**
 * What EventBridge could not start, with the input to start it by hand. One for all schools of the account: a message names its target, and an alarm on
 * each school's own would cost 0.10 dollars a month.
 */
export function deadLetterQueue(scope: Construct): sqs.Queue {
  const queue = new sqs.Queue(scope, 'DeadLetters', {
    queueName: deadLetterQueueName,
    encryption: sqs.QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    // The longest that SQS keeps a message.
    retentionPeriod: Duration.days(14),
  });
  const { partition, region, account } = Stack.of(scope);
  // A rule sends in its own name; a schedule in the name of its role, which has the right itself.
  queue.addToResourcePolicy(
    new iam.PolicyStatement({
      principals: [new iam.ServicePrincipal('events.amazonaws.com')],
      actions: ['sqs:SendMessage'],
      resources: [queue.queueArn],
      conditions: {
        ArnLike: { 'aws:SourceArn': `arn:${partition}:events:${region}:${account}:rule/${applicationName}-*` },
      },
    }),
  );
  Validations.of(queue).acknowledge({ id: 'AwsSolutions-SQS3', reason: 'This is the dead letter queue.' });
  return queue;
}

/** The account's queue, as a school's stack knows it. */
export const accountsDeadLetters = (scope: Construct): sqs.IQueue =>
  sqs.Queue.fromQueueArn(
    scope,
    'DeadLetters',
    Stack.of(scope).formatArn({ service: 'sqs', resource: deadLetterQueueName }),
  );
