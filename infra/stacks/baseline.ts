import { Duration, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { CfnTrail } from 'aws-cdk-lib/aws-cloudtrail';
import * as events from 'aws-cdk-lib/aws-events';
import { SnsTopic } from 'aws-cdk-lib/aws-events-targets';
import { CfnDetector } from 'aws-cdk-lib/aws-guardduty';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as sns from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { AccountFile } from '../account-file.ts';
import { createPrivateBucket } from '../constructs/private-bucket.ts';
import { alarmTopicName, baselineStackName, schoolName } from '../names.ts';
import { noticeOfBudget } from '../watching/monthly-budget.ts';

/** Days for which the trail is kept: a fault of last school year can still be looked into. */
const trailDays = 400;

/** GuardDuty's own number of a finding of medium severity. */
const mediumSeverity = 4;

/**
 * What watches over an account of a district that has nothing of the kind: each part as the account's file asks for it.
 * The contacts are no resource of CloudFormation: `npm run deploy-account` sets them.
 */
export class BaselineStack extends Stack {
  constructor(scope: Construct, id: string, { account, ...props }: StackProps & { account: AccountFile }) {
    super(scope, id, { ...props, terminationProtection: true });
    const { baseline, operatorEmail, schools } = account;
    if (baseline?.trail) this.addTrail(schools);
    if (baseline?.guardDuty) this.addGuardDuty(operatorEmail);
    if (baseline?.monthlyBudget)
      new CfnBudget(this, 'Budget', {
        budget: {
          budgetName: `${baselineStackName}-${this.region}`,
          budgetType: 'COST',
          timeUnit: 'MONTHLY',
          budgetLimit: { amount: baseline.monthlyBudget, unit: 'USD' },
        },
        notificationsWithSubscribers: [
          noticeOfBudget(operatorEmail, 'ACTUAL', 80),
          noticeOfBudget(operatorEmail, 'ACTUAL', 100),
          noticeOfBudget(operatorEmail, 'FORECASTED', 100),
        ],
      });
  }

  /** Management events of all regions, and each read or write of a school's files and documents; not of its site. */
  private addTrail(schools: readonly string[]): void {
    const bucket = createPrivateBucket(this, 'Trail', {
      keepOldVersionsDays: trailDays,
      lifecycleRules: [{ id: 'trail', expiration: Duration.days(trailDays) }],
    });
    Validations.of(bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'This bucket holds the record of accesses; recording those to itself would never end.',
    });
    const trailArn = this.formatArn({ service: 'cloudtrail', resource: 'trail', resourceName: baselineStackName });
    const principals = [new iam.ServicePrincipal('cloudtrail.amazonaws.com')];
    const ofTrail = { 'aws:SourceArn': trailArn };
    bucket.addToResourcePolicy(
      new iam.PolicyStatement({
        principals,
        actions: ['s3:GetBucketAcl'],
        resources: [bucket.bucketArn],
        conditions: { StringEquals: ofTrail },
      }),
    );
    bucket.addToResourcePolicy(
      new iam.PolicyStatement({
        principals,
        actions: ['s3:PutObject'],
        resources: [bucket.arnForObjects(`AWSLogs/${this.account}/*`)],
        conditions: { StringEquals: { ...ofTrail, 's3:x-amz-acl': 'bucket-owner-full-control' } },
      }),
    );
    const equals = (field: string, ...values: string[]) => ({ field, equalTo: values });
    const folders = schools.flatMap((id) =>
      ['files', 'documents'].map((part) => `arn:${this.partition}:s3:::${schoolName(id)}-${part}-`),
    );
    const trail = new CfnTrail(this, 'AccountTrail', {
      trailName: baselineStackName,
      s3BucketName: bucket.bucketName,
      isLogging: true,
      isMultiRegionTrail: true,
      includeGlobalServiceEvents: true,
      enableLogFileValidation: true,
      advancedEventSelectors: [
        { name: 'What is done in the account', fieldSelectors: [equals('eventCategory', 'Management')] },
        ...(folders.length === 0
          ? []
          : [
              {
                name: 'Who reads and writes files of schools',
                fieldSelectors: [
                  equals('eventCategory', 'Data'),
                  equals('resources.type', 'AWS::S3::Object'),
                  { field: 'resources.ARN', startsWith: folders },
                ],
              },
            ]),
      ],
    });
    // CloudTrail asks whether it may write before it begins.
    trail.node.addDependency(bucket);
  }

  private addGuardDuty(operatorEmail: string): void {
    new CfnDetector(this, 'GuardDuty', {
      enable: true,
      findingPublishingFrequency: 'FIFTEEN_MINUTES',
      features: [{ name: 'S3_DATA_EVENTS', status: 'ENABLED' }],
    });
    const topic = new sns.Topic(this, 'Findings', { topicName: alarmTopicName(baselineStackName), enforceSSL: true });
    topic.addSubscription(new EmailSubscription(operatorEmail));
    new events.Rule(this, 'Finding', {
      description: 'Findings of GuardDuty that somebody looks at',
      eventPattern: {
        source: ['aws.guardduty'],
        detailType: ['GuardDuty Finding'],
        detail: { severity: [{ numeric: ['>=', mediumSeverity] }] },
      },
      targets: [new SnsTopic(topic)],
    });
  }
}
