import { beforeAll, describe, expect, it } from 'vitest';
import { startedForOptions } from '#options/tests';
import { StagesStack } from '../../../infra/stacks/account.ts';
import {
  accountTemplate,
  demoTemplates,
  loadDemoSchool,
  onlyResource,
  type Resource,
  resourcesOfType,
  synthesize,
  type Template,
  type Templates,
  testApp,
} from './templates.ts';

const arn = 'arn:aws:sqs:us-east-1:111122223333:formroom-dead-letters';

let templates: Templates;
let account: Template;
beforeAll(() => {
  templates = demoTemplates();
  account = accountTemplate();
});

/** Every target of a rule or schedule of the school, by what the rule is for. */
function targets(): [about: string, target: Resource['Properties']][] {
  const all = Object.values(templates);
  const rules = all.flatMap((template) => resourcesOfType(template, 'AWS::Events::Rule'));
  const schedules = all.flatMap((template) => resourcesOfType(template, 'AWS::Scheduler::Schedule'));
  return [
    ...rules.flatMap(({ Properties: { Description, Targets } }) => Targets.map((one: object) => [Description, one])),
    ...schedules.map(({ Properties: { Description, Target } }) => [Description, Target]),
  ];
}

/** The queue's name, of an ARN or of a resource of the workflows. */
const nameOfQueue = (reference: unknown): string | undefined =>
  typeof reference === 'string'
    ? reference.split(':').at(-1)
    : templates.workflows.Resources[(reference as Record<string, string[]>)?.['Fn::GetAtt']?.[0] ?? '']?.Properties
        .QueueName;

describe('what EventBridge cannot start', () => {
  it('goes to the account’s dead letter queue, but for a round of the canary, which its own alarm misses, and for what names parents', () => {
    const kept = targets().map(([about, { DeadLetterConfig, RetryPolicy }]) => [
      about.slice(0, 24),
      nameOfQueue(DeadLetterConfig?.Arn) ?? `none after ${RetryPolicy.MaximumRetryAttempts} retries`,
    ]);
    expect(kept.toSorted()).toEqual([
      ['A round of the canary ev', 'none after 0 retries'],
      ...startedForOptions,
      ['Each night: whether the ', 'formroom-dead-letters'],
      ['Every six hours: what wa', 'formroom-dead-letters'],
      ['The first export of the ', 'formroom-dead-letters'],
    ]);
    const canary = resourcesOfType(templates.operations, 'AWS::CloudWatch::Alarm').find(({ Properties }) =>
      Properties.AlarmName.endsWith('canary-fails'),
    );
    expect(canary?.Properties.TreatMissingData).toBe('breaching');
  });

  it('is all that runs without a caller who waits: no other function is invoked asynchronously', () => {
    const invoked = targets().filter(([, { Arn }]) => /Function|Worker|Canary/.test(JSON.stringify(Arn)));
    expect(invoked.map(([about]) => about)).toEqual(['A round of the canary every five minutes']);
    for (const template of Object.values(templates)) {
      expect(resourcesOfType(template, 'AWS::Lambda::EventSourceMapping')).toEqual([]);
      for (const { Properties } of resourcesOfType(template, 'AWS::S3::Bucket'))
        expect(Properties.NotificationConfiguration?.LambdaConfigurations).toBeUndefined();
      for (const { Properties } of resourcesOfType(template, 'AWS::SNS::Subscription'))
        expect(Properties.Protocol).toBe('email');
    }
  });

  it('goes to a queue of the stages’ own where a stage cannot start it: they reach none of the schools', () => {
    const stage = synthesize([{ ...loadDemoSchool(), id: 'staging-demo' }])['staging-demo'];
    const sent = JSON.stringify(stage?.workflows).match(/formroom-[a-z-]*dead-letters/g);
    expect([...new Set(sent)]).toEqual(['formroom-staging-dead-letters']);
    const app = testApp({ builtinCloudFormationValidation: false });
    const shared = new StagesStack(app, 'formroom-staging-shared', { env: loadDemoSchool().aws, sharedSets: 1 });
    const template = app.synth().getStackByName(shared.stackName).template as Template;
    expect(onlyResource(template, 'AWS::SQS::Queue').Properties.QueueName).toBe('formroom-staging-dead-letters');
    expect(JSON.stringify(onlyResource(template, 'AWS::SQS::QueuePolicy'))).toContain(':rule/formroom-staging-*');
  });

  it('may be sent by the rules of schools, and by the role of their schedules', () => {
    const { Queues, PolicyDocument } = onlyResource(account, 'AWS::SQS::QueuePolicy').Properties;
    expect(account.Resources[Queues[0].Ref]?.Properties.QueueName).toBe('formroom-dead-letters');
    expect(PolicyDocument.Statement).toMatchObject([
      { Effect: 'Deny', Action: 'sqs:*', Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
      {
        Effect: 'Allow',
        Action: 'sqs:SendMessage',
        Principal: { Service: 'events.amazonaws.com' },
        Condition: { ArnLike: { 'aws:SourceArn': 'arn:aws:events:us-east-1:111122223333:rule/formroom-*' } },
      },
    ]);
    // CloudFormation names a rule after its stack.
    for (const { Properties } of resourcesOfType(templates.workflows, 'AWS::Events::Rule'))
      expect(Properties.Name).toBeUndefined();
    const schedules = resourcesOfType(templates.workflows, 'AWS::Scheduler::Schedule');
    const [role, ...others] = new Set(schedules.map(({ Properties }) => Properties.Target.RoleArn['Fn::GetAtt'][0]));
    expect(others).toEqual([]);
    const rights = resourcesOfType(templates.workflows, 'AWS::IAM::Policy')
      .filter(({ Properties }) => Properties.Roles[0].Ref === role)
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement);
    expect(rights).toContainEqual({ Action: 'sqs:SendMessage', Effect: 'Allow', Resource: arn });
  });

  it('is encrypted, kept for as long as SQS can, and alarmed while it is there', () => {
    expect(onlyResource(account, 'AWS::SQS::Queue').Properties).toMatchObject({
      SqsManagedSseEnabled: true,
      MessageRetentionPeriod: 14 * 24 * 3600,
    });
    const alarm = resourcesOfType(account, 'AWS::CloudWatch::Alarm').find(({ Properties }) =>
      Properties.AlarmName.endsWith('-start-failed'),
    );
    expect(alarm?.Properties).toMatchObject({
      MetricName: 'ApproximateNumberOfMessagesVisible',
      Statistic: 'Maximum',
      Threshold: 1,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      TreatMissingData: 'notBreaching',
    });
    const [queue] = Object.keys(account.Resources).filter((id) => account.Resources[id]?.Type === 'AWS::SQS::Queue');
    expect(alarm?.Properties.Dimensions).toEqual([
      { Name: 'QueueName', Value: { 'Fn::GetAtt': [queue, 'QueueName'] } },
    ]);
  });
});
