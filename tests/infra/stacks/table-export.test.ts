import { describe, expect, it } from 'vitest';
import { addSchoolStacks } from '../../../infra/formroom-app.ts';
import { branchOf, demoSchool, evaluated, machine, statesOf, tables } from './state-machines.ts';
import { loadDemoSchool, placeholderParts, resourcesOfType, testApp } from './templates.ts';

/** What each role may do, but for its log. */
const rightsOf = (name: string) => {
  const role = machine(name).RoleArn['Fn::GetAtt'][0];
  const statements: { Action: unknown; Resource: unknown }[] = resourcesOfType(
    demoSchool().workflows,
    'AWS::IAM::Policy',
  )
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
  const states = statesOf('formroom-demo-table-export');
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
    const [[ruleId, rule] = ['', undefined]] = Object.entries(demoSchool().workflows.Resources).filter(
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
    expect(demoSchool().workflows.Resources[target.Arn.Ref]?.Properties.StateMachineName).toBe(
      'formroom-demo-changes-export',
    );
    expect(ofChanges('First run?')).toMatchObject({
      Choices: [{ Variable: '$.mayBeEmpty', IsPresent: true, Next: 'Begin export of all records' }],
      Default: 'Both tables',
    });
    const jobs = resourcesOfType(demoSchool().workflows, 'AWS::StepFunctions::StateMachine').filter(
      ({ Properties }) => !/-(table|changes)-export$/.test(Properties.StateMachineName),
    );
    for (const { DependsOn } of jobs) expect(DependsOn, 'the rule is known before the stack ends').toContain(ruleId);
  });

  it('is there before an alarm looks for one: operations come after the web site, which takes minutes', () => {
    const { operations } = addSchoolStacks(testApp(), loadDemoSchool(), placeholderParts());
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
    const documents = Object.values(demoSchool().data.Resources).find(
      ({ Type, Properties }) =>
        Type === 'AWS::S3::Bucket' && JSON.stringify(Properties.BucketName)?.includes('-documents-'),
    );
    expect(documents?.Properties.LifecycleConfiguration.Rules).toContainEqual(
      expect.objectContaining({ Prefix: 'table-exports/', ExpirationInDays: 90 }),
    );
  });

  it('is begun once a month, by the run for changes that is due on its first Sunday after six', () => {
    const [choice] = ofChanges('Month over?')?.Choices ?? [];
    expect(choice).toMatchObject({ Next: 'Begin export of all records' });
    const [, condition = ''] = /^{% (.*) %}$/.exec(String((choice as { Condition?: string }).Condition)) ?? [];
    const begins = (dueAt: string): boolean => evaluated(condition, { dueAt });
    for (const minute of [0, 28, 59]) {
      const runs = Array.from({ length: 4 * 100 }, (_, run) =>
        new Date(Date.UTC(2026, 1, 25, 0, minute) + run * 6 * 3_600_000).toISOString().replace('.000', ''),
      );
      const first = ['2026-03-01', '2026-04-05', '2026-05-03'];
      expect(runs.filter(begins)).toEqual(first.map((day) => `${day}T06:${String(minute).padStart(2, '0')}:00Z`));
    }
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
    const lists = ['users', 'users in Admin', 'users in PTA', 'users in teacher', 'users in student'];
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
describe('the role that starts exports', () => {
  it('is for schedules and rules of this account, and of no other that may name it', () => {
    const roles = Object.entries(demoSchool().workflows.Resources).filter(
      ([id, { Type }]) => Type === 'AWS::IAM::Role' && id.startsWith('ExportStarter'),
    );
    const statements = roles.flatMap(([, { Properties }]) => Properties.AssumeRolePolicyDocument.Statement);
    expect(statements).toEqual([
      {
        Action: 'sts:AssumeRole',
        Effect: 'Allow',
        Principal: { Service: ['events.amazonaws.com', 'scheduler.amazonaws.com'] },
        Condition: { StringEquals: { 'aws:SourceAccount': '111122223333' } },
      },
    ]);
  });
});
