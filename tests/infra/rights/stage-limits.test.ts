import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  accountTemplate,
  loadDemoSchool,
  resourcesOfType,
  stackNames,
  synthesize,
  type Template,
  type Templates,
} from '../stacks/templates.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { type IamRequest, type IamStatement, isAllowed } from './iam-verdict.ts';
import { account, actsOn, arnIn, boundary, tagOf } from './resources-of-school.ts';

let limits: IamStatement[];
let schoolLimits: IamStatement[];
let stage: Templates;
let deployRole: IamStatement[];

beforeAll(() => {
  const policies = resourcesOfType(accountTemplate(), 'AWS::IAM::ManagedPolicy');
  const named = policies.map(({ Properties }) => [Properties.ManagedPolicyName, Properties.PolicyDocument.Statement]);
  expect(named.slice(0, 2).map(([name]) => name)).toEqual([
    'formroom-stage-limits-us-east-1',
    'formroom-school-limits-us-east-1',
  ]);
  [limits, schoolLimits] = named.map(([, statements]) => statements as IamStatement[]) as [
    IamStatement[],
    IamStatement[],
  ];
  // Of a stage's file: it writes to no families.
  stage = synthesize([
    { ...loadDemoSchool(), id: 'staging-demo', optionSettings: signingInKms, tracing: 5, gradualTraffic: true },
  ])['staging-demo'] as Templates;
  deployRole = bootstrapRole('DeploymentActionRole');
});

/** The rights of a role that `cdk bootstrap --qualifier staging` makes, by its own template. */
function bootstrapRole(id: string): IamStatement[] {
  const { stdout } = spawnSync(
    process.execPath,
    ['node_modules/aws-cdk/bin/cdk', 'bootstrap', '--show-template', '--json'],
    {
      cwd: fileURLToPath(new URL('../../../', import.meta.url)),
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: temporaryFolder(), CDK_DISABLE_CLI_TELEMETRY: 'true' },
    },
  );
  const role = (JSON.parse(stdout) as Template).Resources[id]?.Properties;
  const statements: object[] = role?.Policies.flatMap(
    (policy: { PolicyDocument: { Statement: object[] } }) => policy.PolicyDocument.Statement,
  );
  const filledIn = JSON.stringify(statements)
    .replaceAll(/\{"Fn::Sub":"([^"]*)"\}/g, '"$1"')
    .replaceAll('{"Ref":"AWS::AccountId"}', `"${account}"`)
    .replaceAll(
      '${CloudFormationExecutionRole.Arn}',
      `arn:aws:iam::${account}:role/cdk-staging-cfn-exec-role-${account}-us-east-1`,
    )
    .replaceAll('${StagingBucket.Arn}', `arn:aws:s3:::cdk-staging-assets-${account}-us-east-1`)
    .replaceAll('${CdkBootstrapVersion}', '/cdk-bootstrap/staging/version')
    .replaceAll('${AWS::Partition}', 'aws')
    .replaceAll('${AWS::Region}', 'us-east-1')
    .replaceAll('${AWS::AccountId}', account);
  return JSON.parse(filledIn);
}

const canExecute = (request: IamRequest) => isAllowed([limits, limits], request);
const canDeploy = (request: IamRequest) => isAllowed([deployRole, limits], request);

const told = ({ action, resource }: IamRequest) => `${action} ${resource}`;

