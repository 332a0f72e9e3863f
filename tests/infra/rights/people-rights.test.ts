import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type PeoplesPolicy, peoplesPolicies } from '../../../infra/rights/people-rights.ts';
import { accountTemplate, resourcesOfType } from '../stacks/templates.ts';
import { type IamStatement, isAllowed } from './iam-verdict.ts';
import { account, tagOf } from './resources-of-school.ts';

/** Who runs what: the commands of package.json that ask AWS, by hand. */
const commandsOf: Record<PeoplesPolicy, string[]> = {
  look: ['infra/operators/watch-alarms.ts', 'infra/operators/deployed-version.ts'],
  deploy: [
    ...['doctor', 'upgrade', 'deploy-account', 'plan-import', 'start-again', 'create-admin'].map(
      (command) => `infra/operators/${command}.ts`,
    ),
    'tools/smoke/run.ts',
  ],
  restore: [
    ...['restore', 'restore-files', 'restore-users', 'check-accounts', 'check-summaries'].map(
      (command) => `infra/operators/${command}.ts`,
    ),
    'tools/drill/stage-drill.ts',
  ],
};

const policies = Object.fromEntries(
  resourcesOfType(accountTemplate(), 'AWS::IAM::ManagedPolicy').map(({ Properties }) => [
    Properties.ManagedPolicyName,
    Properties.PolicyDocument.Statement as IamStatement[],
  ]),
);

/** All that somebody has who is given a policy, and those before it. */
const rightsOf = (policy: PeoplesPolicy): IamStatement[] =>
  peoplesPolicies
    .slice(0, peoplesPolicies.indexOf(policy) + 1)
    .flatMap((each) => policies[`formroom-may-${each}-us-east-1`] ?? []);

const may = (policy: PeoplesPolicy, action: string, resource = resourceOf(action)) =>
  isAllowed([rightsOf(policy)], { action, resource, context: tagOf('demo') });

describe('somebody who', () => {
  it.each(
    peoplesPolicies.flatMap((policy) => commandsOf[policy].map((command) => [policy, command] as const)),
  )('may %s may call what %s calls', (policy, command) => {
    const actions = actionsOf(filesOf(command));
    expect(actions.length).toBeGreaterThan(0);
    expect(actions.filter((action) => !byOwnToken.has(action) && !may(policy, action))).toEqual([]);
  });

  it.each<[policy: PeoplesPolicy, act: string, action: string]>([
    ['look', 'reads no record', 'dynamodb:GetItem'],
    ['look', 'reads no file', 's3:GetObject'],
    ['look', 'sees no pupil in what a run was begun with', 'states:DescribeExecution'],
    ['look', 'deploys nothing', 'sts:AssumeRole'],
    ['look', 'signs nobody in', 'cognito-idp:AdminSetUserPassword'],
    ['deploy', 'closes no school', 'apigateway:PATCH'],
    ['deploy', 'makes no table again', 'dynamodb:RestoreTableToPointInTime'],
    ['deploy', 'reads no file', 's3:GetObject'],
    ['restore', 'signs no card', 'kms:Sign'],
    ['restore', 'deletes no table', 'dynamodb:DeleteTable'],
    ['restore', 'deletes no bucket', 's3:DeleteBucket'],
    ['restore', 'gives nobody a right', 'iam:PutRolePolicy'],
    ['restore', 'uses no key by itself', 'kms:Decrypt'],
  ])('may %s %s', (policy, _, action) => {
    expect(may(policy, action)).toBe(false);
  });

  it('has policies that IAM takes: 6,144 characters at most', () => {
    const names = peoplesPolicies.map((policy) => `formroom-may-${policy}-us-east-1`);
    expect(Object.keys(policies)).toEqual(expect.arrayContaining(names));
    for (const name of names)
      expect(JSON.stringify({ Version: '2012-10-17', Statement: policies[name] }).length, name).toBeLessThan(
        6144 - 400,
      );
  });

  it('reaches nothing of another application', () => {
    for (const [action, resource] of [
      ['dynamodb:GetItem', `arn:aws:dynamodb:us-east-1:${account}:table/payroll`],
      ['s3:GetObject', 'arn:aws:s3:::payroll/a'],
      ['sts:AssumeRole', `arn:aws:iam::${account}:role/payroll`],
      ['logs:FilterLogEvents', `arn:aws:logs:us-east-1:${account}:log-group:/payroll/a`],
    ] as const)
      expect(may('restore', action, resource), action).toBe(false);
    const untagged = {
      action: 'cognito-idp:AdminSetUserPassword',
      resource: resourceOf('cognito-idp:AdminSetUserPassword'),
    };
    expect(isAllowed([rightsOf('restore')], untagged)).toBe(false);
  });
});

