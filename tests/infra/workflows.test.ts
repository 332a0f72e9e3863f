import { beforeAll, describe, expect, it } from 'vitest';
import { jobEntries } from '../../infra/build/entries.ts';
import { schoolStacks } from '../../infra/formroom-app.ts';
import {
  demo,
  demoTemplates,
  functionBehind,
  ofType,
  only,
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

describe('the export of the table', () => {
  it('starts, waits, looks, and ends in success or failure only as DynamoDB says', () => {
    expect(states['Start export']?.Next).toBe('Wait');
    expect(states.Wait?.Next).toBe('Look at export');
    expect(states['Look at export']?.Next).toBe('Done?');
    const choice = states['Done?'];
    expect(choice?.Choices?.map(({ Next }) => Next)).toEqual(['Exported', 'Wait', 'Empty']);
    expect(states[choice?.Default ?? '']?.Type).toBe('Fail');
    expect(states.Exported?.Type).toBe('Succeed');
    expect(states.Empty?.Type).toBe('Fail');
  });

  it('takes an export for a success only when it is complete and holds something', () => {
    expect(states['Done?']?.Choices?.[0]).toMatchObject({
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
    expect(workflows.Resources[target.Arn.Ref]?.Properties.StateMachineName).toBe('formroom-demo-table-export');
    const jobs = ofType(workflows, 'AWS::StepFunctions::StateMachine').filter(
      ({ Properties }) => Properties.StateMachineName !== 'formroom-demo-table-export',
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
    expect(states['Start export']?.Retry?.[0]?.MaxAttempts).toBeGreaterThan(0);
    expect(states['Start export']?.Parameters).toMatchObject({ 'ClientToken.$': '$$.Execution.Name' });
  });

  it('may export this table into its folder, and nothing else', () => {
    const role = machine('formroom-demo-table-export').RoleArn['Fn::GetAtt'][0];
    const statements: { Action: unknown; Resource: unknown }[] = ofType(workflows, 'AWS::IAM::Policy')
      .filter(({ Properties }) => Properties.Roles[0].Ref === role)
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement);
    const rights = statements
      .filter(({ Action }) => !JSON.stringify(Action).includes('logs:'))
      .map(({ Action, Resource }) => [Action, JSON.stringify(Resource)] as const);
    expect(rights.map(([action]) => action)).toEqual([
      'dynamodb:ExportTableToPointInTime',
      'dynamodb:DescribeExport',
      ['s3:AbortMultipartUpload', 's3:PutObject', 's3:PutObjectAcl'],
    ]);
    expect(rights[0]?.[1]).toContain(':table/formroom-demo"');
    expect(rights[1]?.[1]).toContain(':table/formroom-demo/export/*"');
    expect(rights[2]?.[1]).toMatch(/:s3:::formroom-demo-documents-.*\/table-exports\/\*"/);
  });

  it('goes to the bucket of the data stack, where it is forgotten after 90 days', () => {
    const parameters = states['Start export']?.Parameters;
    expect(parameters).toMatchObject({
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

  it('runs on Sunday and Wednesday nights', () => {
    expect(only(workflows, 'AWS::Scheduler::Schedule').Properties).toMatchObject({
      ScheduleExpression: 'cron(0 6 ? * SUN,WED *)',
      ScheduleExpressionTimezone: 'Etc/UTC',
      State: 'ENABLED',
    });
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
    const ofJobs = roles.filter(([name]) => name !== 'formroom-demo-table-export').map(([, role]) => role);
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
