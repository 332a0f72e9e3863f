import { applicationName, costTag } from '../names.ts';
import { type IamRight, keysOfServices, withoutResource } from './stage-limits.ts';

/**
 * The most that a role of a school's stacks may do: the boundary of each of them. They work with what the account's
 * schools have, and change nothing of how it is set up: no table or bucket is deleted, no function's code changed, no
 * role made, whatever a template of a later version gives them.
 */
export function schoolLimits(account: string): IamRight[] {
  const named = `${applicationName}-*`;
  return [
    {
      actions: [
        ...['BatchGetItem', 'BatchWriteItem', 'ConditionCheckItem', 'DeleteItem', 'GetItem', 'PartiQLSelect'],
        ...['PutItem', 'Query', 'Scan', 'UpdateItem', 'DescribeContinuousBackups', 'DescribeExport'],
        'ExportTableToPointInTime',
      ].map((action) => `dynamodb:${action}`),
      resources: [`arn:aws:dynamodb:*:${account}:table/${named}`],
    },
    {
      actions: [
        ...['Abort*', 'DeleteObject*', 'GetBucket*', 'GetObject*', 'GetReplicationConfiguration', 'List*'],
        ...['ObjectOwnerOverrideToBucketOwner', 'PutObject*', 'Replicate*'],
      ].map((action) => `s3:${action}`),
      // The vault's too, in another account.
      resources: [`arn:aws:s3:::${named}`],
    },
    {
      // The site comes from what `cdk` has put there.
      actions: ['s3:GetBucket*', 's3:GetObject*', 's3:List*'],
      resources: [`arn:aws:s3:::cdk-*-assets-${account}-*`],
    },
    {
      actions: [
        ...['lambda:InvokeFunction', 'sns:Publish', 'sqs:SendMessage'],
        ...['StartExecution', 'ListExecutions', 'DescribeStateMachine'].map((action) => `states:${action}`),
      ],
      resources: [
        `arn:aws:lambda:*:${account}:function:${named}`,
        ...['sns', 'sqs'].map((service) => `arn:aws:${service}:*:${account}:${named}`),
        `arn:aws:states:*:${account}:stateMachine:${named}`,
      ],
    },
    {
      // What shifts calls to a new version of a function, and back.
      actions: ['GetAlias', 'GetProvisionedConcurrencyConfig', 'UpdateAlias'].map((action) => `lambda:${action}`),
      resources: [`arn:aws:lambda:*:${account}:function:${named}`],
    },
    {
      // The key is that of report cards, where it is in KMS.
      actions: ['cognito-idp:Admin*', 'cognito-idp:ListUsers*', 'kms:GetPublicKey', 'kms:Sign'],
      resources: [`arn:aws:cognito-idp:*:${account}:userpool/*`, `arn:aws:kms:*:${account}:key/*`],
      conditions: { StringLike: { [`aws:ResourceTag/${costTag}`]: '*' } },
    },
    {
      actions: ['ses:SendEmail'],
      resources: [`arn:aws:ses:*:${account}:configuration-set/${named}`, `arn:aws:ses:*:${account}:identity/*`],
    },
    {
      actions: ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents'],
      resources: [`/${applicationName}/*`, `/aws/*/${named}`, named].map(
        (group) => `arn:aws:logs:*:${account}:log-group:${group}`,
      ),
    },
    keysOfServices(account),
    { actions: [...withoutResource, 'cloudwatch:DescribeAlarms', 'cloudwatch:GetMetricData'], resources: ['*'] },
  ];
}
