import { countSharedSets } from '../shared-parts.ts';
import { type QuotaId, quotas } from './quotas.ts';

/** What of a quota is used up, counted in the templates of a school that has everything that a file can give it. */
export interface CountedUse {
  /** The kind of resource. */
  type: string;
  ofSchool: number;
  /** Of the account's own stack, without its sets of shared parts. */
  ofAccount: number;
  /** Of each set of shared parts. */
  ofSet: number;
  /**
   * Of what is there besides: `cdk bootstrap` for schools and for stages, the pipeline, the baseline, roles of AWS's
   * services.
   */
  beside: number;
  /** Words of AWS's command line that count what an account has; absent where it is enough to add up. */
  count?: readonly string[];
}

const use = (
  type: string,
  ofSchool: number,
  { ofAccount = 0, ofSet = 0, beside = 0, ...rest }: Partial<CountedUse> = {},
): CountedUse => ({ type, ofSchool, ofAccount, ofSet, beside, ...rest });

const counting = (service: string, operation: string, list: string, ...more: string[]) => ({
  count: [service, operation, ...more, '--query', list],
});

/** By quota: `tests/infra/quotas.test.ts` compares them with the templates. */
export const countedUse: Partial<Record<QuotaId, CountedUse>> = {
  // Bootstrap's five for schools and five for stages, the pipeline's three, and those of AWS's services.
  roles: use('AWS::IAM::Role', 53, {
    ofAccount: 1,
    beside: 5 + 5 + 3 + 12,
    ...counting('iam', 'get-account-summary', 'SummaryMap.Roles'),
  }),
  managedPolicies: use('AWS::IAM::ManagedPolicy', 0, { ofAccount: 5 }),
  distributions: use(
    'AWS::CloudFront::Distribution',
    1,
    counting('cloudfront', 'list-distributions', 'length(DistributionList.Items || `[]`)'),
  ),
  headersPolicies: use('AWS::CloudFront::ResponseHeadersPolicy', 0, {
    ofSet: 2,
    ...counting(
      'cloudfront',
      'list-response-headers-policies',
      'ResponseHeadersPolicyList.Quantity',
      '--type',
      'custom',
    ),
  }),
  requestPolicies: use('AWS::CloudFront::OriginRequestPolicy', 0, {
    ofSet: 1,
    ...counting('cloudfront', 'list-origin-request-policies', 'OriginRequestPolicyList.Quantity', '--type', 'custom'),
  }),
  accessControls: use('AWS::CloudFront::OriginAccessControl', 0, {
    ofSet: 1,
    ...counting('cloudfront', 'list-origin-access-controls', 'length(OriginAccessControlList.Items || `[]`)'),
  }),
  edgeFunctions: use('AWS::CloudFront::Function', 0, {
    ofSet: 3,
    ...counting('cloudfront', 'list-functions', 'FunctionList.Quantity', '--stage', 'LIVE'),
  }),
  // One where a school's file asks for it.
  firewalls: use('AWS::WAFv2::WebACL', 0),
  rules: use('AWS::Events::Rule', 3, { beside: 1, ...counting('events', 'list-rules', 'length(Rules)') }),
  schedules: use('AWS::Scheduler::Schedule', 3),
  apis: use('AWS::ApiGateway::RestApi', 1, counting('apigateway', 'get-rest-apis', 'length(items || `[]`)')),
  usagePlans: use('AWS::ApiGateway::UsagePlan', 1, counting('apigateway', 'get-usage-plans', 'length(items || `[]`)')),
  apiKeys: use('AWS::ApiGateway::ApiKey', 1),
  shiftedApplications: use('AWS::CodeDeploy::Application', 1),
  pools: use('AWS::Cognito::UserPool', 1),
  identities: use('AWS::SES::EmailIdentity', 1),
  configurationSets: use('AWS::SES::ConfigurationSet', 1),
  machines: use(
    'AWS::StepFunctions::StateMachine',
    12,
    counting('stepfunctions', 'list-state-machines', 'length(stateMachines)'),
  ),
  tables: use('AWS::DynamoDB::GlobalTable', 3, counting('dynamodb', 'list-tables', 'length(TableNames)')),
  buckets: use('AWS::S3::Bucket', 4, { beside: 3, ...counting('s3api', 'list-buckets', 'length(Buckets)') }),
  // Bootstrap's two, those of the stages, of the pipeline and of the baseline.
  stacks: use('AWS::CloudFormation::Stack', 5, { ofAccount: 1, beside: 5 }),
  alarms: use('AWS::CloudWatch::Alarm', 9, {
    ofAccount: 6,
    ...counting('cloudwatch', 'describe-alarms', 'length(MetricAlarms)'),
  }),
  logGroups: use('AWS::Logs::LogGroup', 7),
  keys: use('AWS::KMS::Key', 1),
  secrets: use('AWS::SecretsManager::Secret', 1),
  topics: use('AWS::SNS::Topic', 1, { ofAccount: 1, beside: 1 }),
  parameters: use('AWS::SSM::Parameter', 0, { ofSet: 7, beside: 2 }),
};

/** Values of quotas that AWS has granted to an account. */
export type GrantedQuotas = Partial<Record<QuotaId, number | undefined>>;

/** How much of a quota so many schools of an account use up; 0 for one that nothing of them does. */
export function computeUse(id: QuotaId, schools: number): number {
  const found = countedUse[id];
  if (!found) return 0;
  return found.beside + found.ofAccount + found.ofSet * countSharedSets(schools) + found.ofSchool * schools;
}

const findValue = (id: QuotaId, granted: GrantedQuotas): number => granted[id] ?? quotas[id].value;

/** Quotas that so many schools go beyond, the nearest to its end first. */
export const findExceeded = (schools: number, granted: GrantedQuotas = {}): QuotaId[] =>
  (Object.keys(countedUse) as QuotaId[])
    .filter((id) => computeUse(id, schools) > findValue(id, granted))
    .sort((a, b) => countSchools(a, granted) - countSchools(b, granted));

/** The most schools of one account that are asked about. */
const manySchools = 20_000;

/** Schools for which a quota is enough; Infinity where schools use up none of it. */
export function countSchools(id: QuotaId, granted: GrantedQuotas = {}): number {
  let [enough, tooMany] = [0, manySchools];
  if (computeUse(id, tooMany) <= findValue(id, granted)) return Number.POSITIVE_INFINITY;
  while (tooMany - enough > 1) {
    const middle = Math.floor((enough + tooMany) / 2);
    if (computeUse(id, middle) <= findValue(id, granted)) enough = middle;
    else tooMany = middle;
  }
  return enough;
}

/** Schools of a cell: an account in which one school's flood, or one mistake, reaches no more than these. */
export const schoolsOfCell = 50;

/** Accounts for so many schools, of at most so many each, as even as can be, and the schools of the fullest. */
export function planCells(schools: number, most: number): { accounts: number; schoolsOfFullest: number } {
  const accounts = Math.ceil(schools / most);
  return { accounts, schoolsOfFullest: Math.ceil(schools / accounts) };
}

/** Schools that an account takes, and the quotas by which it ends, the first first. */
export function planAccount(granted: GrantedQuotas = {}): {
  schools: number;
  ends: { id: QuotaId; schools: number }[];
} {
  const ends = (Object.keys(countedUse) as QuotaId[])
    .map((id) => ({ id, schools: countSchools(id, granted) }))
    .filter(({ schools }) => Number.isFinite(schools))
    .sort((a, b) => a.schools - b.schools);
  return { schools: ends[0]?.schools ?? manySchools, ends };
}