describe('CloudFormation in the name of stages', () => {
  it('may make and change each kind of resource that a school has', () => {
    const kinds = new Set(stackNames.flatMap((part) => Object.values(stage[part].Resources).map(({ Type }) => Type)));
    const acts = actsOn('staging-demo');
    expect(Object.keys(acts)).toEqual(expect.arrayContaining([...kinds]));
    expect(
      Object.values(acts)
        .flat()
        .filter((act) => !canExecute(act))
        .map(told),
    ).toEqual([]);
  });

  it.each(['demo', 'demo-2', 'hill-staging'])('may do none of it to the school %s of the same account', (school) => {
    expect(Object.values(actsOn(school)).flat().filter(canExecute).map(told)).toEqual([]);
  });

  it('cannot take a school’s resource for its own by another tag', () => {
    const asOwn = { ...tagOf('demo'), 'aws:RequestTag/formroom-school': 'staging-demo' };
    const school: [string, string][] = [
      [
        'apigateway:PUT',
        'arn:aws:apigateway:us-east-1::/tags/arn%3Aaws%3Aapigateway%3Aus-east-1%3A%3A%2Frestapis%2Fabc',
      ],
      ['apigateway:POST', 'arn:aws:apigateway:us-east-1::/restapis/abc/deployments'],
      ['cloudfront:TagResource', `arn:aws:cloudfront::${account}:distribution/E1`],
      ['cognito-idp:TagResource', `arn:aws:cognito-idp:us-east-1:${account}:userpool/us-east-1_A`],
      ['secretsmanager:TagResource', `arn:aws:secretsmanager:us-east-1:${account}:secret:OriginKeySecret1A-a1`],
    ];
    const context = asOwn;
    expect(school.filter(([action, resource]) => canExecute({ action, resource, context }))).toEqual([]);
  });

  it.each<[string, IamRequest]>([
    ['makes no role without the boundary', { action: 'iam:CreateRole', resource: role('formroom-staging-demo-x') }],
    [
      'makes no role with another boundary',
      {
        action: 'iam:CreateRole',
        resource: role('formroom-staging-demo-x'),
        context: { 'iam:PermissionsBoundary': 'arn:aws:iam::aws:policy/AdministratorAccess' },
      },
    ],
    [
      'takes no boundary away',
      {
        action: 'iam:DeleteRolePermissionsBoundary',
        resource: role('formroom-staging-demo-x'),
        context: { 'iam:PermissionsBoundary': boundary },
      },
    ],
    ['changes no boundary', { action: 'iam:PutRolePermissionsBoundary', resource: role('formroom-staging-demo-x') }],
    ['does not change the policy that limits it', { action: 'iam:CreatePolicyVersion', resource: boundary }],
    ['passes on no role of a school', { action: 'iam:PassRole', resource: role('formroom-demo-api-Roles1') }],
    [
      'passes on no role that deploys schools',
      { action: 'iam:PassRole', resource: role(`cdk-hnb659fds-cfn-exec-role-${account}-us-east-1`) },
    ],
    ['passes on no role of the pipeline', { action: 'iam:PassRole', resource: role('formroom-deploy-schools') }],
    ['becomes nobody', { action: 'sts:AssumeRole', resource: role(`cdk-hnb659fds-deploy-role-${account}-us-east-1`) }],
    ['makes no user', { action: 'iam:CreateUser', resource: `arn:aws:iam::${account}:user/formroom-staging-x` }],
    [
      'puts nothing among the files from which schools are deployed',
      { action: 's3:PutObject', resource: `arn:aws:s3:::cdk-hnb659fds-assets-${account}-us-east-1/a.zip` },
    ],
    [
      'reads no record of a school',
      { action: 'dynamodb:Query', resource: `arn:aws:dynamodb:us-east-1:${account}:table/formroom-demo/index/gsi1` },
    ],
    [
      'exports no table of a school',
      {
        action: 'dynamodb:ExportTableToPointInTime',
        resource: `arn:aws:dynamodb:us-east-1:${account}:table/formroom-demo`,
      },
    ],
    [
      'reads no file of a school',
      { action: 's3:GetObject', resource: `arn:aws:s3:::formroom-demo-files-${account}-us-east-1/pictures/a` },
    ],
    [
      'signs nobody of a school in',
      {
        action: 'cognito-idp:AdminSetUserPassword',
        resource: `arn:aws:cognito-idp:us-east-1:${account}:userpool/us-east-1_A`,
        context: tagOf('demo'),
      },
    ],
    [
      'reads no secret of a school',
      {
        action: 'secretsmanager:GetSecretValue',
        resource: `arn:aws:secretsmanager:us-east-1:${account}:secret:OriginKeySecret1A-a1`,
        context: tagOf('demo'),
      },
    ],
    [
      'calls no function of a school',
      {
        action: 'lambda:InvokeFunction',
        resource: `arn:aws:lambda:us-east-1:${account}:function:formroom-demo-auth:live`,
      },
    ],
    ['decrypts nothing', { action: 'kms:Decrypt', resource: `arn:aws:kms:us-east-1:${account}:key/1` }],
    [
      'changes no header that schools send',
      {
        action: 'cloudfront:UpdateResponseHeadersPolicy',
        resource: `arn:aws:cloudfront::${account}:response-headers-policy/1`,
      },
    ],
    [
      'changes no function that schools run at CloudFront',
      {
        action: 'cloudfront:UpdateFunction',
        resource: `arn:aws:cloudfront::${account}:function/formroom-routes-05ffd224-us-east-1`,
      },
    ],
    [
      'changes nothing of where schools look that up',
      {
        action: 'ssm:PutParameter',
        resource: `arn:aws:ssm:us-east-1:${account}:parameter/formroom/shared/routes-05ffd224`,
      },
    ],
    [
      'changes nothing of the account’s setting of API Gateway',
      { action: 'apigateway:PATCH', resource: 'arn:aws:apigateway:us-east-1::/account' },
    ],
  ])('%s', (_, request) => {
    expect(canExecute(request)).toBe(false);
  });
});

