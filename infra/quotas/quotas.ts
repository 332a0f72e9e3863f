/** A limit of AWS on what a school, an account or an API uses up. */
export interface Quota {
  service: string;
  /** As Service Quotas or the page calls it. */
  name: string;
  /** What an account has before it asks for more. */
  value: number;
  unit: string;
  /** What it is a limit of. */
  of: 'an account' | 'an account in a region' | 'an API' | 'a distribution' | 'a shared part' | 'a stack';
  /** Where it is raised; null where it is fixed. */
  raisedIn: 'Service Quotas' | 'AWS Support' | null;
  /** The most that AWS says that it grants. */
  most?: number;
  page: string;
}

const docs = 'https://docs.aws.amazon.com';
const pages = {
  apiGateway: `${docs}/apigateway/latest/developerguide/limits.html`,
  cloudFormation: `${docs}/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html`,
  cloudFront: `${docs}/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html`,
  cloudWatch: `${docs}/AmazonCloudWatch/latest/monitoring/cloudwatch_limits.html`,
  cognito: `${docs}/cognito/latest/developerguide/quotas.html`,
  codeDeploy: `${docs}/codedeploy/latest/userguide/limits.html`,
  dynamoDb: `${docs}/amazondynamodb/latest/developerguide/ServiceQuotas.html`,
  eventBridge: `${docs}/eventbridge/latest/userguide/eb-quota.html`,
  iam: `${docs}/IAM/latest/UserGuide/reference_iam-quotas.html`,
  kms: `${docs}/kms/latest/developerguide/limits.html`,
  kmsRequests: `${docs}/kms/latest/developerguide/requests-per-second.html`,
  lambda: `${docs}/lambda/latest/dg/gettingstarted-limits.html`,
  logs: `${docs}/AmazonCloudWatch/latest/logs/cloudwatch_limits_cwl.html`,
  restApi: `${docs}/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html`,
  s3: `${docs}/AmazonS3/latest/userguide/BucketRestrictions.html`,
  scheduler: `${docs}/scheduler/latest/UserGuide/scheduler-quotas.html`,
  secrets: `${docs}/secretsmanager/latest/userguide/reference_limits.html`,
  ses: `${docs}/ses/latest/dg/quotas.html`,
  sns: `${docs}/general/latest/gr/sns.html`,
  ssm: `${docs}/general/latest/gr/ssm.html`,
  stepFunctions: `${docs}/step-functions/latest/dg/service-quotas.html`,
  waf: `${docs}/waf/latest/developerguide/limits.html`,
  xray: `${docs}/general/latest/gr/xray.html`,
};

type Rest = Pick<Quota, 'of'> & Partial<Quota>;
const quota = (
  service: string,
  name: string,
  [value, unit]: [number, string],
  page: keyof typeof pages,
  rest: Rest,
): Quota => ({
  raisedIn: 'Service Quotas',
  ...rest,
  service,
  name,
  value,
  unit,
  page: pages[page],
});
const inAccount = { of: 'an account' } as const;
const inRegion = { of: 'an account in a region' } as const;
const ofPart = { of: 'a shared part', raisedIn: null } as const;
const fixedRate = { of: 'an account in a region', raisedIn: null } as const;

/**
 * Quotas as AWS's pages had them in November 2026. What an account was granted besides is in its file
 * (`infra/accounts`).
 */
