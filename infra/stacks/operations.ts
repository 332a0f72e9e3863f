import { Stack, type StackProps } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as sns from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import { type AlarmDefinition, alarmDefinitions, type Watched } from '../constructs/alarm-definitions.ts';
import { monthlyBudget } from '../constructs/monthly-budget.ts';
import { operationsDashboard } from '../constructs/operations-dashboard.ts';

export interface OperationsStackProps extends StackProps {
  /** For example `formroom-demo`. */
  name: string;
  schoolId: string;
  operatorEmail: string;
  /** US dollars a month. */
  budget: number;
  watched: Watched;
}

/** Tells the operator by mail when something is wrong or dear (docs/operations.md says what to do about each alarm). */
export class OperationsStack extends Stack {
  constructor(scope: Construct, id: string, props: OperationsStackProps) {
    super(scope, id, props);
    const { name, watched } = props;
    const topic = new sns.Topic(this, 'Notices', { topicName: `${name}-notices`, enforceSSL: true });
    topic.addSubscription(new EmailSubscription(props.operatorEmail));
    topic.addToResourcePolicy(this.alarmsMayPublish(topic));

    const definitions = alarmDefinitions(watched);
    for (const definition of definitions) this.alarm(name, definition, topic);
    operationsDashboard(this, name, definitions);
    monthlyBudget(this, props);
  }

  /** The topic has a policy, which refuses what is not encrypted; so nobody may publish who is not named in it. */
  private alarmsMayPublish(topic: sns.ITopic): iam.PolicyStatement {
    return new iam.PolicyStatement({
      principals: [new iam.ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
    });
  }

  private alarm(name: string, { title, ...definition }: AlarmDefinition, topic: sns.ITopic): void {
    const alarm = new cloudwatch.Alarm(this, title.replaceAll(/[^A-Za-z0-9]+/g, ''), {
      alarmName: `${name}: ${title}`,
      alarmDescription: definition.meaning,
      comparisonOperator: definition.comparison,
      threshold: definition.threshold,
      evaluationPeriods: definition.periods,
      datapointsToAlarm: definition.datapoints ?? definition.periods,
      treatMissingData: definition.missing,
      metric: definition.metric,
    });
    alarm.addAlarmAction(new SnsAction(topic));
    alarm.addOkAction(new SnsAction(topic));
  }
}