function role(name: string): string {
  return `arn:aws:iam::${account}:role/${name}`;
}

describe('the role that deploys stages', () => {
  const stackOf = (name: string) => `arn:aws:cloudformation:us-east-1:${account}:stack/${name}/0a1b`;
  const acts = ['CreateChangeSet', 'ExecuteChangeSet', 'UpdateStack', 'DeleteStack', 'RollbackStack'].map(
    (act) => `cloudformation:${act}`,
  );

  it('changes the stacks of stages, and no other: CloudFormation would use the role with which a stack was last deployed', () => {
    for (const action of acts) {
      expect(canDeploy({ action, resource: stackOf('formroom-staging-demo-data') }), action).toBe(true);
      for (const other of [
        'formroom-demo-data',
        'formroom-account',
        'formroom-pipeline',
        'CDKToolkit',
        'CDKToolkit-staging',
      ])
        expect(canDeploy({ action, resource: stackOf(other) }), `${action} ${other}`).toBe(false);
    }
  });

  it('has CloudFormation work with the rights of stages alone', () => {
    const passes = (qualifier: string) =>
      canDeploy({ action: 'iam:PassRole', resource: role(`cdk-${qualifier}-cfn-exec-role-${account}-us-east-1`) });
    expect([passes('staging'), passes('hnb659fds')]).toEqual([true, false]);
  });

  it('reads its templates and its version', () => {
    expect(
      canDeploy({ action: 's3:GetObject', resource: `arn:aws:s3:::cdk-staging-assets-${account}-us-east-1/a.json` }),
    ).toBe(true);
    expect(
      canDeploy({
        action: 'ssm:GetParameter',
        resource: `arn:aws:ssm:us-east-1:${account}:parameter/cdk-bootstrap/staging/version`,
      }),
    ).toBe(true);
  });
});

