/** When and where: list prices of AWS in US dollars. A price that changes is changed here, with the date. */
export const priced = { region: 'us-east-1', date: '2026-11-23' } as const;

export interface Price {
  /** Dollars for `per` of the unit. */
  dollars: number;
  per: number;
  unit: string;
  /** What an account is never charged for, a month; schools of one account share it. */
  free: number;
}

const million = 1_000_000;

/**
 * What a school uses that costs anything, each by its AWS pricing page (aws.amazon.com/<service>/pricing). Not here, as they are free: keys that AWS
 * owns (KMS), certificates, budgets, Cognito's and S3's own data transfer to CloudFront, EventBridge Scheduler within 14 million calls.
 */
export const prices = {
  'API Gateway calls': { dollars: 3.5, per: million, unit: 'calls', free: 0 },
  'CloudFront requests': { dollars: 0.01, per: 10_000, unit: 'requests', free: 10 * million },
  'CloudFront traffic': { dollars: 0.085, per: 1, unit: 'GB', free: 1024 },
  'CloudFront functions': { dollars: 0.1, per: million, unit: 'runs', free: 2 * million },
  'Lambda calls': { dollars: 0.2, per: million, unit: 'calls', free: million },
  'Lambda time': { dollars: 0.0000133334, per: 1, unit: 'GB seconds', free: 400_000 },
  'DynamoDB reads': { dollars: 0.125, per: million, unit: 'units', free: 0 },
  'DynamoDB writes': { dollars: 0.625, per: million, unit: 'units', free: 0 },
  'DynamoDB storage': { dollars: 0.25, per: 1, unit: 'GB', free: 25 },
  'DynamoDB recovery': { dollars: 0.2, per: 1, unit: 'GB', free: 0 },
  'DynamoDB exports': { dollars: 0.1, per: 1, unit: 'GB', free: 0 },
  'S3 writes and lists': { dollars: 0.005, per: 1000, unit: 'requests', free: 0 },
  'S3 reads': { dollars: 0.0004, per: 1000, unit: 'requests', free: 0 },
  'S3 storage': { dollars: 0.023, per: 1, unit: 'GB', free: 0 },
  'Step Functions': { dollars: 0.025, per: 1000, unit: 'transitions', free: 4000 },
  /** Of a pool of the plan Lite. */
  'Cognito users': { dollars: 0.0055, per: 1, unit: 'users who signed in', free: 10_000 },
  'Logs written': { dollars: 0.5, per: 1, unit: 'GB', free: 5 },
  'Logs kept': { dollars: 0.03, per: 1, unit: 'GB', free: 5 },
  'Log metrics': { dollars: 0.3, per: 1, unit: 'metrics', free: 10 },
  'Alarm metrics': { dollars: 0.1, per: 1, unit: 'metrics', free: 10 },
  Dashboards: { dollars: 3, per: 1, unit: 'dashboards', free: 3 },
  Secrets: { dollars: 0.4, per: 1, unit: 'secrets', free: 0 },
  'Customer keys': { dollars: 1, per: 1, unit: 'keys', free: 0 },
  Mails: { dollars: 2, per: 100_000, unit: 'mails', free: 1000 },
} as const satisfies Record<string, Price>;

export type Priced = keyof typeof prices;

/** How much of each is used. What is not named is not used. */
export type Use = Partial<Record<Priced, number>>;

/** Dollars for so much of it; after what is free in an account, or by the list alone. */
export function dollarsOf(what: Priced, amount: number, isFreeCounted: boolean): number {
  const { dollars, per, free }: Price = prices[what];
  return (Math.max(amount - (isFreeCounted ? free : 0), 0) / per) * dollars;
}

export const total = (use: Use, isFreeCounted: boolean): number =>
  entriesOf(use).reduce((sum, [what, amount]) => sum + dollarsOf(what, amount, isFreeCounted), 0);

/** One use so many times, and several together. */
export function sumOf(...parts: readonly (readonly [use: Use, times: number])[]): Use {
  const sum: Use = {};
  for (const [use, times] of parts)
    for (const [what, amount] of entriesOf(use)) sum[what] = (sum[what] ?? 0) + amount * times;
  return sum;
}

/** In the order of the price table. */
export const entriesOf = (use: Use): [Priced, number][] =>
  (Object.keys(prices) as Priced[]).flatMap((what) => (use[what] === undefined ? [] : [[what, use[what]]]));
