import { CfnOutput, Duration, Stack, Validations } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import { SfnStateMachine } from 'aws-cdk-lib/aws-events-targets';
import type * as iam from 'aws-cdk-lib/aws-iam';
import * as ses from 'aws-cdk-lib/aws-ses';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import type * as sfn from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { JobStep } from '#shared/jobs.ts';
import { mailReportInput, targetInputOf } from './rule-inputs.ts';

/** What may be sent with, for the rights of the worker that sends. */
export interface MailSender {
  /** The address that e-mails come from, in small letters. */
  from: string;
  /** The domain of that address, an identity of SES. */
  domain: string;
  /** Of the configuration set. */
  configurationSet: string;
}

export const mailSender = (name: string, from: string): MailSender => ({
  from: from.toLowerCase(),
  domain: from.toLowerCase().split('@')[1] ?? '',
  configurationSet: name,
});

/** `formroom-demo-mail-reports`: the queue of reports that could not start the worker. */
export const mailReportsQueueName = (name: string): string => `${name}-mail-reports`;

/**
 * What a school sends mail with, where an option of it does: the domain of the sender as an identity with DKIM, whose
 * DNS records are outputs, and a configuration set that reports what comes back. A report starts one step of the
 * worker, which has retries, a log and an alarm; it carries the claim of the e-mail and no address. A report that could
 * start nothing is kept as it came, with the addresses of the e-mail: in a queue of the school's own, and for four
 * days, which is a weekend and two days of work.
 */
export class SchoolMailing extends Construct {
  constructor(
    scope: Construct,
    id: string,
    {
      name,
      sender,
      failed,
      worker,
      role,
    }: {
      /** For example `formroom-demo`. */
      name: string;
      sender: MailSender;
      /** What the worker does with an e-mail that came back. */
      failed: JobStep;
      worker: sfn.StateMachine;
      role: iam.Role;
    },
  ) {
    super(scope, id);
    const identity = new ses.EmailIdentity(this, 'Identity', { identity: ses.Identity.domain(sender.domain) });
    const configurationSet = new ses.ConfigurationSet(this, 'Set', {
      configurationSetName: sender.configurationSet,
      // What came back once, of any school of the account, is not tried again.
      suppressionReasons: ses.SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    });
    configurationSet.addEventDestination('Failures', {
      destination: ses.EventDestination.eventBus(events.EventBus.fromEventBusName(this, 'Bus', 'default')),
      events: [ses.EmailSendingEvent.BOUNCE, ses.EmailSendingEvent.COMPLAINT],
    });
    const deadLetterQueue = new sqs.Queue(this, 'Reports', {
      queueName: mailReportsQueueName(name),
      encryption: sqs.QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(4),
    });
    Validations.of(deadLetterQueue).acknowledge({ id: 'AwsSolutions-SQS3', reason: 'This is the dead letter queue.' });
    new events.Rule(this, 'Failed', {
      description: 'E-mails that came back for good, or were marked as spam',
      eventPattern: {
        source: ['aws.ses'],
        detailType: ['Email Bounced', 'Email Complaint Received'],
        detail: {
          mail: { tags: { 'ses:configuration-set': [sender.configurationSet] } },
          $or: [{ bounce: { bounceType: ['Permanent'] } }, { eventType: ['Complaint'] }],
        },
      },
      targets: [
        new SfnStateMachine(worker, {
          role,
          deadLetterQueue,
          input: targetInputOf(mailReportInput(failed)),
        }),
      ],
    });
    for (const [index, { name, value }] of identity.dkimRecords.entries())
      new CfnOutput(Stack.of(this), `LettersDkim${index + 1}`, {
        description: 'CNAME record of the domain that letters come from',
        value: `${name} CNAME ${value}`,
      });
  }
}