describe('a stage', () => {
  const templates = () => stackNames.map((part) => stage[part]);

  it('is deployed by roles of its own, with a boundary on each role that it makes', () => {
    const roles = templates().flatMap((template) => resourcesOfType(template, 'AWS::IAM::Role'));
    expect(roles.length).toBeGreaterThan(25);
    for (const { Properties } of roles) expect(Properties.PermissionsBoundary).toBe(boundary);
    for (const template of templates())
      expect(template.Parameters?.BootstrapVersion?.Default).toBe('/cdk-bootstrap/staging/version');
    expect(JSON.stringify(stage)).not.toMatch(/hnb659fds|formroom-demo|parameter\/formroom\/|"\/formroom\/shared/);
  });

  it('gives its roles nothing that their boundary takes away', () => {
    const given = rightsGiven(stage, 'staging-demo');
    expect(given.length).toBeGreaterThan(300);
    expect(given.filter((request) => !isAllowed([limits], request)).map(told)).toEqual([]);
  });

  it('tags no stage of its API: whose that is would not be known of the tag', () => {
    for (const { Properties } of resourcesOfType(stage.api, 'AWS::ApiGateway::Stage'))
      expect(Properties.Tags).toBeUndefined();
  });

  it('names what CloudFormation would not begin with the name of its stack', () => {
    const layers = templates().flatMap((template) => resourcesOfType(template, 'AWS::Lambda::LayerVersion'));
    for (const { Properties } of layers) expect(Properties.LayerName).toMatch(/^formroom-staging-demo-/);
    expect(layers.length).toBe(4);
  });
});

describe('a school', () => {
  it('has a boundary on each role that it makes, which takes nothing of it away', () => {
    const file = { ...loadDemoSchool(), tracing: 5, gradualTraffic: true, vault };
    const optionSettings = { ...file.optionSettings, ...signingInKms };
    const school = synthesize([{ ...file, optionSettings }]).demo as Templates;
    const roles = stackNames.flatMap((part) => resourcesOfType(school[part], 'AWS::IAM::Role'));
    expect(roles.length).toBeGreaterThan(25);
    for (const { Properties } of roles)
      expect(Properties.PermissionsBoundary).toBe(`arn:aws:iam::${account}:policy/formroom-school-limits-us-east-1`);
    const given = rightsGiven(school, 'demo');
    expect(given.length).toBeGreaterThan(300);
    expect(given.filter((request) => !isAllowed([schoolLimits], request)).map(told)).toEqual([]);
  });

  it.each<[string, string, string]>([
    ['deletes no table', 'dynamodb:DeleteTable', `arn:aws:dynamodb:us-east-1:${account}:table/formroom-demo`],
    ['changes no function', 'lambda:UpdateFunctionCode', `arn:aws:lambda:us-east-1:${account}:function:formroom-x`],
    [
      'changes no file from which schools are deployed',
      's3:PutObject',
      `arn:aws:s3:::cdk-hnb659fds-assets-${account}-us-east-1/a.zip`,
    ],
    ['opens no bucket', 's3:PutBucketPolicy', 'arn:aws:s3:::formroom-demo-files-1'],
    ['reads no bucket of another application', 's3:GetObject', 'arn:aws:s3:::payroll/a'],
    ['reads no table of another application', 'dynamodb:GetItem', `arn:aws:dynamodb:us-east-1:${account}:table/pay`],
    ['makes no role', 'iam:CreateRole', role('formroom-demo-x')],
    ['passes on no role', 'iam:PassRole', role('formroom-demo-x')],
    ['becomes nobody', 'sts:AssumeRole', role(`cdk-hnb659fds-deploy-role-${account}-us-east-1`)],
    [
      'reads no secret',
      'secretsmanager:GetSecretValue',
      `arn:aws:secretsmanager:us-east-1:${account}:secret:OriginKeyA`,
    ],
  ])('%s', (_, action, resource) => {
    expect(isAllowed([schoolLimits], { action, resource, context: tagOf('demo') })).toBe(false);
  });
});

describe('both limits', () => {
  it('let a service use a key for what it stores, and nobody use it by itself', () => {
    const resource = `arn:aws:kms:us-east-1:${account}:key/1`;
    for (const policy of [limits, schoolLimits]) {
      const decrypts = (context?: Record<string, string>) =>
        isAllowed([policy], { action: 'kms:Decrypt', resource, ...(context ? { context } : {}) });
      expect(decrypts({ 'kms:ViaService': 'dynamodb.us-east-1.amazonaws.com' })).toBe(true);
      expect(decrypts()).toBe(false);
      for (const action of ['kms:ScheduleKeyDeletion', 'kms:Sign'])
        expect(isAllowed([policy], { action, resource }), action).toBe(false);
    }
  });

  it('fit into a policy, which has 6,144 characters at most', () => {
    for (const Statement of [limits, schoolLimits])
      expect(JSON.stringify({ Version: '2012-10-17', Statement }).length).toBeLessThan(6144 - 400);
  });
});

/** With a key of its own in KMS. */
const signingInKms = { 'signed-cards': { keyInKms: 1 } };
const vault = { account: '444455556666', region: 'eu-central-1' };

/** What the policies of templates allow: each action on each resource. */
const rightsGiven = (templates: Templates, school: string): IamRequest[] =>
  stackNames.flatMap((part) =>
    resourcesOfType(templates[part], 'AWS::IAM::Policy').flatMap(({ Properties }) =>
      (Properties.PolicyDocument.Statement as { Effect: string; Action: unknown; Resource: unknown }[])
        .filter(({ Effect }) => Effect === 'Allow')
        .flatMap(({ Action, Resource }) =>
          ([Resource].flat() as unknown[]).flatMap((resource) =>
            ([Action].flat() as string[]).map((action) => ({
              action,
              resource: arnIn(templates, part, resource),
              context: tagOf(school),
            })),
          ),
        ),
    ),
  );
