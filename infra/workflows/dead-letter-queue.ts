import { Duration, Stack, Validations } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { sharedPartsOwner } from '../shared-parts.ts';

/** `formroom-dead-letters`, or that of the stages. @param owner of what schools share (`sharedPartsOwner`) */
export const deadLetterQueueName = (owner: string): string => `${owner}-dead-letters`;

const queueName = (scope: Construct): string => deadLetterQueueName(sharedPartsOwner(scope));

/**
 * What EventBridge could not start: the input that a schedule would have given, or the event of a rule
 * (`npm run start-again`). One for all schools of the account, and one for its stages: a message names its target, and
 * an alarm on each school's own would cost 0.10 dollars a month. Nothing in it names a person.
 */
export function createDeadLetterQueue(scope: Construct): sqs.Queue {
  const queue = new sqs.Queue(scope, 'DeadLetters', {
    queueName: queueName(scope),
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
        ArnLike: { 'aws:SourceArn': `arn:${partition}:events:${region}:${account}:rule/${sharedPartsOwner(scope)}-*` },
      },
    }),
  );
  Validations.of(queue).acknowledge({ id: 'AwsSolutions-SQS3', reason: 'This is the dead letter queue.' });
  return queue;
}

/** The same queue, as the stack of a school or stage knows it. */
export const findDeadLetterQueue = (scope: Construct): sqs.IQueue =>
  sqs.Queue.fromQueueArn(
    scope,
    'DeadLetters',
    Stack.of(scope).formatArn({ service: 'sqs', resource: queueName(scope) }),
  );
