import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { jobEntries } from '../../../infra/build/entries.ts';
import { chainTo, type KeptExport } from '../../../infra/exports/kept-exports.ts';
import { schoolStacks } from '../../../infra/formroom-app.ts';
import {
  demo,
  demoTemplates,
  functionBehind,
  ofType,
  placeholders,
  type Template,
  type Templates,
  testApp,
} from './templates.ts';

interface State {
  Type: string;
  Next?: string;
  Resource?: string;
  Parameters?: Record<string, unknown>;
  Choices?: { Next: string }[];
  Default?: string;
  Retry?: {
    ErrorEquals: string[];
    MaxAttempts: number;
    IntervalSeconds?: number;
    BackoffRate?: number;
    MaxDelaySeconds?: number;
    JitterStrategy?: string;
  }[];
  Catch?: object[];
  OutputPath?: string;
  Output?: Record<string, string>;
  Branches?: { StartAt: string; States: Record<string, State> }[];
}

let templates: Templates;
let workflows: Template;
let states: Record<string, State>;
beforeAll(() => {
  templates = demoTemplates();
  workflows = templates.workflows;
  states = statesOf('formroom-demo-table-export');
});

const machine = (name: string) => {
  const machines = ofType(workflows, 'AWS::StepFunctions::StateMachine');
  const found = machines.find(({ Properties }) => Properties.StateMachineName === name);
  if (!found) throw new Error(`There is no state machine ${name}`);
  return found.Properties;
};

/** With every reference as the text of itself. */
const definitionOf = (name: string): string =>
  (machine(name).DefinitionString['Fn::Join'][1] as unknown[])
    .map((part) => (typeof part === 'string' ? part : JSON.stringify(JSON.stringify(part)).slice(1, -1)))
    .join('');

const statesOf = (name: string): Record<string, State> => JSON.parse(definitionOf(name)).States;

/** The tables by what they hold, and the end of their names: a branch of the machine exports each. */
const tables = [
  ['records', 'formroom-demo'],
  ['trail', 'formroom-demo-trail'],
] as const;
function branchOf(name: string, holds: 'records' | 'trail') {
  const branches = statesOf(name)['Both tables']?.Branches ?? [];
  expect(branches).toHaveLength(tables.length);
  const branch = branches[holds === 'records' ? 0 : 1];
  if (!branch) throw new Error(`No branch exports the ${holds}`);
  return { first: branch.StartAt, of: (state: string) => branch.States[`${state} of ${holds}`] };
}

