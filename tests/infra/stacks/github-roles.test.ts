import { beforeAll, describe, expect, it } from 'vitest';
import { smokeTableRights } from '../../../infra/rights/smoke-rights.ts';
import { GitHubRolesStack } from '../../../infra/stacks/github-roles.ts';
import { judgeRequest } from '../../support/policies/judge-request.ts';
import { type IamRequest, type IamStatement, isAllowed } from '../rights/iam-verdict.ts';
import {
  findingsOfChecks,
  loadDemoSchool,
  onlyResource,
  resourcesOfType,
  type Template,
  testApp,
} from './templates.ts';

describe('the pipeline’s stack', () => {
  const props = {
    env: loadDemoSchool().aws,
    repository: { owner: 'district', name: 'formroom', ownerId: '4711', id: '815' },
  };
  const contactsOf = `arn:aws:account::${props.env.account}:account`;
  let pipeline: Template;
  beforeAll(() => {
    const app = testApp({ builtinCloudFormationValidation: false });
    const stack = new GitHubRolesStack(app, 'formroom-pipeline', { ...props, isProviderThere: false });
    pipeline = app.synth().getStackByName(stack.stackName).template as Template;
  });

  it('passes CloudFormation’s rules and AWS Solutions', () => {
    const app = testApp();
    new GitHubRolesStack(app, 'formroom-pipeline', { ...props, isProviderThere: true });
    expect(findingsOfChecks(app)).toEqual([]);
  });

  it('trusts jobs of this repository in one environment each, and nobody else', () => {
    const provider = onlyResource(pipeline, 'AWS::IAM::OIDCProvider').Properties;
    expect(provider).toEqual({
      Url: 'https://token.actions.githubusercontent.com',
      ClientIdList: ['sts.amazonaws.com'],
    });
    const trusted = resourcesOfType(pipeline, 'AWS::IAM::Role').map(({ Properties }) => {
      const [statement, ...others] = Properties.AssumeRolePolicyDocument.Statement;
      expect(others).toEqual([]);
      expect(Object.keys(statement.Principal)).toEqual(['Federated']);
      expect(statement.Action).toBe('sts:AssumeRoleWithWebIdentity');
      return [Properties.RoleName, statement.Condition];
    });
    const workflows = ['account', 'school'].map((what) => `*/.github/workflows/deploy-${what}.yml@refs/heads/main`);
    const of = (environment: string) => ({
      ...(environment !== 'drift' && {
        // What asks whether the release is approved, before it deploys.
        StringLike: { 'token.actions.githubusercontent.com:job_workflow_ref': workflows },
      }),
      StringEquals: {
        'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
        // What GitHub signs for a repository that is older than July 2026, and for a newer one.
        'token.actions.githubusercontent.com:sub': [
          `repo:district/formroom:environment:${environment}`,
          `repo:district@4711/formroom@815:environment:${environment}`,
        ],
        'token.actions.githubusercontent.com:repository_id': '815',
        'token.actions.githubusercontent.com:environment': environment,
        'token.actions.githubusercontent.com:ref': 'refs/heads/main',
      },
    });
    expect(trusted).toEqual([
      ['formroom-deploy-staging', of('staging')],
      ['formroom-deploy-schools', of('schools')],
      ['formroom-drift', of('drift')],
    ]);
  });

  it('lets the job of stages deploy and try a stage, and do nothing to a school of the same account', () => {
    const account = '111122223333';
    const acts = (school: string, qualifier: string): IamRequest[] => [
      {
        action: 'sts:AssumeRole',
        resource: `arn:aws:iam::${account}:role/cdk-${qualifier}-deploy-role-${account}-us-east-1`,
      },
      {
        action: 'cloudformation:DescribeStacks',
        resource: `arn:aws:cloudformation:us-east-1:${account}:stack/formroom-${school}-api/1`,
      },
      {
        action: 'dynamodb:GetItem',
        resource: `arn:aws:dynamodb:us-east-1:${account}:table/formroom-${school}`,
        context: { 'dynamodb:LeadingKeys': 'student#smoke-test-1' },
      },
      {
        action: 's3:DeleteObjectVersion',
        resource: `arn:aws:s3:::formroom-${school}-files-${account}-us-east-1/student-files/x/smoke-test-1`,
      },
      {
        action: 'cognito-idp:AdminSetUserPassword',
        resource: `arn:aws:cognito-idp:us-east-1:${account}:userpool/us-east-1_A`,
        context: { 'aws:ResourceTag/formroom-school': school },
      },
      {
        action: 'cloudwatch:SetAlarmState',
        resource: `arn:aws:cloudwatch:us-east-1:${account}:alarm:formroom-${school}-calls-fail`,
      },
      {
        action: 'sns:ListSubscriptionsByTopic',
        resource: `arn:aws:sns:us-east-1:${account}:formroom-${school}-notices`,
      },
      {
        action: 'states:ListExecutions',
        resource: `arn:aws:states:us-east-1:${account}:stateMachine:formroom-${school}-terms-jobs`,
      },
    ];
    const may = (environment: string, requests: IamRequest[]) => {
      const [[id] = ['']] = Object.entries(pipeline.Resources).filter(
        ([, { Properties }]) => Properties.RoleName === `formroom-deploy-${environment}`,
      );
      const rights = resourcesOfType(pipeline, 'AWS::IAM::Policy')
        .filter(({ Properties }) => Properties.Roles[0].Ref === id)
        .flatMap(({ Properties }) => Properties.PolicyDocument.Statement as IamStatement[]);
      return requests.filter((request) => isAllowed([rights], request)).length;
    };
    expect(may('staging', acts('staging-demo', 'staging'))).toBe(8);
    expect(may('staging', acts('demo', 'hnb659fds'))).toBe(0);
    expect(may('schools', acts('demo', 'hnb659fds'))).toBe(8);
  });

  it('reads, changes and deletes records of the smoke test alone, and of others names and nothing else', () => {
    const part = (action: string, on: string, key: string) => ({ action, on, keys: [key], attributes: [] });
    const isAllowedTo = (of: Parameters<typeof judgeRequest>[1][number]) =>
      judgeRequest(smokeTableRights, [of]).refused.length === 0;
    for (const action of ['BatchGetItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem', 'DeleteItem'])
      for (const [on, key] of [
        ['table', 'student#S01'],
        ['table', 'account#T1'],
        ['table', 'account#student.S01'],
        ['table', 'second-factor#T1'],
        ['table', 'postings'],
        ['trail', 'posted#S01'],
        ['trail', 'audit#student#S01'],
        ['keys', 'signing-key#csrf'],
      ] as const)
        expect(isAllowedTo(part(action, on, key)), `${action} ${key}`).toBe(false);
    expect(isAllowedTo(part('PutItem', 'table', 'student#smoke-test-1'))).toBe(true);
    // Among other people's it deletes, and reads none.
    expect(isAllowedTo(part('DeleteItem', 'trail', 'access#2026-11'))).toBe(true);
    expect(isAllowedTo(part('Query', 'trail', 'access#2026-11'))).toBe(false);
    const scan = { action: 'Scan', on: 'table', keys: [], select: 'SPECIFIC_ATTRIBUTES' };
    expect(isAllowedTo({ ...scan, attributes: ['pk', 'name'] })).toBe(true);
    expect(isAllowedTo({ ...scan, attributes: ['pk', 'marks'] })).toBe(false);
    expect(isAllowedTo({ ...scan, attributes: ['pk'], select: 'ALL_ATTRIBUTES' })).toBe(false);
    const secret = part('GetItem', 'keys', 'card-key#1');
    expect([['pk'], ['pk', 'secretKey'], []].map((attributes) => isAllowedTo({ ...secret, attributes }))).toEqual([
      ...[true, false, false],
    ]);
    expect(isAllowedTo(part('PutItem', 'keys', 'card-key#1'))).toBe(false);
  });

  it('has no key and no user', () => {
    const types = Object.values(pipeline.Resources).map(({ Type }) => Type);
    expect([...new Set(types)].toSorted()).toEqual(['AWS::IAM::OIDCProvider', 'AWS::IAM::Policy', 'AWS::IAM::Role']);
  });

  it('may change settings only as the roles of cdk bootstrap, and reach nothing whose name does not begin with formroom', () => {
    const statements = resourcesOfType(pipeline, 'AWS::IAM::Policy').flatMap(
      ({ Properties }) =>
        Properties.PolicyDocument.Statement as { Action: string | string[]; Resource: string | string[] }[],
    );
    for (const { Action, Resource } of statements) {
      for (const resource of [Resource].flat()) {
        const looks = [Action].flat().every((action) => /:(Describe|List|GetPublicKey$)/.test(action));
        // Whom AWS writes to is the account's own setting.
        const isContact = `${Action}` === 'account:PutAlternateContact' && `${resource}` === contactsOf;
        expect(
          looks || isContact || /formroom-|formroom\/|role\/cdk-|:userpool\/\*$/.test(resource),
          `${Action} ${resource}`,
        ).toBe(true);
      }
      for (const action of [Action].flat()) expect(action).toMatch(/^[a-z0-9-]+:[A-Za-z]+$/);
    }
  });
});
