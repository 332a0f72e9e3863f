import { applicationName, costTag } from '../names.ts';
import { type IamRight, keysOfServices } from './stage-limits.ts';

/** What people are given, beside each other: who deploys also looks, and who restores has all three. */
export const peoplesPolicies = ['look', 'deploy', 'restore'] as const;
export type PeoplesPolicy = (typeof peoplesPolicies)[number];

/** `formroom-may-look-us-east-1`. */
export const peoplesPolicyName = (policy: PeoplesPolicy, region: string): string =>
  `${applicationName}-may-${policy}-${region}`;

const of = (service: string, actions: string): string[] => actions.split(' ').map((action) => `${service}:${action}`);

/**
 * The rights of people who work on an account's schools. The first reads how they are set up and how they do, and no
 * record and no file. The second deploys, by the roles of `cdk bootstrap`, tries a school as the smoke test does, and
 * so reaches records. The third makes tables and files again.
 */
export function peoplesRights(account: string): Record<PeoplesPolicy, IamRight[]> {
  const named = `${applicationName}-*`;
  const tables = [`arn:aws:dynamodb:*:${account}:table/${named}`];
  const files = [`arn:aws:s3:::${named}`];
  const machines = ['stateMachine', 'execution'].map((kind) => `arn:aws:states:*:${account}:${kind}:${named}`);
  const queues = [`arn:aws:sqs:*:${account}:${named}`];
  const pools = [`arn:aws:cognito-idp:*:${account}:userpool/*`];
  const ofSchools = { StringLike: { [`aws:ResourceTag/${costTag}`]: '*' } };
  return {
    look: [
      {
        actions: [
          ...of('cloudwatch', 'Describe* Get* List*'),
          ...of('logs', 'DescribeLogGroups DescribeQueries GetQueryResults StopQuery'),
          ...of('sns', 'ListSubscriptionsByTopic'),
          ...of('events', 'ListRules'),
          ...of('dynamodb', 'ListTables DescribeLimits'),
          ...of('states', 'ListStateMachines'),
          ...of('iam', 'GetAccountSummary'),
          ...of('lambda', 'GetAccountSettings'),
          ...of('cloudfront', 'List*'),
          ...of('s3', 'ListAllMyBuckets'),
          ...of('ses', 'GetAccount GetEmailIdentity'),
          ...of('acm', 'DescribeCertificate'),
          ...of('tag', 'GetResources'),
          ...of('cognito-idp', 'ListUserPools'),
          ...of('xray', 'BatchGetTraces GetTraceSummaries GetServiceGraph'),
          'sts:GetCallerIdentity',
        ],
        resources: ['*'],
      },
      {
        actions: ['apigateway:GET'],
        resources: ['restapis', 'usageplans'].map((kind) => `arn:aws:apigateway:*::/${kind}*`),
      },
      {
        actions: of(
          'cloudformation',
          'DescribeStacks DescribeStackEvents DescribeStackResources GetTemplate ListStackResources',
        ),
        resources: [`arn:aws:cloudformation:*:${account}:stack/${named}`],
      },
      {
        actions: of('logs', 'FilterLogEvents GetLogEvents StartQuery'),
        resources: [named, `/${applicationName}/*`].map((group) => `arn:aws:logs:*:${account}:log-group:${group}`),
      },
      // What a run was begun with is not told: ids name students.
      { actions: of('states', 'ListExecutions DescribeStateMachine'), resources: machines },
      {
        actions: of('dynamodb', 'DescribeTable DescribeContinuousBackups DescribeTimeToLive ListTagsOfResource'),
        resources: tables,
      },
      {
        actions: of('ssm', 'GetParameter GetParametersByPath'),
        resources: [`${applicationName}/*`, `${applicationName}-staging/*`, 'cdk-bootstrap/*'].map(
          (parameter) => `arn:aws:ssm:*:${account}:parameter/${parameter}`,
        ),
      },
      {
        actions: of('iam', 'GetRole ListAttachedRolePolicies'),
        resources: [`arn:aws:iam::${account}:role/cdk-*`],
      },
      { actions: ['iam:GetPolicy'], resources: [`arn:aws:iam::${account}:policy/${named}`] },
    ],
    deploy: [
      {
        actions: ['sts:AssumeRole'],
        resources: ['deploy', 'file-publishing', 'lookup'].map(
          (role) => `arn:aws:iam::${account}:role/cdk-*-${role}-role-${account}-*`,
        ),
      },
      { actions: ['cloudwatch:SetAlarmState'], resources: [`arn:aws:cloudwatch:*:${account}:alarm:${named}`] },
      { actions: of('sqs', 'GetQueueUrl ReceiveMessage ChangeMessageVisibility DeleteMessage'), resources: queues },
      { actions: ['states:StartExecution'], resources: machines },
      // Of earlier versions, which nothing uses any more.
      {
        actions: of(
          'cloudfront',
          'GetFunction DescribeFunction DeleteFunction GetResponseHeadersPolicy DeleteResponseHeadersPolicy GetOriginAccessControl DeleteOriginAccessControl GetOriginRequestPolicy DeleteOriginRequestPolicy',
        ),
        resources: ['*'],
      },
      {
        actions: ['ssm:DeleteParameter'],
        resources: [`arn:aws:ssm:*:${account}:parameter/${applicationName}*/shared/*`],
      },
      {
        actions: of(
          'dynamodb',
          'BatchGetItem BatchWriteItem ConditionCheckItem DeleteItem GetItem PartiQLSelect PutItem Query Scan UpdateItem',
        ),
        resources: tables,
      },
      { actions: of('s3', 'ListBucketVersions DeleteObject DeleteObjectVersion'), resources: files },
      {
        actions: of(
          'cognito-idp',
          'AdminAddUserToGroup AdminCreateUser AdminDeleteUser AdminDisableUser AdminEnableUser AdminInitiateAuth AdminListGroupsForUser AdminRemoveUserFromGroup AdminRespondToAuthChallenge AdminSetUserMFAPreference AdminSetUserPassword ListUsers ListUsersInGroup',
        ),
        resources: pools,
        conditions: ofSchools,
      },
      { actions: ['kms:GetPublicKey'], resources: [`arn:aws:kms:*:${account}:key/*`], conditions: ofSchools },
      keysOfServices(account),
    ],
    restore: [
      {
        actions: ['apigateway:PATCH'],
        resources: ['arn:aws:apigateway:*::/restapis/*/stages/*'],
        conditions: ofSchools,
      },
      {
        actions: of('cloudformation', 'DetectStackResourceDrift DetectStackDrift DescribeStackResourceDrifts'),
        resources: [`arn:aws:cloudformation:*:${account}:stack/${named}`],
      },
      { actions: ['states:StopExecution', 'states:DescribeExecution'], resources: machines },
      // No table is deleted: those that were left stay.
      {
        actions: of(
          'dynamodb',
          'CreateTable RestoreTableToPointInTime TagResource UpdateContinuousBackups UpdateTable UpdateTimeToLive',
        ),
        resources: tables,
      },
      { actions: ['cognito-idp:ListGroups'], resources: pools, conditions: ofSchools },
      { actions: of('s3', 'GetObject* ListBucket PutObject PutObjectTagging'), resources: files },
    ],
  };
}
