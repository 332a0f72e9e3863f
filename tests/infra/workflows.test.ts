import { beforeAll, describe, expect, it } from 'vitest';
import { demoTemplates, ofType, only, type Template, type Templates } from './templates.ts';

interface State {
  Type: string;
  Next?: string;
  Resource?: string;
  Parameters?: Record<string, unknown>;
  Choices?: { Next: string }[];
  Default?: string;
  Retry?: { MaxAttempts: number }[];
}

let templates: Templates;
let workflows: Template;
let states: Record<string, State>;
beforeAll(() => {
  templates = demoTemplates();
  workflows = templates.workflows;
  const { DefinitionString } = only(workflows, 'AWS::StepFunctions::StateMachine').Properties;
  const parts: unknown[] = DefinitionString['Fn::Join'][1];
  states = JSON.parse(parts.map((part) => (typeof part === 'string' ? part : 'x')).join('')).States;
});

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
        { Variable: '$.ExportDescription.ItemCount', NumericGreaterThan: 0 },
      ],
    });
  });

  it('asks for the same export when it tries again, not for a second one', () => {
    expect(states['Start export']?.Retry?.[0]?.MaxAttempts).toBeGreaterThan(0);
    expect(states['Start export']?.Parameters).toMatchObject({ 'ClientToken.$': '$$.Execution.Name' });
  });

  it('may export this table into its folder, and nothing else', () => {
    const machine = only(workflows, 'AWS::StepFunctions::StateMachine').Properties.RoleArn['Fn::GetAtt'][0];
    const statements: { Action: unknown; Resource: unknown }[] = ofType(workflows, 'AWS::IAM::Policy')
      .filter(({ Properties }) => Properties.Roles[0].Ref === machine)
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement);
    const rights = statements
      .filter(({ Action }) => !JSON.stringify(Action).includes('logs:'))
      .map(({ Action, Resource }) => [Action, JSON.stringify(Resource)] as const);
    expect(rights.map(([action]) => action)).toEqual([
      'dynamodb:ExportTableToPointInTime',
      'dynamodb:DescribeExport',
      ['s3:AbortMultipartUpload', 's3:PutObject'],
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
