import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { allEntries } from '../../infra/build/entries.ts';
import { demo, demoTemplates, ofType, only, type Resource, type Template, type Templates } from './templates.ts';

let templates: Templates;
let operations: Template;
beforeAll(() => {
  templates = demoTemplates();
  operations = templates.operations;
});

const alarms = () => ofType(operations, 'AWS::CloudWatch::Alarm').map(({ Properties }) => Properties);
const titleOf = ({ AlarmName }: Resource['Properties']): string => AlarmName.replace('formroom-demo: ', '');
const metricsOf = (alarm: Resource['Properties']): Resource['Properties'][] =>
  alarm.Metrics?.flatMap(({ MetricStat }: Resource['Properties']) => (MetricStat ? [MetricStat.Metric] : [])) ?? [
    alarm,
  ];

describe('an alarm', () => {
  it('mails the operator when it goes off and when it is over', () => {
    const topic = { Ref: Object.keys(operations.Resources).find((id) => id.startsWith('Notices')) };
    expect(alarms().length).toBeGreaterThan(0);
    for (const { AlarmActions, OKActions } of alarms()) {
      expect(AlarmActions).toEqual([topic]);
      expect(OKActions).toEqual([topic]);
    }
    expect(only(operations, 'AWS::SNS::Subscription').Properties).toMatchObject({
      Protocol: 'email',
      Endpoint: demo().operatorEmail,
      TopicArn: topic,
    });
  });

  it('may publish to the topic, from this account alone, and nobody else may', () => {
    const policy = only(operations, 'AWS::SNS::TopicPolicy').Properties.PolicyDocument.Statement;
    const topic = { Ref: Object.keys(operations.Resources).find((id) => id.startsWith('Notices')) };
    const allowed = policy.filter(({ Effect }: { Effect: string }) => Effect === 'Allow');
    expect(allowed).toEqual([
      {
        Sid: expect.any(String),
        Effect: 'Allow',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Action: 'sns:Publish',
        Resource: topic,
        Condition: { StringEquals: { 'aws:SourceAccount': '111122223333' } },
      },
    ]);
    expect(policy.filter(({ Effect }: { Effect: string }) => Effect === 'Deny')).toMatchObject([
      { Action: 'sns:Publish', Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
    ]);
  });

  it('watches each function, the API, the table, sign-ins and the exports', () => {
    const watched = new Set(
      alarms()
        .flatMap(metricsOf)
        .map(({ Namespace, MetricName }) => `${Namespace} ${MetricName}`),
    );
    for (const metric of [
      'AWS/ApiGateway 5XXError',
      'AWS/ApiGateway Latency',
      'AWS/Lambda Throttles',
      'AWS/DynamoDB ReadThrottleEvents',
      'AWS/DynamoDB WriteThrottleEvents',
      'AWS/DynamoDB SystemErrors',
      'AWS/Cognito SignInSuccesses',
      'AWS/States ExecutionsFailed',
      'AWS/States ExecutionsTimedOut',
      'AWS/States ExecutionsSucceeded',
    ]) {
      expect(watched).toContain(metric);
    }
    const functions = alarms()
      .filter(({ Namespace, MetricName }) => Namespace === 'AWS/Lambda' && MetricName === 'Errors')
      .map(({ Dimensions }) => Dimensions);
    expect(functions).toEqual(
      allEntries().map(({ name }) => [{ Name: 'FunctionName', Value: `formroom-demo-${name}` }]),
    );
  });

  it('looks at ten metrics at most, as CloudWatch demands', () => {
    for (const alarm of alarms()) expect(metricsOf(alarm).length).toBeLessThanOrEqual(10);
  });

  it('watches only what is there: functions, API and table by the names they are deployed with', () => {
    const names = [templates.api, templates.workflows]
      .flatMap((template) => ofType(template, 'AWS::Lambda::Function'))
      .map(({ Properties }) => Properties.FunctionName);
    const api = only(templates.api, 'AWS::ApiGateway::RestApi').Properties.Name;
    const table = only(templates.data, 'AWS::DynamoDB::GlobalTable').Properties.TableName;
    const stage = only(templates.api, 'AWS::ApiGateway::Stage').Properties.StageName;
    const known: Record<string, unknown[]> = {
      FunctionName: names,
      ApiName: [api],
      TableName: [table],
      Stage: [stage],
    };
    for (const { Dimensions } of alarms().flatMap(metricsOf)) {
      for (const { Name, Value } of Dimensions ?? []) if (known[Name]) expect(known[Name]).toContain(Value);
    }
  });

  it('has a section in docs/operations.md that says what to do', () => {
    const sections = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('#### '))
      .map((line) => line.slice('#### '.length));
    const titles = alarms().map((alarm) => titleOf(alarm).replace(/^errors in .*/, 'errors in a function'));
    expect([...new Set(titles)].toSorted()).toEqual(sections.toSorted());
  });

  it('goes off when no export of the table succeeded, even if nothing ran', () => {
    const alarm = alarms().find((each) => titleOf(each) === 'no table export');
    expect(alarm).toMatchObject({
      TreatMissingData: 'breaching',
      ComparisonOperator: 'LessThanThreshold',
      Threshold: 1,
    });
  });
});

describe('the budget', () => {
  /** Dollars of the busiest month, as the page of operations tells them. */
  const measured = () => {
    const page = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
    return Number(/\*\*The busiest month\*\* \| \| \*\*([\d.]+)\*\*/.exec(page)?.[1]);
  };

  it('is half as much again as was measured, counts this school alone and mails at 80 % and 100 %', () => {
    const { Budget, NotificationsWithSubscribers } = only(operations, 'AWS::Budgets::Budget').Properties;
    expect(Budget).toMatchObject({
      TimeUnit: 'MONTHLY',
      BudgetLimit: { Amount: Math.ceil((3 * measured()) / 2), Unit: 'USD' },
      CostFilters: { TagKeyValue: ['user:formroom-school$demo'] },
    });
    const notices = NotificationsWithSubscribers.map(({ Notification, Subscribers }: Resource['Properties']) => [
      Notification.NotificationType,
      Notification.Threshold,
      Subscribers,
    ]);
    const operator = [{ SubscriptionType: 'EMAIL', Address: demo().operatorEmail }];
    expect(notices).toEqual([
      ['ACTUAL', 80, operator],
      ['ACTUAL', 100, operator],
      ['FORECASTED', 100, operator],
    ]);
  });

  it('finds its costs: everything that can be tagged carries the school’s tag', () => {
    const tag = { Key: 'formroom-school', Value: 'demo' };
    const tagged = [
      'AWS::S3::Bucket',
      'AWS::Lambda::Function',
      'AWS::CloudFront::Distribution',
      'AWS::ApiGateway::RestApi',
    ];
    for (const template of Object.values(templates)) {
      for (const { Type, Properties } of Object.values(template.Resources)) {
        if (tagged.includes(Type)) expect(Properties.Tags, Type).toContainEqual(tag);
      }
    }
    expect(only(templates.data, 'AWS::DynamoDB::GlobalTable').Properties.Replicas[0].Tags).toContainEqual(tag);
  });
});

describe('the dashboard', () => {
  it('shows a graph for every alarm', () => {
    const body = JSON.stringify(only(operations, 'AWS::CloudWatch::Dashboard').Properties.DashboardBody);
    for (const alarm of alarms()) expect(body).toContain(`\\"title\\":\\"${titleOf(alarm)}\\"`);
  });
});
