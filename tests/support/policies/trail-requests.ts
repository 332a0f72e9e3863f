import { localNames } from '../../../local/environment.ts';

interface Request {
  TableName?: string;
  ConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
}

/** How a row is created. */
const creating = 'attribute_not_exists(pk)';

/**
 * What a request of a function does to the table of what is written once that is not reading, or creating a row where
 * there is none (ADR 0034). IAM asks for no condition, so tests do, of every request that they see. Empty for all
 * others.
 */
export function findTrailChanges(command: string, input: Record<string, unknown>): string[] {
  const operation = command.replace(/Command$/, '');
  const parts: [string, Request][] =
    operation === 'TransactWriteItems'
      ? (input.TransactItems as Record<string, Request>[]).flatMap((item) => Object.entries(item))
      : [[operation, input as Request]];
  const changes = parts.filter(([name, part]) => part.TableName === localNames.trail && !isHarmless(name, part));
  const isBatch = operation === 'BatchWriteItem' && localNames.trail in (input.RequestItems as object);
  return [...changes.map(([name]) => name), ...(isBatch ? [operation] : [])];
}

function isHarmless(
  name: string,
  { ConditionExpression: condition = '', ExpressionAttributeNames: names = {} }: Request,
): boolean {
  if (/^(Get|GetItem|Query|Scan|ConditionCheck)$/.test(name)) return true;
  return /^Put(Item)?$/.test(name) && condition.replaceAll(/#\w+/g, (word) => names[word] ?? word) === creating;
}
