import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { jobEntries } from '../../../infra/build/entries.ts';
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

  it('is begun once a week, by the run for changes that is due on Sunday at half past six', () => {
    const [choice] = ofChanges('Week over?')?.Choices ?? [];
    expect(choice).toMatchObject({ Next: 'Begin export of all records' });
    const [, condition = ''] = /^{% (.*) %}$/.exec(String((choice as { Condition?: string }).Condition)) ?? [];
    // Read as JavaScript: floor, remainder and times are the same in both.
    const begins = (dueAt: string): boolean =>
      runInNewContext(condition.replace(/ = /, ' === '), {
        ...{ $floor: Math.floor, $toMillis: Date.parse, $states: { input: { dueAt } } },
      });
    expect(schedules().map(({ ScheduleExpression }) => ScheduleExpression)).toEqual(['cron(30 0/6 * * ? *)']);
    const runs = Array.from({ length: 4 * 35 }, (_, run) =>
      new Date(Date.UTC(2026, 1, 25, 0, 30) + run * 6 * 3_600_000).toISOString().replace('.000', ''),
    );
    expect(runs.filter(begins)).toEqual(
      ['2026-03-01', '2026-03-08', '2026-03-15', '2026-03-22', '2026-03-29'].map((day) => `${day}T06:30:00Z`),
    );
    expect(ofChanges('Week over?')?.Default).toBe('End');
  });

  it('is begun when changes could not be exported, so that no gap lasts; that run has failed all the same', () => {
    expect(ofChanges('Both tables')).toMatchObject({
      Next: 'Week over?',
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
  )('of the %s is of the six hours before: each begins where the one before ended, or with the table', (holds, table) => {
    const earliest =
      '$toMillis($states.input.backups.ContinuousBackupsDescription.PointInTimeRecoveryDescription.EarliestRestorableDateTime)';
    const to = '$toMillis($states.input.dueAt) - 900000';
    expect(ofBranch(holds)('Look at recovery')?.Parameters?.TableName).toMatch(new RegExp(`:table/${table}$`));
    expect(ofBranch(holds)('From when to when')).toMatchObject({
      QueryLanguage: 'JSONata',
      Output: {
        to: `{% $fromMillis(${to}) %}`,
        from: `{% $fromMillis($max([${to} - 21600000, ${earliest}])) %}`,
        isTooShort: `{% ${to} - $max([${to} - 21600000, ${earliest}]) < 900000 %}`,
      },
    });
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