/** What an action is asked on; of other actions, `*`. */
function resourceOf(action: string): string {
  const [service = '', act = ''] = action.split(':');
  const arn = (rest: string) => `arn:aws:${service}:us-east-1:${account}:${rest}`;
  if (withoutResource.test(action)) return '*';
  switch (service) {
    case 'apigateway':
      return 'arn:aws:apigateway:us-east-1::/restapis/abc/stages/live';
    case 'cloudformation':
      return arn('stack/formroom-demo-api/1');
    case 'cloudwatch':
      return arn('alarm:formroom-demo-calls-fail');
    case 'cognito-idp':
      return arn('userpool/us-east-1_A');
    case 'dynamodb':
      return arn('table/formroom-demo');
    case 'iam':
      if (act === 'GetPolicy') return `arn:aws:iam::${account}:policy/formroom-school-limits-us-east-1`;
      return `arn:aws:iam::${account}:role/cdk-staging-cfn-exec-role-${account}-us-east-1`;
    case 'kms':
      return arn('key/1a2b');
    case 'sts':
      return `arn:aws:iam::${account}:role/cdk-hnb659fds-deploy-role-${account}-us-east-1`;
    case 's3':
      return `arn:aws:s3:::formroom-demo-files-${account}-us-east-1${/Object/.test(act) ? '/a' : ''}`;
    case 'sns':
      return arn('formroom-demo-notices');
    case 'sqs':
      return arn('formroom-dead-letters');
    case 'ssm':
      return arn(`parameter/formroom/shared/routes-1`);
    case 'states':
      return /Execution$/.test(act) && act !== 'StartExecution'
        ? arn('execution:formroom-demo-terms-jobs:1')
        : arn('stateMachine:formroom-demo-terms-jobs');
    default:
      return '*';
  }
}

/** What a user of Cognito asks with a token or a session of their own, and no right of IAM. */
const byOwnToken = new Set(
  ['AssociateSoftwareToken', 'SetUserMFAPreference', 'VerifySoftwareToken'].map((action) => `cognito-idp:${action}`),
);

const withoutResource =
  /:(ListTables|ListStateMachines|ListAllMyBuckets|GetAccountSummary|ListUserPools|GetCallerIdentity)$/;

/** The files that a command loads, of the project's own infra, tools and stores. */
function filesOf(command: string): string[] {
  const found = new Set<string>();
  const follow = (file: string) => {
    if (found.has(file) || !/^(infra|tools\/(smoke|drill|options)|functions)\//.test(file) || !existsSync(file)) return;
    found.add(file);
    for (const [, named = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'([^']+)'/g)) {
      if (named.startsWith('.')) follow(join(dirname(file), named));
      if (named.startsWith('#functions/')) follow(named.slice(1));
    }
  };
  follow(command);
  return [...found];
}

/** What these files ask of AWS, by the words of its command line and the commands of its SDK. */
function actionsOf(files: readonly string[]): string[] {
  const asked = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const words = [...text.matchAll(/'(\w[\w-]*)',\s*'([a-z]+(?:-[a-z0-9]+)+)'/g)].flatMap(
      ([, service = '', operation = '']) =>
        services[service] === undefined ? [] : toActions(services[service], pascal(operation)),
    );
    const imports = [...text.matchAll(/import (?!type)\{([^}]*)\} from '@aws-sdk\/(client-[\w-]+|lib-dynamodb)'/g)];
    const sdk = imports.flatMap(([, names = '', library = '']) =>
      [...names.matchAll(/\b(?:paginate(\w+)|(\w+)Command)\b/g)].flatMap(([, paginated, command]) =>
        toActions(libraries[library] ?? library, paginated ?? command ?? ''),
      ),
    );
    return [...words, ...sdk];
  });
  return [...new Set(asked)].toSorted();
}

const pascal = (operation: string) => operation.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** By the names of the command line. */
const services: Record<string, string> = {
  ...Object.fromEntries(
    [
      ...[
        'acm',
        'apigateway',
        'cloudformation',
        'cloudfront',
        'cloudwatch',
        'dynamodb',
        'events',
        'iam',
        'kms',
        'lambda',
      ],
      ...['logs', 'sns', 'sqs', 'ssm', 'sts'],
    ].map((service) => [service, service]),
  ),
  resourcegroupstaggingapi: 'tag',
  s3api: 's3',
  sesv2: 'ses',
  stepfunctions: 'states',
};

const libraries: Record<string, string> = {
  'client-cognito-identity-provider': 'cognito-idp',
  'client-dynamodb': 'dynamodb',
  'lib-dynamodb': 'dynamodb',
  'client-s3': 's3',
  'client-sfn': 'states',
  'client-sesv2': 'ses',
  'client-kms': 'kms',
};

const items = ['ConditionCheckItem', 'DeleteItem', 'PutItem', 'UpdateItem'].map((action) => `dynamodb:${action}`);

/** Operations whose right has another name, or that need several. */
const named: Record<string, readonly string[]> = {
  's3:CopyObject': ['s3:GetObjectVersion', 's3:PutObject'],
  's3:DeleteObjects': ['s3:DeleteObject', 's3:DeleteObjectVersion'],
  's3:HeadObject': ['s3:GetObject'],
  's3:ListBuckets': ['s3:ListAllMyBuckets'],
  's3:ListObjectVersions': ['s3:ListBucketVersions'],
  's3:ListObjectsV2': ['s3:ListBucket'],
  'dynamodb:BatchGet': ['dynamodb:BatchGetItem'],
  'dynamodb:BatchWrite': ['dynamodb:BatchWriteItem'],
  'dynamodb:Delete': ['dynamodb:DeleteItem'],
  'dynamodb:Get': ['dynamodb:GetItem'],
  'dynamodb:Put': ['dynamodb:PutItem'],
  'dynamodb:Update': ['dynamodb:UpdateItem'],
  'dynamodb:ExecuteStatement': ['dynamodb:PartiQLSelect'],
  'dynamodb:BatchExecuteStatement': ['dynamodb:PartiQLSelect'],
  'dynamodb:TransactWrite': items,
  'dynamodb:TransactWriteItems': items,
  'dynamodb:TransactGet': ['dynamodb:GetItem'],
};

function toActions(service: string, operation: string): readonly string[] {
  const action = `${service}:${operation}`;
  if (service === 'apigateway') return [`apigateway:${operation.startsWith('Get') ? 'GET' : 'PATCH'}`];
  return named[action] ?? [action];
}
