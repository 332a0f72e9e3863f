import type { RequestPart } from './request-parts.ts';

/** A statement of a policy; `on` has the resources as {@link RequestPart} names them. */
export interface PolicyStatement {
  sid: string;
  effect: 'Allow' | 'Deny';
  actions: readonly string[];
  on: readonly string[];
  conditions?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>> | undefined;
}

/**
 * What IAM says to a request: the names of the statements that allow its parts, or the parts that none allows.
 *
 * Whether a policy is shown the keys of a whole transaction, of all its tables even, or of each part alone, is
 * documented nowhere: a part must be allowed either way, and no denial may look at keys.
 */
export function judgeRequest(
  statements: readonly PolicyStatement[],
  parts: readonly RequestPart[],
): { allowedBy: string[]; refused: RequestPart[] } {
  const allowedBy = new Set<string>();
  const refused = parts.filter((part) => {
    const together = { ...part, keys: parts.flatMap(({ keys }) => keys) };
    const denials = statements.filter(({ effect }) => effect === 'Deny');
    if (JSON.stringify(denials).includes('LeadingKeys')) throw new Error('A denial rests on what is not documented');
    const denies = denials.some((one) => fits(one, part));
    const allows = statements.filter((one) => one.effect === 'Allow' && fits(one, part) && fits(one, together));
    for (const { sid } of allows) allowedBy.add(sid);
    return denies || allows.length === 0;
  });
  return { allowedBy: [...allowedBy], refused };
}

function fits({ actions, on, conditions = {} }: PolicyStatement, part: RequestPart): boolean {
  if (!actions.includes(`dynamodb:${part.action}`) || !on.includes(part.on)) return false;
  return Object.entries(conditions).every(([operator, tests]) =>
    Object.entries(tests).every(([key, expected]) => holds(operator, valuesOf(key, part), [expected].flat())),
  );
}

/** Undefined where a request has no such key. */
function valuesOf(key: string, part: RequestPart): readonly string[] | undefined {
  switch (key) {
    case 'dynamodb:LeadingKeys':
      return part.keys.length > 0 ? part.keys : undefined;
    case 'dynamodb:Attributes':
      return part.attributes.length > 0 ? part.attributes : undefined;
    case 'dynamodb:Select':
      return part.select === undefined ? undefined : [part.select];
    case 'dynamodb:FullTableScan':
      return part.isFullScan === undefined ? undefined : [String(part.isFullScan)];
    default:
      throw new Error(`${key} is no key of DynamoDB's that a policy uses`);
  }
}

function holds(operator: string, values: readonly string[] | undefined, patterns: readonly string[]): boolean {
  const isLike = (value: string) => patterns.some((pattern) => matches(value, pattern));
  switch (operator) {
    case 'ForAllValues:StringEquals':
      return values === undefined || values.every((value) => patterns.includes(value));
    case 'ForAllValues:StringLike':
      return values === undefined || values.every(isLike);
    case 'Null':
      return patterns.includes(String(values === undefined));
    case 'StringEquals':
    case 'Bool':
      return values?.some((value) => patterns.includes(value)) ?? false;
    default:
      throw new Error(`${operator} is not looked into`);
  }
}

function matches(value: string, pattern: string): boolean {
  if (!pattern.includes('*')) return value === pattern;
  const [start = '', ...others] = pattern.split('*');
  if (others.length !== 1 || others[0] !== '') throw new Error(`${pattern} has its wildcard elsewhere than at its end`);
  return value.startsWith(start);
}