export const quotas = {
  roles: quota('IAM', 'Roles per account', [1000, 'roles'], 'iam', { ...inAccount, most: 5000 }),
  managedPolicies: quota('IAM', 'Customer managed policies per account', [1500, 'policies'], 'iam', inAccount),

  distributions: quota('CloudFront', 'Distributions per AWS account', [200, 'distributions'], 'cloudFront', inAccount),
  headersPolicies: quota(
    'CloudFront',
    'Response headers policies per AWS account',
    [20, 'policies'],
    'cloudFront',
    inAccount,
  ),
  requestPolicies: quota(
    'CloudFront',
    'Origin request policies per AWS account',
    [20, 'policies'],
    'cloudFront',
    inAccount,
  ),
  accessControls: quota(
    'CloudFront',
    'Origin access controls per AWS account',
    [100, 'controls'],
    'cloudFront',
    inAccount,
  ),
  edgeFunctions: quota('CloudFront', 'Functions per AWS account', [100, 'functions'], 'cloudFront', inAccount),
  ofHeadersPolicy: quota(
    'CloudFront',
    'Distributions associated with a response headers policy',
    [100, 'distributions'],
    'cloudFront',
    ofPart,
  ),
  ofRequestPolicy: quota(
    'CloudFront',
    'Distributions associated with an origin request policy',
    [100, 'distributions'],
    'cloudFront',
    ofPart,
  ),
  ofAccessControl: quota(
    'CloudFront',
    'Distributions associated with an origin access control',
    [100, 'distributions'],
    'cloudFront',
    ofPart,
  ),
  ofEdgeFunction: quota(
    'CloudFront',
    'Distributions associated with a function',
    [100, 'distributions'],
    'cloudFront',
    ofPart,
  ),
  behaviours: quota('CloudFront', 'Cache behaviors per distribution', [75, 'behaviors'], 'cloudFront', {
    of: 'a distribution',
  }),

  firewalls: quota('WAF', 'Web ACLs for CloudFront', [100, 'web ACLs'], 'waf', inAccount),

  rules: quota('EventBridge', 'Rules', [300, 'rules'], 'eventBridge', inRegion),
  schedules: quota('EventBridge Scheduler', 'Schedules', [1_000_000, 'schedules'], 'scheduler', inRegion),

  apis: quota('API Gateway', 'Regional APIs', [600, 'APIs'], 'restApi', inRegion),
  apiResources: quota('API Gateway', 'Resources per API', [300, 'resources'], 'restApi', { of: 'an API' }),
  usagePlans: quota('API Gateway', 'Usage plans', [300, 'plans'], 'restApi', inRegion),
  apiKeys: quota('API Gateway', 'API keys', [10_000, 'keys'], 'restApi', inRegion),
  calls: quota('API Gateway', 'Throttle rate', [10_000, 'calls a second'], 'apiGateway', inRegion),
  newApis: quota('API Gateway', 'CreateRestApi', [1 / 3, 'requests a second'], 'apiGateway', fixedRate),
  apiDeployments: quota('API Gateway', 'CreateDeployment', [1 / 5, 'requests a second'], 'apiGateway', fixedRate),
  newApiDefinitions: quota('API Gateway', 'PutRestApi', [1, 'requests a second'], 'apiGateway', fixedRate),
  usagePlanUpdates: quota('API Gateway', 'UpdateUsagePlan', [1 / 20, 'requests a second'], 'apiGateway', fixedRate),

  concurrency: quota('Lambda', 'Concurrent executions', [1000, 'executions'], 'lambda', inRegion),
  functionStorage: quota('Lambda', 'Function and layer storage', [75, 'GB'], 'lambda', inRegion),

  shiftedApplications: quota(
    'CodeDeploy',
    'Applications associated per account per region',
    [1000, 'applications'],
    'codeDeploy',
    inRegion,
  ),

  pools: quota('Cognito', 'User pools', [1000, 'pools'], 'cognito', inRegion),
  signIns: quota('Cognito', 'UserAuthentication', [120, 'requests a second'], 'cognito', inRegion),
  newUsers: quota('Cognito', 'UserCreation', [50, 'requests a second'], 'cognito', inRegion),
  userUpdates: quota('Cognito', 'UserUpdate', [25, 'requests a second'], 'cognito', inRegion),

  sandboxDay: quota('SES', 'Sending quota in the sandbox', [200, 'e-mails a day'], 'ses', {
    ...inRegion,
    raisedIn: 'AWS Support',
  }),
  sandboxRate: quota('SES', 'Sending rate in the sandbox', [1, 'e-mails a second'], 'ses', {
    ...inRegion,
    raisedIn: 'AWS Support',
  }),
  identities: quota('SES', 'Verified identities', [10_000, 'identities'], 'ses', { ...inRegion, raisedIn: null }),
  configurationSets: quota('SES', 'Configuration sets', [10_000, 'sets'], 'ses', { ...inRegion, raisedIn: null }),

  machines: quota('Step Functions', 'Registered state machines', [10_000, 'machines'], 'stepFunctions', inRegion),
  tables: quota('DynamoDB', 'Maximum number of tables', [2500, 'tables'], 'dynamoDb', inRegion),
  buckets: quota('S3', 'General purpose buckets', [10_000, 'buckets'], 's3', inAccount),
  stacks: quota('CloudFormation', 'Stack count', [2000, 'stacks'], 'cloudFormation', inRegion),
  stackResources: quota('CloudFormation', 'Resources in a template', [500, 'resources'], 'cloudFormation', {
    of: 'a stack',
    raisedIn: null,
  }),
  alarms: quota('CloudWatch', 'Number of alarms', [5000, 'alarms'], 'cloudWatch', inRegion),
  logGroups: quota('CloudWatch Logs', 'Log groups', [1_000_000, 'groups'], 'logs', inRegion),
  samplingRules: quota('X-Ray', 'Custom sampling rules', [25, 'rules'], 'xray', inRegion),
  keys: quota('KMS', 'Customer managed keys', [100_000, 'keys'], 'kms', inRegion),
  signatures: quota(
    'KMS',
    'Cryptographic operations (ECC) request rate',
    [1000, 'requests a second'],
    'kmsRequests',
    inRegion,
  ),
  secrets: quota('Secrets Manager', 'Secrets', [500_000, 'secrets'], 'secrets', inRegion),
  topics: quota('SNS', 'Topics per account', [100_000, 'topics'], 'sns', inRegion),
  parameters: quota('Systems Manager', 'Standard parameters', [10_000, 'parameters'], 'ssm', inRegion),
} as const satisfies Record<string, Quota>;

export type QuotaId = keyof typeof quotas;
export const quotaIds = Object.keys(quotas) as QuotaId[];

/** How a quota is raised, for an operator: “Roles per account” raised (Service Quotas, IAM). */
export const howToRaise = (id: QuotaId): string => {
  const { service, name, raisedIn, most }: Quota = quotas[id];
  if (raisedIn === null) return `“${name}” of ${service} is fixed: use another account`;
  return `have “${name}” raised (${raisedIn}, ${service}; free, some days${most === undefined ? '' : `, ${most} at most`})`;
};
