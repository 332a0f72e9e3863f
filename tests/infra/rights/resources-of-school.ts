import type { Templates } from '../stacks/templates.ts';
import type { IamRequest } from './iam-verdict.ts';

export const account = '111122223333';
/** The policy of what stages may do. */
export const boundary = `arn:aws:iam::${account}:policy/formroom-stage-limits-us-east-1`;
/** The tag of a school’s resource, as a request to it has it. */
export const tagOf = (school: string) => ({ 'aws:ResourceTag/formroom-school': school });

/**
 * What CloudFormation does to make, change and remove each kind of resource of a school, by hand from the services’
 * lists of actions.
 */
export function actsOn(school: string): Record<string, IamRequest[]> {
  const named = `formroom-${school}`;
  const arn = (service: string, rest: string, region = 'us-east-1') =>
    `arn:aws:${service}:${region}:${account}:${rest}`;
  const on = (resource: string, actions: string, context?: Record<string, string>) =>
    actions.split(' ').map((action) => ({ action, resource, ...(context ? { context } : {}) }));
  const own = tagOf(school);
  const made = { 'aws:RequestTag/formroom-school': school };
  const api = (path: string) => `arn:aws:apigateway:us-east-1::/${path}`;
  const newTag = (kind: string) =>
    on(api(`tags/arn%3Aaws%3Aapigateway%3Aus-east-1%3A%3A%2F${kind}%2F*`), 'apigateway:PUT', made);
  const log = (group: string) =>
    on(
      arn('logs', `log-group:${group}`),
      'logs:CreateLogGroup logs:PutRetentionPolicy logs:TagResource logs:DeleteLogGroup',
    );
  const lambda = (part: string) => arn('lambda', part);
  const pool = arn('cognito-idp', 'userpool/us-east-1_AbCdEf123');
  const role = arn('iam', `role/${named}-api-Roles60724297230DF2BD-x1y2`, '');
  const distribution = arn('cloudfront', 'distribution/E1ABCDEF', '');
  // One for all schools, and one for all stages.
  const deadLetters = school.startsWith('staging-') ? 'formroom-staging-dead-letters' : 'formroom-dead-letters';
  const bucket = `arn:aws:s3:::${named}-files-${account}-us-east-1`;
  return {
    'AWS::ApiGateway::ApiKey': [
      ...on(api('apikeys'), 'apigateway:POST', made),
      ...newTag('apikeys'),
      ...on(api('apikeys/abc'), 'apigateway:GET apigateway:PATCH apigateway:DELETE', own),
    ],
    'AWS::ApiGateway::Deployment': on(api('restapis/abc/deployments'), 'apigateway:POST', own),
    'AWS::ApiGateway::RestApi': [
      ...on(api('restapis'), 'apigateway:POST', made),
      ...newTag('restapis'),
      ...on(api('restapis/abc'), 'apigateway:GET apigateway:PUT apigateway:PATCH apigateway:DELETE', own),
    ],
    'AWS::ApiGateway::Stage': on(api('restapis/abc/stages/live'), 'apigateway:POST apigateway:PATCH', own),
    'AWS::ApiGateway::UsagePlan': [
      ...on(api('usageplans'), 'apigateway:POST', made),
      ...newTag('usageplans'),
      ...on(api('usageplans/abc'), 'apigateway:PATCH apigateway:DELETE', own),
    ],
    'AWS::ApiGateway::UsagePlanKey': on(api('usageplans/abc/keys'), 'apigateway:POST', own),
    'AWS::Budgets::Budget': on(
      arn('budgets', `budget/${named}-us-east-1`, ''),
      'budgets:ModifyBudget budgets:ViewBudget',
    ),
    'AWS::CloudFront::Distribution': [
      ...on(distribution, 'cloudfront:CreateDistribution cloudfront:TagResource', made),
      ...on(
        distribution,
        'cloudfront:GetDistribution cloudfront:UpdateDistribution cloudfront:DeleteDistribution',
        own,
      ),
    ],
    'AWS::CloudWatch::Alarm': on(
      arn('cloudwatch', `alarm:${named}-calls-fail`),
      'cloudwatch:PutMetricAlarm cloudwatch:DeleteAlarms',
    ),
    'AWS::CodeDeploy::Application': on(
      arn('codedeploy', `application:${named}`),
      'codedeploy:CreateApplication codedeploy:GetApplication codedeploy:RegisterApplicationRevision codedeploy:DeleteApplication',
    ),
    'AWS::CodeDeploy::DeploymentGroup': on(
      arn('codedeploy', `deploymentgroup:${named}/attendance`),
      'codedeploy:CreateDeploymentGroup codedeploy:UpdateDeploymentGroup codedeploy:CreateDeployment codedeploy:GetDeployment codedeploy:StopDeployment codedeploy:DeleteDeploymentGroup',
    ),
    'AWS::Cognito::UserPool': [
      ...on('*', 'cognito-idp:CreateUserPool', made),
      ...on(pool, 'cognito-idp:UpdateUserPool cognito-idp:SetUserPoolMfaConfig cognito-idp:DeleteUserPool', own),
    ],
    'AWS::Cognito::UserPoolClient': on(pool, 'cognito-idp:CreateUserPoolClient', own),
    'AWS::Cognito::UserPoolGroup': on(pool, 'cognito-idp:CreateGroup', own),
    'AWS::DynamoDB::GlobalTable': on(
      arn('dynamodb', `table/${named}`),
      'dynamodb:CreateTable dynamodb:UpdateTable dynamodb:UpdateContinuousBackups dynamodb:TagResource dynamodb:DeleteTable',
    ),
    'AWS::Events::Rule': on(
      arn('events', `rule/${named}-operations-CanaryRounds-A1`),
      'events:PutRule events:PutTargets events:DeleteRule',
    ),
    'AWS::IAM::Policy': on(role, 'iam:PutRolePolicy iam:DeleteRolePolicy', { 'iam:PermissionsBoundary': boundary }),
    'AWS::IAM::Role': [
      ...on(role, 'iam:CreateRole iam:AttachRolePolicy', { 'iam:PermissionsBoundary': boundary }),
      ...on(role, 'iam:GetRole iam:TagRole iam:PassRole iam:DeleteRole'),
    ],
    'AWS::KMS::Key': [
      ...on('*', 'kms:CreateKey', made),
      ...on(arn('kms', 'key/1a2b'), 'kms:TagResource', made),
      ...on(arn('kms', 'key/1a2b'), 'kms:DescribeKey kms:PutKeyPolicy kms:ScheduleKeyDeletion', own),
    ],
    'AWS::Lambda::Alias': on(lambda(`function:${named}-auth`), 'lambda:CreateAlias lambda:UpdateAlias'),
    'AWS::Lambda::EventInvokeConfig': on(lambda(`function:${named}-canary`), 'lambda:PutFunctionEventInvokeConfig'),
    'AWS::Lambda::Function': on(
      lambda(`function:${named}-auth`),
      'lambda:CreateFunction lambda:UpdateFunctionCode lambda:DeleteFunction',
    ),
    'AWS::Lambda::LayerVersion': on(
      lambda(`layer:${named}-api-school`),
      'lambda:PublishLayerVersion lambda:GetLayerVersion',
    ),
    'AWS::Lambda::Permission': on(lambda(`function:${named}-auth:live`), 'lambda:AddPermission'),
    'AWS::Lambda::Version': on(lambda(`function:${named}-auth`), 'lambda:PublishVersion'),
    'AWS::Logs::LogGroup': [
      ...log(`/formroom/${school}/calls`),
      ...log(`/aws/vendedlogs/states/${named}`),
      ...log(`${named}-web-FilesLog4F22C9B3-a1`),
    ],
    'AWS::Logs::MetricFilter': on(arn('logs', `log-group:/formroom/${school}/calls`), 'logs:PutMetricFilter'),
    'AWS::S3::Bucket': on(
      bucket,
      's3:CreateBucket s3:PutLifecycleConfiguration s3:PutEncryptionConfiguration s3:DeleteBucket',
    ),
    'AWS::S3::BucketPolicy': on(bucket, 's3:PutBucketPolicy'),
    'AWS::SNS::Subscription': on(arn('sns', `${named}-notices`), 'sns:Subscribe'),
    'AWS::SNS::Topic': on(arn('sns', `${named}-notices`), 'sns:CreateTopic sns:DeleteTopic'),
    'AWS::SNS::TopicPolicy': on(arn('sns', `${named}-notices`), 'sns:SetTopicAttributes'),
    'AWS::Scheduler::Schedule': on(
      arn('scheduler', `schedule/default/${named}-workflows-ChangesExport-A1`),
      'scheduler:CreateSchedule',
    ),
    'AWS::SecretsManager::Secret': [
      ...on(
        arn('secretsmanager', 'secret:OriginKeySecret1A4EC1324-a1'),
        'secretsmanager:CreateSecret secretsmanager:TagResource',
        made,
      ),
      ...on(
        arn('secretsmanager', 'secret:OriginKeySecret1A4EC1324-a1'),
        'secretsmanager:GetSecretValue secretsmanager:DeleteSecret',
        own,
      ),
    ],
    'AWS::SQS::Queue': on(arn('sqs', deadLetters), 'sqs:CreateQueue sqs:DeleteQueue'),
    'AWS::SQS::QueuePolicy': on(arn('sqs', deadLetters), 'sqs:SetQueueAttributes'),
    'AWS::StepFunctions::StateMachine': on(
      arn('states', `stateMachine:${named}-terms-jobs`),
      'states:CreateStateMachine states:DeleteStateMachine',
    ),
    'AWS::XRay::SamplingRule': on(
      arn('xray', `sampling-rule/${named}`),
      'xray:CreateSamplingRule xray:UpdateSamplingRule xray:TagResource xray:DeleteSamplingRule',
    ),
    'Custom::CDKBucketDeployment': on(
      lambda(`function:${named}-web-CustomCDKBucketDeployment-a1`),
      'lambda:InvokeFunction',
    ),
    'Custom::LeavingWorkers': on(lambda(`function:${named}-leaving-workers`), 'lambda:InvokeFunction'),
  };
}

