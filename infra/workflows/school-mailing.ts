import { CfnOutput, Stack } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import { SfnStateMachine } from 'aws-cdk-lib/aws-events-targets';
import type * as iam from 'aws-cdk-lib/aws-iam';
import * as ses from 'aws-cdk-lib/aws-ses';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import type * as sfn from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { JobStep } from '#shared/jobs.ts';

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

/**
 * What a school sends mail with, where an option of it does: the domain of the sender as an identity with
 * DKIM, whose DNS records are outputs, and a configuration set that reports what comes back. A report starts one step
 * of the worker, which has retries, a log and an alarm; it carries the claim of the e-mail and no address.
 */
export class SchoolMailing extends Construct {
  constructor(
    scope: Construct,
    id: string,
    {
      sender,
      failed,
      worker,
      ...target
    }: {
      sender: MailSender;
      /** What the worker does with an e-mail that came back. */
      failed: JobStep;
      worker: sfn.StateMachine;
      role: iam.Role;
      deadLetterQueue: sqs.IQueue;
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
          ...target,
          input: events.RuleTargetInput.fromObject({
            ...failed,
            event: {
              claim: events.EventField.fromPath('$.detail.mail.tags.claim[0]'),
              type: events.EventField.fromPath('$.detail.eventType'),
            },
          }),
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
