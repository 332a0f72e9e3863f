import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { alarmNamesOfSchool } from '../../../infra/watching/alarm-definitions.ts';
import {
  accountTemplate,
  demoTemplates,
  loadDemoSchool,
  onlyResource,
  type Resource,
  resourcesOfType,
  type Template,
  type Templates,
} from './templates.ts';

let templates: Templates;
let operations: Template;
let account: Template;
beforeAll(() => {
  templates = demoTemplates();
  account = accountTemplate();
  operations = templates.operations;
});

const alarmsOf = (template: Template) =>
  resourcesOfType(template, 'AWS::CloudWatch::Alarm').map(({ Properties }) => Properties);
const alarms = () => alarmsOf(operations);
const titleOf = ({ AlarmName }: Resource['Properties']): string =>
  AlarmName.replace(/^formroom-(demo-)?/, '')
    .replaceAll('-', ' ')
    .replace('sign ins', 'sign-ins');
const metricsOf = (alarm: Resource['Properties']): Resource['Properties'][] =>
  alarm.Metrics?.flatMap(({ MetricStat }: Resource['Properties']) => (MetricStat ? [MetricStat.Metric] : [])) ?? [
    alarm,
  ];

describe('an alarm', () => {
  it.each([
    'operations',
    'account',
  ] as const)('of the %s stack mails the operator when it goes off and when it is over', (stack) => {
    const template = { operations, account }[stack];
    const topic = { Ref: Object.keys(template.Resources).find((id) => id.startsWith('NoticesTopic')) };
    expect(alarmsOf(template).length).toBeGreaterThan(0);
    for (const { AlarmActions, OKActions } of alarmsOf(template)) {
      expect(AlarmActions).toEqual([topic]);
      expect(OKActions).toEqual([topic]);
    }
    expect(onlyResource(template, 'AWS::SNS::Subscription').Properties).toMatchObject({
      Protocol: 'email',
      Endpoint: loadDemoSchool().operatorEmail,
      TopicArn: topic,
    });
  });

  it.each([
    'operations',
    'account',
  ] as const)('of the %s stack may publish to the topic, from this account alone, and nobody else may', (stack) => {
    const template = { operations, account }[stack];
    const policy = onlyResource(template, 'AWS::SNS::TopicPolicy').Properties.PolicyDocument.Statement;
    const topic = { Ref: Object.keys(template.Resources).find((id) => id.startsWith('NoticesTopic')) };
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

  it('is one a signal, however many functions there are: eight metrics a school, as the cost page counts them', () => {
    const watched = alarms()
      .flatMap(metricsOf)
      .map(({ Namespace, MetricName }) => `${Namespace} ${MetricName}`);
    expect(watched.toSorted()).toEqual([
      'AWS/ApiGateway 5XXError',
      'AWS/Lambda Errors',
      'AWS/States ExecutionsSucceeded',
      'Formroom/formroom-demo FailedSignIns',
      'Formroom/formroom-demo FailedWork',
      'Formroom/formroom-demo LateSaves',
      'Formroom/formroom-demo Refusals',
      'Formroom/formroom-demo ToBeLookedAt',
    ]);
    expect(
      alarms().filter(({ Metrics }) => Metrics),
      'an expression is charged by its metrics',
    ).toEqual([]);
    const [functions, tables, starts, reports, bounces, complaints, ...others] = alarmsOf(account);
    expect(others).toEqual([]);
    expect(reports?.Metrics?.[0]).toMatchObject({ Expression: expect.stringContaining('"AWS/Events"') });
    expect(functions).toMatchObject({ Namespace: 'AWS/Lambda', MetricName: 'Throttles' });
    expect(functions?.Dimensions).toBeUndefined();
    expect(starts).toMatchObject({ Namespace: 'AWS/SQS', MetricName: 'ApproximateNumberOfMessagesVisible' });
    const query = 'SELECT SUM(WriteThrottleEvents) FROM SCHEMA("AWS/DynamoDB", TableName) GROUP BY TableName';
    expect(tables?.Metrics).toEqual([expect.objectContaining({ Expression: query, Period: 300, ReturnData: true })]);
    expect(tables).toMatchObject({ Threshold: 10, EvaluationPeriods: 2, TreatMissingData: 'notBreaching' });
    // Below the 5 % of bounces, and at the 0.1 % of complaints, from which SES reviews an account.
    const ofHour = { Namespace: 'AWS/SES', Statistic: 'Average', Period: 3600, TreatMissingData: 'notBreaching' };
    expect(bounces).toMatchObject({ ...ofHour, MetricName: 'Reputation.BounceRate', Threshold: 0.03 });
    expect(complaints).toMatchObject({ ...ofHour, MetricName: 'Reputation.ComplaintRate', Threshold: 0.001 });
    expect([bounces?.Dimensions, complaints?.Dimensions]).toEqual([undefined, undefined]);
  });

  it('says first whether somebody is to be woken, as a subscription may ask for', () => {
    const woken = [...alarms(), ...alarmsOf(account)]
      .filter(({ AlarmDescription }) => AlarmDescription.startsWith('At once: '))
      .map(titleOf);
    expect(woken.toSorted()).toEqual([
      'calls fail',
      'canary fails',
      'flood of refusals',
      'functions throttled',
      'saves are late',
      'table throttled',
    ]);
    for (const { AlarmDescription } of [...alarms(), ...alarmsOf(account)])
      expect(AlarmDescription).toMatch(/^(At once|Next working day): [A-Z]/);
  });

  it('counts lines of logs that are there', () => {
    const counted = [templates.api, templates.workflows].flatMap((template) =>
      resourcesOfType(template, 'AWS::Logs::MetricFilter').map(({ Properties }) => {
        const [{ MetricNamespace, MetricName, MetricValue }] = Properties.MetricTransformations;
        const group = template.Resources[Properties.LogGroupName.Ref]?.Properties.LogGroupName;
        return [MetricNamespace, MetricName, MetricValue, group];
      }),
    );
    expect(counted.toSorted()).toEqual([
      ['Formroom/formroom-demo', 'FailedSignIns', '1', '/formroom/demo/requests'],
      ['Formroom/formroom-demo', 'FailedWork', '1', '/aws/vendedlogs/states/formroom-demo'],
      ['Formroom/formroom-demo', 'FailedWork', '1', '/formroom/demo/calls'],
      ['Formroom/formroom-demo', 'FailedWork', '1', '/formroom/demo/jobs'],
      ['Formroom/formroom-demo', 'LateSaves', '1', '/formroom/demo/calls'],
      ['Formroom/formroom-demo', 'Refusals', '1', '/formroom/demo/requests'],
      ['Formroom/formroom-demo', 'ToBeLookedAt', '1', '/formroom/demo/calls'],
    ]);
  });

  it.each([
    ['no table export', 3],
    ['canary fails', 3],
  ])('%s goes off even if nothing tells it anything', (title, periods) => {
    const alarm = alarms().find((each) => titleOf(each) === title);
    expect(alarm).toMatchObject({ TreatMissingData: 'breaching', Threshold: 1, EvaluationPeriods: periods });
  });

  it('looks for exports by the runs that begin all of them, and notices one lost run of those each six hours', () => {
    const alarm = alarms().find((each) => titleOf(each) === 'no table export');
    const exporter = Object.entries(templates.workflows.Resources).find(
      ([, { Properties }]) => Properties?.StateMachineName === 'formroom-demo-changes-export',
    );
    expect(exporter).toBeDefined();
    expect(JSON.stringify(alarm?.Dimensions)).toContain(exporter?.[0]);
    const hours = (alarm?.Period * alarm?.EvaluationPeriods) / 3600;
    expect(hours).toBeGreaterThan(6);
    expect(hours).toBeLessThan(12);
  });

  it('watches only what is there: canary and API by the names they are deployed with', () => {
    const functions = Object.entries(operations.Resources).filter(([, { Type }]) => Type === 'AWS::Lambda::Function');
    const api = onlyResource(templates.api, 'AWS::ApiGateway::RestApi').Properties.Name;
    const stage = onlyResource(templates.api, 'AWS::ApiGateway::Stage').Properties.StageName;
    const known: Record<string, unknown[]> = {
      FunctionName: functions.map(([id]) => ({ Ref: id })),
      ApiName: [api],
      Stage: [stage],
    };
    for (const { Dimensions } of alarms().flatMap(metricsOf)) {
      for (const { Name, Value } of Dimensions ?? []) if (known[Name]) expect(known[Name]).toContainEqual(Value);
    }
  });

  it('has a name that a look at a deployed school asks for', () => {
    const made = alarms().map(({ AlarmName }) => AlarmName);
    expect(made.toSorted()).toEqual(alarmNamesOfSchool('formroom-demo').toSorted());
  });

  it('has a section in docs/operations/something-is-wrong.md that says what to do', () => {
    const sections = readFileSync(new URL('../../../docs/operations/something-is-wrong.md', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('#### '))
      .map((line) => line.slice('#### '.length));
    const titles = [...alarms(), ...alarmsOf(account)].map(titleOf);
    expect(titles.toSorted()).toEqual(sections.toSorted());
  });
});

describe('the canary', () => {
  const canary = () => onlyResource(operations, 'AWS::Lambda::Function').Properties;

  it('goes its round every five minutes, at the address where people sign in', () => {
    const { ScheduleExpression, State, Targets } = onlyResource(operations, 'AWS::Events::Rule').Properties;
    expect([ScheduleExpression, State]).toEqual(['rate(5 minutes)', 'ENABLED']);
    expect(operations.Resources[Targets[0].Arn['Fn::GetAtt'][0]]?.Properties).toEqual(canary());
    expect(JSON.stringify(canary().Environment.Variables.ADDRESS)).toMatch(/"https:\/\/".*Distribution\w+DomainName/);
  });

  it('is not tried again by Lambda: a failure is counted once', () => {
    expect(onlyResource(operations, 'AWS::Lambda::EventInvokeConfig').Properties.MaximumRetryAttempts).toBe(0);
  });

  it('may write its log and nothing else', () => {
    const [policy, ...others] = resourcesOfType(operations, 'AWS::IAM::Policy');
    expect(others).toEqual([]);
    const statements: { Action: string[] }[] = policy?.Properties.PolicyDocument.Statement;
    expect(statements.flatMap(({ Action }) => Action)).toEqual(['logs:CreateLogStream', 'logs:PutLogEvents']);
  });
});

describe('the budget', () => {
  /** Dollars of the busiest month, as the page of operations tells them. */
  const measured = () => {
    const page = readFileSync(new URL('../../../docs/operations/another-school.md', import.meta.url), 'utf8');
    return Number(/\*\*The busiest month\*\* \| \| \*\*([\d.]+)\*\*/.exec(page)?.[1]);
  };

  it('is half as much again as was measured, counts this school alone and mails at 80 % and 100 %', () => {
    const { Budget, NotificationsWithSubscribers } = onlyResource(operations, 'AWS::Budgets::Budget').Properties;
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
    const operator = [{ SubscriptionType: 'EMAIL', Address: loadDemoSchool().operatorEmail }];
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
    const tables = resourcesOfType(templates.data, 'AWS::DynamoDB::GlobalTable');
    expect(tables).toHaveLength(3);
    for (const { Properties } of tables) expect(Properties.Replicas[0].Tags).toContainEqual(tag);
  });
});

describe('the dashboard', () => {
  const widgets = (() => {
    const body = onlyResource(accountTemplate(), 'AWS::CloudWatch::Dashboard').Properties.DashboardBody['Fn::Join'] as [
      string,
      unknown[],
    ];
    const text = body[1].map((part) => (typeof part === 'string' ? part : 'us-east-1')).join(body[0]);
    return JSON.parse(text).widgets as { properties: { title: string; metrics?: [{ expression: string }][] } }[];
  })();
  /** Namespace, metric and words of a search, as CloudWatch reads it. */
  const searchOf = (title: string) => {
    const [[{ expression = '' } = {}] = []] =
      widgets.find(({ properties }) => properties.title === title)?.properties.metrics ?? [];
    return /^SEARCH\('(?:\{(?<of>[^}]+)\} )?MetricName="(?<metric>\w+)" (?<words>[a-z ]+)', '(?<statistic>\w+)', 300\)$/.exec(
      expression,
    )?.groups;
  };

  it('is the account’s alone: a school pays for none, and one alone in its account has it', () => {
    expect(
      Object.values(templates).flatMap((template) => resourcesOfType(template, 'AWS::CloudWatch::Dashboard')),
    ).toEqual([]);
    expect(onlyResource(account, 'AWS::CloudWatch::Dashboard').Properties.DashboardName).toBe('formroom-us-east-1');
  });

  it('names no school: a new one is there without a deployment, and one that is taken down leaves nothing', () => {
    expect(JSON.stringify(account)).not.toMatch(/formroom[-/]demo/);
  });

  it('has a graph for every alarm of a school, of its metric, that finds the school’s own', () => {
    for (const alarm of alarms()) {
      const title = titleOf(alarm);
      const search = searchOf(title);
      expect(search?.metric, title).toBe(alarm.MetricName);
      expect(search?.statistic, title).toBe(alarm.Statistic ?? alarm.ExtendedStatistic);
      const dimensions: { Name: string; Value: unknown }[] = alarm.Dimensions ?? [];
      const schema =
        dimensions.length > 0 ? [alarm.Namespace, ...dimensions.map(({ Name }) => Name)].join() : undefined;
      expect(search?.of, title).toBe(schema);
      // CloudWatch takes a name apart at whatever is no letter or digit.
      const words = `${alarm.Namespace} ${nameOf(dimensions)}`.toLowerCase().split(/[^a-z0-9]+/);
      expect(words, title).toEqual(expect.arrayContaining(search?.words?.split(' ') ?? ['a search']));
    }
    expect(searchOf('table throttled')).toMatchObject({ of: 'AWS/DynamoDB,TableName', metric: 'WriteThrottleEvents' });
  });

  /** The values of dimensions, a reference by the name of what it refers to. */
  function nameOf(dimensions: readonly { Value: unknown }[]): string {
    return dimensions
      .map(({ Value }) => {
        if (typeof Value === 'string') return Value;
        const text = JSON.stringify(Value);
        const resources = Object.entries({ ...templates.workflows.Resources, ...operations.Resources });
        const [, referred] = resources.find(([id]) => text.includes(id)) ?? [];
        return referred?.Properties.FunctionName ?? referred?.Properties.StateMachineName;
      })
      .join(' ');
  }
});