/** The ARN of what a policy names, with a name such as CloudFormation would give where the template has none. */
export function arnIn(stage: Templates, part: keyof Templates, reference: unknown): string {
  if (typeof reference === 'string') return reference;
  const text = JSON.stringify(reference);
  if (text.includes('KeyInKms')) return `arn:aws:kms:us-east-1:${account}:key/1a2b`;
  if (text.includes('GetStackOutput')) return `arn:aws:cognito-idp:us-east-1:${account}:userpool/us-east-1_A`;
  const id = /"(?:Ref|Fn::GetAtt)":\[?"([^"]+)"/.exec(text)?.[1] ?? '';
  const { Type, Properties } = stage[part].Resources[id] ?? {};
  const generated = `formroom-staging-demo-${part}-${id}-a1b2`;
  const inAccount = (service: string, name: string) => `arn:aws:${service}:us-east-1:${account}:${name}`;
  const end = text.includes('/*') ? '/*' : text.includes(':*') ? ':*' : '';
  switch (Type) {
    case 'AWS::Logs::LogGroup':
      return inAccount('logs', `log-group:${Properties?.LogGroupName ?? generated}:*`);
    case 'AWS::DynamoDB::GlobalTable':
      return inAccount('dynamodb', `table/${Properties?.TableName}${end}`);
    case 'AWS::StepFunctions::StateMachine':
      return inAccount('states', `stateMachine:${Properties?.StateMachineName}`);
    case 'AWS::Lambda::Alias':
      return arnIn(stage, part, Properties?.FunctionName);
    case 'AWS::Lambda::Function':
      return inAccount('lambda', `function:${Properties?.FunctionName ?? generated}`);
    case 'AWS::S3::Bucket':
      return `arn:aws:s3:::${Properties?.BucketName ?? generated}${end}`;
    case 'AWS::SQS::Queue':
      return inAccount('sqs', Properties?.QueueName ?? generated);
    case 'AWS::SNS::Topic':
      return inAccount('sns', Properties?.TopicName ?? generated);
    default:
      throw new Error(`What is ${text}, a ${Type}?`);
  }
}