/** What each role may do, but for its log. */
const rightsOf = (name: string) => {
  const role = machine(name).RoleArn['Fn::GetAtt'][0];
  const statements: { Action: unknown; Resource: unknown }[] = ofType(workflows, 'AWS::IAM::Policy')
    .filter(({ Properties }) => Properties.Roles[0].Ref === role)
    .flatMap(({ Properties }) => Properties.PolicyDocument.Statement);
  return statements
    .filter(({ Action }) => !JSON.stringify(Action).includes('logs:'))
    .map(({ Action, Resource }) => [Action, JSON.stringify(Resource)]);
};
const toExport = [
  [
    ['dynamodb:DescribeContinuousBackups', 'dynamodb:ExportTableToPointInTime'],
    expect.stringMatching(/:table\/formroom-demo".*:table\/formroom-demo-trail"/),
  ],
  [
    'dynamodb:DescribeExport',
    expect.stringMatching(/:table\/formroom-demo-trail\/export\/\*".*:table\/formroom-demo\/export\/\*"/),
  ],
  [
    ['s3:AbortMultipartUpload', 's3:PutObject', 's3:PutObjectAcl'],
    expect.stringMatching(/:s3:::formroom-demo-documents-.*\/table-exports\/\*"/),
  ],
];

const ofChanges = (state: string) => statesOf('formroom-demo-changes-export')[state];

describe('the export of the tables', () => {
  const ofAll = (holds: 'records' | 'trail') => branchOf('formroom-demo-table-export', holds);

  it('begins with both side by side, and ends when both have ended', () => {
    expect(states['Both tables']).toMatchObject({ Type: 'Parallel', End: true });
    expect(states['Both tables']?.Catch, 'a failure is a failure').toBeUndefined();
    for (const [holds, table] of tables) {
      const { TableArn } = ofAll(holds).of('Start export')?.Parameters as { TableArn: string };
      expect(TableArn).toMatch(new RegExp(`:table/${table}$`));
    }
  });

  it.each(tables)('starts with the %s, waits, looks, and ends in success or failure only as DynamoDB says', (holds) => {
    const { first, of } = ofAll(holds);
    expect(first).toBe(`Start export of ${holds}`);
    expect(of('Start export')?.Next).toBe(`Wait for export of ${holds}`);
    expect(of('Wait for export')?.Next).toBe(`Look at export of ${holds}`);
    expect(of('Look at export')?.Next).toBe(`Done with export of ${holds}`);
    const choice = of('Done with export');
    expect(choice?.Choices?.map(({ Next }) => Next)).toEqual(
      ['End of export', 'Wait for export', 'Empty export'].map((state) => `${state} of ${holds}`),
    );
    expect(choice?.Default).toBe(`Failed export of ${holds}`);
    for (const state of ['Failed export', 'Empty export']) expect(of(state)?.Type).toBe('Fail');
    expect(of('End of export')?.Type).toBe('Succeed');
  });

  it.each(tables)('takes an export of the %s for a success only when it is complete and holds something', (holds) => {
    expect(ofAll(holds).of('Done with export')?.Choices?.[0]).toMatchObject({
      And: [
        { Variable: '$.ExportDescription.ExportStatus', StringEquals: 'COMPLETED' },
        {
          Or: [
            { Variable: '$.ExportDescription.ItemCount', NumericGreaterThan: 0 },
            { Variable: '$$.Execution.Input.mayBeEmpty', IsPresent: true },
          ],
        },
      ],
    });
  });

  it('is made for the first time when the stack is, of a table that may be empty', () => {
    const [[ruleId, rule] = ['', undefined]] = Object.entries(workflows.Resources).filter(
      ([, { Type }]) => Type === 'AWS::Events::Rule',
    );
    expect(rule?.Properties.EventPattern).toEqual({
      source: ['aws.cloudformation'],
      'detail-type': ['CloudFormation Stack Status Change'],
      detail: { 'stack-id': [{ Ref: 'AWS::StackId' }], 'status-details': { status: ['CREATE_COMPLETE'] } },
    });
    const [target, ...others] = rule?.Properties.Targets ?? [];
    expect(others).toEqual([]);
    expect(JSON.parse(target.Input)).toEqual({ mayBeEmpty: true });
    expect(workflows.Resources[target.Arn.Ref]?.Properties.StateMachineName).toBe('formroom-demo-changes-export');
    expect(ofChanges('First run?')).toMatchObject({
      Choices: [{ Variable: '$.mayBeEmpty', IsPresent: true, Next: 'Begin export of all records' }],
      Default: 'Both tables',
    });
    const jobs = ofType(workflows, 'AWS::StepFunctions::StateMachine').filter(
      ({ Properties }) => !/-(table|changes)-export$/.test(Properties.StateMachineName),
    );
    for (const { DependsOn } of jobs) expect(DependsOn, 'the rule is known before the stack ends').toContain(ruleId);
  });

  it('is there before an alarm looks for one: operations come after the web site, which takes minutes', () => {
    const { operations } = schoolStacks(testApp(), demo(), placeholders());
    expect(operations.dependencies.map(({ stackName }) => stackName)).toEqual(
      expect.arrayContaining(['formroom-demo-workflows', 'formroom-demo-web']),
    );
  });

  it('asks for the same export when it tries again, not for a second one', () => {
    for (const [holds] of tables) {
      const start = ofAll(holds).of('Start export');
      expect(start?.Retry?.[0]?.MaxAttempts).toBeGreaterThan(0);
      expect(start?.Parameters).toMatchObject({ 'ClientToken.$': `States.Format('{}-${holds}', $$.Execution.Name)` });
    }
  });

  it('may export these tables into their folder, and nothing else', () => {
    const starts = ['states:StartExecution', expect.stringMatching(/:stateMachine:formroom-demo-table-export"/)];
    const both = [
      [['cognito-idp:ListUsers', 'cognito-idp:ListUsersInGroup'], expect.stringMatching(/StaffPool/)],
      ['s3:PutObject', expect.stringMatching(/:s3:::formroom-demo-documents-.*\/table-exports\/users\/\*"/)],
      ...toExport.slice(0, 2),
      starts,
      ...toExport.slice(2),
    ];
    expect(rightsOf('formroom-demo-table-export')).toEqual(both);
    expect(rightsOf('formroom-demo-changes-export')).toEqual(both);
  });

  it('goes to the bucket of the data stack, where it is forgotten after 90 days', () => {
    for (const [holds] of tables)
      expect(ofAll(holds).of('Start export')?.Parameters).toMatchObject({
        S3Prefix: 'table-exports',
        S3SseAlgorithm: 'AES256',
        ExportFormat: 'DYNAMODB_JSON',
      });
    const documents = Object.values(templates.data.Resources).find(
      ({ Type, Properties }) =>
        Type === 'AWS::S3::Bucket' && JSON.stringify(Properties.BucketName)?.includes('-documents-'),
    );
    expect(documents?.Properties.LifecycleConfiguration.Rules).toContainEqual(
      expect.objectContaining({ Prefix: 'table-exports/', ExpirationInDays: 90 }),
    );
  });

  it('is begun once a month, by the run for changes that is due on its first Sunday at half past six', () => {
    const [choice] = ofChanges('Month over?')?.Choices ?? [];
    expect(choice).toMatchObject({ Next: 'Begin export of all records' });
    const [, condition = ''] = /^{% (.*) %}$/.exec(String((choice as { Condition?: string }).Condition)) ?? [];
    const begins = (dueAt: string): boolean => evaluated(condition, { dueAt });
    expect(schedules().map(({ ScheduleExpression }) => ScheduleExpression)).toEqual(['cron(30 0/6 * * ? *)']);
    const runs = Array.from({ length: 4 * 100 }, (_, run) =>
      new Date(Date.UTC(2026, 1, 25, 0, 30) + run * 6 * 3_600_000).toISOString().replace('.000', ''),
    );
    expect(runs.filter(begins)).toEqual(['2026-03-01', '2026-04-05', '2026-05-03'].map((day) => `${day}T06:30:00Z`));
    expect(ofChanges('Month over?')?.Default).toBe('End');
  });

  it('is begun when changes could not be exported, so that no gap lasts; that run has failed all the same', () => {
    expect(ofChanges('Both tables')).toMatchObject({
      Next: 'Month over?',
      // When the run was due is asked again.
      ResultPath: null,
      Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: '$.failure', Next: 'Begin export of all records' }],
    });
    expect(ofChanges('Begin export of all records')).toMatchObject({
      Parameters: {
        StateMachineArn: expect.stringMatching(/:stateMachine:formroom-demo-table-export$/),
        'Input.$': '$',
        'Name.$': '$$.Execution.Name',
      },
      Next: 'Were changes exported?',
    });
    expect(ofChanges('Were changes exported?')).toMatchObject({
      Choices: [{ Variable: '$.failure', IsPresent: true, Next: 'Changes are missing' }],
      Default: 'End',
    });
    expect(ofChanges('Changes are missing')?.Type).toBe('Fail');
  });

  it('has users and groups of the identity store with it, all pages of each list', () => {
    const lists = ['users', 'users in Admin', 'users in PTA', 'users in teacher'];
    for (const [index, list] of lists.entries()) {
      expect(states[`List ${list}`]?.Next).toBe(`Keep ${list}`);
      expect(states[`Keep ${list}`]?.Next).toBe(`More ${list}?`);
      expect(states[`More ${list}?`]?.Choices?.map(({ Next }) => Next)).toEqual([`List more ${list}`]);
      expect(states[`List more ${list}`]?.Next).toBe(`Keep ${list}`);
      const next = lists[index + 1];
      expect(states[`Listed ${list}`]?.Next).toBe(next ? `List ${next}` : 'Both tables');
    }
    expect(states['List users in PTA']?.Parameters).toMatchObject({ GroupName: 'PTA', Limit: 60 });
    expect(states['List more users']?.Parameters).toMatchObject({ 'PaginationToken.$': '$.PaginationToken' });
    expect(states['List more users in PTA']?.Parameters).toMatchObject({ 'NextToken.$': '$.NextToken' });
    expect(states['Keep users']?.Parameters).toMatchObject({
      'Key.$': "States.Format('table-exports/users/{}/users-{}.json', $$.Execution.Name, States.UUID())",
      'Body.$': '$.Users',
    });
  });
});

const schedules = () => ofType(workflows, 'AWS::Scheduler::Schedule').map(({ Properties }) => Properties);

/** A JSONata expression, read as JavaScript: what is used of it is the same in both but for what is replaced here. */
function evaluated(expression: string, input: object) {
  const script = expression
    .replaceAll(
      /\[Id = '(\w+)'\]\.Values\[\$ > 0\]/g,
      ".filter(({ Id }) => Id === '$1').flatMap(({ Values }) => Values).filter((value) => value > 0)",
    )
    .replaceAll(' = ', ' === ')
    .replaceAll(' and ', ' && ');
  return runInNewContext(script, {
    ...{ $floor: Math.floor, $toMillis: Date.parse, $number: Number, $max: (all: number[]) => Math.max(...all) },
    $fromMillis: (at: number) => new Date(at).toISOString(),
    $substring: (text: string, from: number, count: number) => text.slice(from, from + count),
    $count: ({ length }: unknown[]) => length,
    $states: { input },
  });
}

/** Whether an export of changes is left out, by what CloudWatch has of the time. */
const isSkipped = (holds: 'records' | 'trail') => {
  const [choice] = branchOf('formroom-demo-changes-export', holds).of('Anything written')?.Choices ?? [];
  const [, condition = ''] = /^{% (.*) %}$/.exec(String((choice as { Condition?: string }).Condition)) ?? [];
  return (values: { writes: number[]; reads: number[] }): boolean =>
    evaluated(condition, {
      figures: { MetricDataResults: Object.entries(values).map(([Id, Values]) => ({ Id, Values })) },
    });
};

describe('the export of changes', () => {
  const ofBranch = (holds: 'records' | 'trail') => branchOf('formroom-demo-changes-export', holds).of;

  it('runs every six hours, and receives the time at which it was due', () => {
    expect(schedules()).toContainEqual(
      expect.objectContaining({
        ScheduleExpression: 'cron(30 0/6 * * ? *)',
        ScheduleExpressionTimezone: 'Etc/UTC',
        Target: expect.objectContaining({ Input: '{"dueAt":"<aws.scheduler.scheduled-time>"}' }),
      }),
    );
  });

  it.each(
    tables,
  )('of the %s is of what was written since two hours before the one before ended, or the table was made', (holds, table) => {
    expect(ofBranch(holds)('Look at recovery')?.Parameters?.TableName).toMatch(new RegExp(`:table/${table}$`));
    const span = (earliest: string) =>
      Object.fromEntries(
        Object.entries(ofBranch(holds)('From when to when')?.Output ?? {}).map(([name, expression]) => [
          name,
          evaluated(expression.slice('{% '.length, -' %}'.length), {
            dueAt: '2026-03-01T06:30:00Z',
            backups: {
              ContinuousBackupsDescription: {
                PointInTimeRecoveryDescription: { EarliestRestorableDateTime: earliest },
              },
            },
          }),
        ]),
      );
    const to = '2026-03-01T06:15:00.000Z';
    expect(span('2026-02-01T00:00:00Z')).toEqual({ from: '2026-02-28T22:15:00.000Z', to, isTooShort: false });
    expect(span('2026-03-01T05:00:00Z')).toEqual({ from: '2026-03-01T05:00:00.000Z', to, isTooShort: false });
    expect(span('2026-03-01T06:10:00Z')).toMatchObject({ isTooShort: true });
    expect(ofBranch(holds)('Start export')?.Parameters).toMatchObject({
      ExportType: 'INCREMENTAL_EXPORT',
      IncrementalExportSpecification: {
        'ExportFromTime.$': '$.from',
        'ExportToTime.$': '$.to',
        ExportViewType: 'NEW_IMAGE',
      },
    });
  });

  it.each(
    tables,
  )('of the %s is not begun where CloudWatch has figures and none of a write; a note says so in its place', (holds, table) => {
    expect(ofBranch(holds)('Long enough')?.Default).toBe(`Count writes of ${holds}`);
    const count = ofBranch(holds)('Count writes');
    expect(count).toMatchObject({ Next: `Anything written of ${holds}`, ResultPath: '$.figures' });
    expect(count?.Parameters).toMatchObject({ 'StartTime.$': '$.from', 'EndTime.$': '$.to' });
    const of = (Id: string, MetricName: string, Value: string) => ({
      ...{ Id },
      MetricStat: {
        Metric: { Namespace: 'AWS/DynamoDB', MetricName, Dimensions: [{ Name: 'TableName', Value }] },
        ...{ Period: 300, Stat: 'Sum' },
      },
    });
    expect(count?.Parameters?.MetricDataQueries).toEqual([
      of('writes', 'ConsumedWriteCapacityUnits', table),
      of('reads', 'ConsumedReadCapacityUnits', 'formroom-demo'),
    ]);
    expect(isSkipped(holds)({ writes: [], reads: [1] })).toBe(true);
    expect(isSkipped(holds)({ writes: [0, 0], reads: [1, 0] })).toBe(true);
    expect(isSkipped(holds)({ writes: [0, 15], reads: [1] })).toBe(false);
    // Without figures of the canary's reads CloudWatch knows nothing.
    expect(isSkipped(holds)({ writes: [], reads: [] })).toBe(false);
    expect(ofBranch(holds)('Anything written')).toMatchObject({
      Choices: [{ Next: `Note that nothing changed of ${holds}` }],
      Default: `Start export of ${holds}`,
    });
    const note = ofBranch(holds)('Note that nothing changed');
    expect(note).toMatchObject({
      Next: `Nothing changed of ${holds}`,
      Resource: expect.stringMatching(/s3:putObject$/),
    });
    expect(note?.Parameters).toMatchObject({
      'Key.$': `States.Format('table-exports/AWSDynamoDB/unchanged-${holds}-{}/manifest-summary.json', $$.Execution.Name)`,
      Body: {
        ...{ exportType: 'INCREMENTAL_EXPORT', itemCount: 0, tableArn: expect.stringMatching(`:table/${table}$`) },
        ...{ 'exportFromTime.$': '$.from', 'exportToTime.$': '$.to' },
      },
    });
    expect(ofBranch(holds)('Nothing changed')?.Type).toBe('Succeed');
  });

  it('has every write, also one just before or while it is decided, whose figure CloudWatch has up to two hours later', () => {
    const begin = Date.parse('2026-03-01T06:30:00Z');
    const [hour, minute] = [3_600_000, 60_000];
    const write = fc.record({
      at: fc.integer({ min: 0, max: 5 * 24 * hour }),
      late: fc.integer({ min: 0, max: 2 * hour }),
    });
    // In the minutes around the end of a run's time, which is a quarter of an hour before the decision.
    const nearEnd = fc.record({
      at: fc
        .tuple(fc.integer({ min: 1, max: 19 }), fc.integer({ min: -20 * minute, max: 20 * minute }))
        .map(([run, off]) => run * 6 * hour - 15 * minute + off),
      late: fc.integer({ min: 0, max: 2 * hour }),
    });
    const expressions = ofBranch('records')('From when to when')?.Output ?? {};
    fc.assert(
      fc.property(fc.array(fc.oneof(write, nearEnd), { maxLength: 6 }), (writes) => {
        const all: KeptExport = { id: 'all', tableName: 'T', from: null, to: new Date(begin), itemCount: 1 };
        const kept = [all];
        for (let run = 1; run <= 22; run += 1) {
          const decided = begin + run * 6 * hour;
          const input = {
            dueAt: new Date(decided).toISOString(),
            backups: {
              ContinuousBackupsDescription: {
                PointInTimeRecoveryDescription: { EarliestRestorableDateTime: '2026-02-01T00:00:00Z' },
              },
            },
          };
          const [from, to] = ['from', 'to'].map((name) =>
            Date.parse(evaluated((expressions[name] ?? '').slice('{% '.length, -' %}'.length), input)),
          ) as [number, number];
          const within = writes.filter(({ at }) => begin + at >= from && begin + at < to);
          const known = within.filter(({ at, late }) => begin + at + late <= decided);
          const isNote = isSkipped('records')({ writes: known.map(() => 15), reads: [1] });
          const itemCount = isNote ? 0 : Math.max(within.length, 1);
          kept.push({
            id: isNote ? 'note' : 'changes',
            tableName: 'T',
            from: new Date(from),
            to: new Date(to),
            itemCount,
          });
        }
        const chain = chainTo(new Date(begin + 22 * 6 * hour), 'T', kept);
        expect(chain.at(-1)?.to).toEqual(kept.at(-1)?.to);
        const exported = chain.filter(({ id }) => id === 'changes');
        for (const { at } of writes) {
          const isThere = exported.some(({ from, to }) => begin + at >= Number(from) && begin + at < Number(to));
          expect(isThere, new Date(begin + at).toISOString()).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  it.each(
    tables,
  )('of the %s is no failure where nothing was changed, or the table is younger than what DynamoDB exports', (holds) => {
    const [done] = ofBranch(holds)('Done with export')?.Choices ?? [];
    expect(JSON.stringify(done)).not.toContain('NumericGreaterThan');
    expect(ofBranch(holds)('Long enough')?.Choices?.[0]).toMatchObject({
      ...{ Variable: '$.isTooShort', BooleanEquals: true, Next: `Nothing yet of ${holds}` },
    });
    expect(ofBranch(holds)('Nothing yet')?.Type).toBe('Succeed');
  });
});

describe('the jobs of a domain', () => {
  const worker = () => {
    const found = ofType(workflows, 'AWS::Lambda::Function').find(
      ({ Properties }) => Properties.FunctionName === 'formroom-demo-terms-jobs',
    );
    if (!found) throw new Error('The terms domain has no worker');
    return found.Properties;
  };

  it('work batch after batch until the worker says that it is done', () => {
    const jobs = statesOf('formroom-demo-terms-jobs');
    expect(jobs['Work batch']).toMatchObject({ Next: 'Done?', OutputPath: '$.Payload' });
    expect(jobs['Done?']?.Choices).toEqual([{ Variable: '$.isDone', BooleanEquals: true, Next: 'Done' }]);
    expect(jobs['Done?']?.Default).toBe('Work batch');
  });

  it('are tried again, and have the worker note a failure that stays', () => {
    const jobs = statesOf('formroom-demo-terms-jobs');
    for (const name of ['Work batch', 'Note failure']) {
      const last = jobs[name]?.Retry?.at(-1);
      expect(last).toMatchObject({ ErrorEquals: ['States.ALL'] });
      expect(last?.MaxAttempts).toBeGreaterThan(0);
    }
    expect(jobs['Work batch']?.Catch).toEqual([
      { ErrorEquals: ['States.ALL'], ResultPath: '$.error', Next: 'Note failure' },
    ]);
    expect(jobs['Note failure']?.Next).toBe('Failed');
    expect(jobs.Failed?.Type).toBe('Fail');
  });

  it('outlast an account that runs no more functions for minutes, and do not all come back in one moment', () => {
    const jobs = statesOf('formroom-demo-terms-jobs');
    for (const name of ['Work batch', 'Note failure']) {
      const [first] = jobs[name]?.Retry ?? [];
      expect(first?.ErrorEquals).toContain('Lambda.TooManyRequestsException');
      expect(first?.ErrorEquals).not.toContain('States.ALL');
      expect(first?.JitterStrategy).toBe('FULL');
      const { IntervalSeconds = 0, BackoffRate = 0, MaxDelaySeconds = 0, MaxAttempts = 0 } = first ?? {};
      const waits = Array.from({ length: MaxAttempts }, (_, attempt) =>
        Math.min(IntervalSeconds * BackoffRate ** attempt, MaxDelaySeconds),
      );
      // Each wait is drawn between nothing and this: half of it in the mean.
      const mean = waits.reduce((sum, wait) => sum + wait / 2, 0);
      expect(mean / 60).toBeGreaterThan(4);
      expect(mean / 60).toBeLessThan(15);
    }
  });

  it('are done by a function of their own, by the version of it that is in use', () => {
    expect(worker()).toMatchObject({ Timeout: 120, Runtime: 'nodejs24.x' });
    for (const task of ['Work batch', 'Note failure']) {
      const { Parameters } = JSON.parse(definitionOf('formroom-demo-terms-jobs')).States[task];
      expect(functionBehind(workflows, Parameters.FunctionName), task).toBe('formroom-demo-terms-jobs');
    }
  });

  it('have one role, which may have the workers work and nothing else; the export has another', () => {
    const roles = ofType(workflows, 'AWS::StepFunctions::StateMachine').map(
      ({ Properties }) => [Properties.StateMachineName, Properties.RoleArn['Fn::GetAtt'][0]] as const,
    );
    const ofJobs = roles.filter(([name]) => !name.endsWith('-export')).map(([, role]) => role);
    expect(new Set(ofJobs).size).toBe(1);
    expect(roles.find(([name]) => name === 'formroom-demo-table-export')?.[1]).not.toBe(ofJobs[0]);
    const statements = ofType(workflows, 'AWS::IAM::Policy')
      .filter(({ Properties }) => Properties.Roles[0].Ref === ofJobs[0])
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement as { Action: unknown; Resource: unknown }[])
      .filter(({ Action }) => !JSON.stringify(Action).includes('logs:'));
    expect(statements.map(({ Action }) => Action)).toEqual(['lambda:InvokeFunction']);
    const invoked = [statements[0]?.Resource].flat().map((resource) => functionBehind(workflows, resource));
    expect([...new Set(invoked)].toSorted()).toEqual(
      jobEntries()
        .map(({ name }) => `formroom-demo-${name}`)
        .toSorted(),
    );
  });
});

describe('the role that starts exports', () => {
  it('is for schedules and rules of this account, and of no other that may name it', () => {
    const roles = Object.entries(demoTemplates().workflows.Resources).filter(
      ([id, { Type }]) => Type === 'AWS::IAM::Role' && id.startsWith('ExportStarter'),
    );
    const statements = roles.flatMap(([, { Properties }]) => Properties.AssumeRolePolicyDocument.Statement);
    expect(statements).toEqual([
      {
        ...{ Action: 'sts:AssumeRole', Effect: 'Allow' },
        Principal: { Service: ['events.amazonaws.com', 'scheduler.amazonaws.com'] },
        Condition: { StringEquals: { 'aws:SourceAccount': '111122223333' } },
      },
    ]);
  });
});
