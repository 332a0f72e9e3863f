import { Stack } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as sns from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { alarmTopicName } from '../names.ts';
import { type AlarmDefinition, alarmName } from './alarm-definitions.ts';

/** As the mail says it, and as a subscription may choose by its first words. */
const describeAlarm = ({ urgency, meaning }: Pick<AlarmDefinition, 'urgency' | 'meaning'>): string =>
  `${urgency === 'at once' ? 'At once' : 'Next working day'}: ${meaning}`;

/** Alarms that mail the operator when they begin and when they are over. */
export class OperatorAlarms extends Construct {
  private readonly topic: sns.Topic;
  private readonly name: string;

  constructor(scope: Construct, id: string, { name, operatorEmail }: { name: string; operatorEmail: string }) {
    super(scope, id);
    this.name = name;
    this.topic = new sns.Topic(this, 'Topic', { topicName: alarmTopicName(name), enforceSSL: true });
    this.topic.addSubscription(new EmailSubscription(operatorEmail));
    // The topic has a policy, which refuses what is not encrypted; so nobody may publish who is not named in it.
    this.topic.addToResourcePolicy(
      new iam.PolicyStatement({
        principals: [new iam.ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
  }

  alarm({ title, ...definition }: AlarmDefinition): void {
    const alarm = new cloudwatch.Alarm(this, title.replaceAll(/[^A-Za-z0-9]+/g, ''), {
      alarmName: alarmName(this.name, title),
      alarmDescription: describeAlarm(definition),
      comparisonOperator: definition.comparison,
      threshold: definition.threshold,
      evaluationPeriods: definition.periods,
      datapointsToAlarm: definition.datapoints ?? definition.periods,
      treatMissingData: definition.missing,
      metric: definition.metric,
    });
    alarm.addAlarmAction(new SnsAction(this.topic));
    alarm.addOkAction(new SnsAction(this.topic));
  }
}
