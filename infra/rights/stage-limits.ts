import { DefaultStackSynthesizer, type IStackSynthesizer, PermissionsBoundary, type StackProps } from 'aws-cdk-lib';
import { applicationName, costTag, isStageId, stageNameStart } from '../names.ts';

/** What may be done to which resources, under conditions. */
export interface IamRight {
  actions: readonly string[];
  resources: readonly string[];
  conditions?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

/** Names what `cdk bootstrap` makes for stages: roles of their own, which reach no school. */
export const stagesBootstrapQualifier = 'staging';

/** `formroom-stage-limits-us-east-1`: the policy of {@link stageLimits}. */
export const stageLimitsName = (region: string): string => `${applicationName}-stage-limits-${region}`;

/** `formroom-school-limits-us-east-1`: the policy of `schoolLimits`. */
export const schoolLimitsName = (region: string): string => `${applicationName}-school-limits-${region}`;

/**
 * Stack properties of a stage: deployed by the roles of stages, with roles that go no further than {@link stageLimits}.
 * Those of a school are deployed as the account's other stacks are, and its roles go no further than `schoolLimits`.
 */
export const stackLimitsOf = (
  schoolId: string,
  region: string,
): Pick<StackProps, 'synthesizer' | 'permissionsBoundary'> =>
  isStageId(schoolId)
    ? {
        // CDK's own classes do not fit its interfaces under exactOptionalPropertyTypes.
        synthesizer: new DefaultStackSynthesizer({ qualifier: stagesBootstrapQualifier }) as IStackSynthesizer,
        permissionsBoundary: PermissionsBoundary.fromName(stageLimitsName(region)),
      }
    : { permissionsBoundary: PermissionsBoundary.fromName(schoolLimitsName(region)) };

/**
 * Keys of the account, used by a service for what it stores: which that is, is said by the rights to the service's own
 * resource. Nobody decrypts anything with a key by itself.
 */
export const keysOfServices = (account: string): IamRight => ({
  actions: ['Decrypt', 'DescribeKey', 'Encrypt', 'GenerateDataKey*', 'ReEncrypt*'].map((action) => `kms:${action}`),
  resources: [`arn:aws:kms:*:${account}:key/*`],
  conditions: { StringLike: { 'kms:ViaService': '*.amazonaws.com' } },
});

/** Actions of running functions and state machines that take no resource. */
export const withoutResource: readonly string[] = [
  ...['logs:*LogDelivery', 'logs:DescribeLogGroups', 'logs:DescribeResourcePolicies', 'logs:ListLogDeliveries'],
  ...['logs:PutResourcePolicy', 'xray:GetSampling*', 'xray:PutTelemetryRecords', 'xray:PutTraceSegments'],
];

/**
 * The most that anything of a stage may do in an account in which there may be schools. One policy in three places:
 * what CloudFormation may do for a stage, the boundary of all roles that `cdk bootstrap` makes for stages, and the
 * boundary of every role that a stage makes. So no role of a stage can pass on more than it has. Resources are known by
 * the beginning of their names, where a service chooses the name by the tag of their school, which nothing of a stage
 * can set on what has another.
 */
export function stageLimits(account: string, region: string): IamRight[] {
  const named = `${stageNameStart}*`;
  const stages = `${stagesBootstrapQualifier}-*`;
  const bootstrap = `cdk-${stagesBootstrapQualifier}`;
  const roles = `arn:aws:iam::${account}:role/${named}`;
  const becomesStages = { [`aws:RequestTag/${costTag}`]: stages };
  const restApi = 'arn:aws:apigateway:*::/';
  /** CloudFormation begins a secret's name with the id of the resource, and not of the stack. */
  const namedByService = [
    `${restApi}*`,
    `arn:aws:cloudfront::${account}:distribution/*`,
    `arn:aws:kms:*:${account}:key/*`,
    `arn:aws:secretsmanager:*:${account}:secret:OriginKey*`,
  ];
  return [
    {
      actions: [
        ...[
          'budgets',
          'cloudformation',
          'cloudwatch',
          'codedeploy',
          'dynamodb',
          'events',
          'lambda',
          'logs',
          's3',
          'scheduler',
        ],
        ...['sns', 'sqs', 'ssm', 'states', 'xray'],
      ].map((service) => `${service}:*`),
      resources: [
        `arn:aws:budgets::${account}:budget/${named}`,
        `arn:aws:cloudformation:*:${account}:stack/${named}`,
        `arn:aws:cloudwatch:*:${account}:alarm:${named}`,
        ...['application', 'deploymentgroup'].map((kind) => `arn:aws:codedeploy:*:${account}:${kind}:${named}`),
        `arn:aws:dynamodb:*:${account}:table/${named}`,
        `arn:aws:events:*:${account}:rule/${named}`,
        ...['function', 'layer'].map((kind) => `arn:aws:lambda:*:${account}:${kind}:${named}`),
        ...[named, `/${applicationName}/${stages}`, `/aws/vendedlogs/states/${named}`].map(
          (group) => `arn:aws:logs:*:${account}:log-group:${group}`,
        ),
        ...[named, `${bootstrap}-assets-${account}-*`].map((bucket) => `arn:aws:s3:::${bucket}`),
        `arn:aws:scheduler:*:${account}:schedule/default/${named}`,
        ...['sns', 'sqs'].map((service) => `arn:aws:${service}:*:${account}:${named}`),
        ...[`${stageNameStart.slice(0, -1)}/*`, `cdk-bootstrap/${stagesBootstrapQualifier}/version`].map(
          (parameter) => `arn:aws:ssm:*:${account}:parameter/${parameter}`,
        ),
        ...['stateMachine', 'execution'].map((kind) => `arn:aws:states:*:${account}:${kind}:${named}`),
        `arn:aws:xray:*:${account}:sampling-rule/${named}`,
      ],
    },
    {
      actions: ['apigateway:*', 'cloudfront:*', 'cognito-idp:*', 'kms:*', 'secretsmanager:*'],
      resources: [...namedByService, `arn:aws:cognito-idp:*:${account}:userpool/*`],
      conditions: { StringLike: { [`aws:ResourceTag/${costTag}`]: stages } },
    },
    {
      actions: [
        ...['apigateway:POST', 'cloudfront:CreateDistribution', 'cloudfront:TagResource'],
        ...['kms:TagResource', 'secretsmanager:CreateSecret', 'secretsmanager:TagResource'],
      ],
      resources: namedByService,
      conditions: { StringLike: becomesStages, Null: { [`aws:ResourceTag/${costTag}`]: 'true' } },
    },
    {
      actions: ['cognito-idp:CreateUserPool', 'kms:CreateKey'],
      resources: ['*'],
      conditions: { StringLike: becomesStages },
    },
    {
      // What is created has no id yet: API Gateway asks for the right to tag `…/restapis/*`. Ids have more characters
      // than that one.
      actions: ['apigateway:PUT'],
      resources: ['restapis', 'apikeys', 'usageplans'].map((kind) => `${restApi}tags/*%2F${kind}%2F?`),
      conditions: { StringLike: becomesStages },
    },
    {
      actions: ['cloudfront:*'],
      resources: [`arn:aws:cloudfront::${account}:function/${named}`],
    },
    {
      // Neither names nor tags: made and read, and never changed.
      actions: ['OriginAccessControl', 'OriginRequestPolicy', 'ResponseHeadersPolicy'].flatMap((part) => [
        `cloudfront:Create${part}`,
        `cloudfront:Get${part}*`,
      ]),
      resources: ['*'],
    },
    {
      actions: [
        ...['Get*', 'List*', 'DeleteRole', 'TagRole', 'UntagRole', 'UpdateAssumeRolePolicy', 'UpdateRole*'],
      ].map((action) => `iam:${action}`),
      resources: [roles],
    },
    {
      actions: ['CreateRole', 'AttachRolePolicy', 'DetachRolePolicy', 'PutRolePolicy', 'DeleteRolePolicy'].map(
        (action) => `iam:${action}`,
      ),
      resources: [roles],
      conditions: {
        StringEquals: { 'iam:PermissionsBoundary': `arn:aws:iam::${account}:policy/${stageLimitsName(region)}` },
      },
    },
    {
      actions: ['iam:PassRole'],
      resources: [roles, `arn:aws:iam::${account}:role/${bootstrap}-cfn-exec-role-${account}-*`],
    },
    {
      // Actions that take no resource.
      actions: [
        ...['application-autoscaling:Describe*', 'cloudformation:DescribeEvents', 'cloudformation:GetTemplateSummary'],
        ...['cloudformation:ValidateTemplate', 'cloudwatch:DescribeAlarms', 'cloudwatch:GetMetricData'],
        'codedeploy:GetDeploymentConfig',
        ...['secretsmanager:GetRandomPassword', 'states:ValidateStateMachineDefinition', 'sts:GetCallerIdentity'],
        ...withoutResource,
      ],
      resources: ['*'],
    },
    keysOfServices(account),
  ];
}
