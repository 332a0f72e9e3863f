import { type Answer, validationError } from './answers.ts';
import type { Call } from './transactions.ts';

/** The one kind of PartiQL statement that the product sends: every record in some partitions of the table or of an index. */
interface Gathering {
  table: string;
  /** Absent where the table itself is read. */
  index: string | undefined;
  attributes: string[];
  partitionKey: string;
  partitions: object[];
}

interface Request {
  Statement?: string;
  Parameters?: object[];
  ConsistentRead?: boolean;
  ReturnConsumedCapacity?: string;
}

interface Capacity {
  CapacityUnits?: number;
}

const gathering = /^SELECT ((?:"\w+", )*"\w+") FROM "([\w.-]+)"(?:\."([\w.-]+)")? WHERE "(\w+)" IN \[((?:\?, )*\?)\]$/;

/** DynamoDB takes so many partition keys in one IN. */
const maximumPartitions = 50;

function read({ Statement = '', Parameters = [] }: Request): Gathering | Answer {
  const [, attributes, table, index, partitionKey, places] = gathering.exec(Statement) ?? [];
  // DynamoDB would take others, some of which read a whole table.
  if (!attributes || !table || !partitionKey || !places) return validationError('Not a gathering statement');
  if (places.split(', ').length !== Parameters.length) {
    return validationError("Number of parameters in request and statement don't match.");
  }
  if (Parameters.length > maximumPartitions) {
    return validationError('Too many partition keys in the IN condition: at most 50 are supported');
  }
  const names = attributes.split(', ').map((name) => name.slice(1, -1));
  return { table, index, attributes: names, partitionKey, partitions: Parameters };
}

const isAnswer = (one: Gathering | Answer): one is Answer => 'status' in one;

/** Refuses a statement that reads anything but named partitions, or more of them than DynamoDB takes. */
export function checkStatement(request: Request): Answer | undefined {
  const found = read(request);
  return isAnswer(found) ? found : undefined;
}

/**
 * A gathering made of queries, in one page, whatever its size: dynalite knows no PartiQL, and dynoxide looks at every record of the table
 * or index for it.
 */
export async function gather(call: Call, request: Request): Promise<Answer> {
  const found = read(request);
  if (isAnswer(found)) return found;
  const names = Object.fromEntries(found.attributes.map((name, index) => [`#a${index}`, name]));
  const items: unknown[] = [];
  let units = 0;
  let failed: Answer | undefined;
  const readPartition = async (partition: object): Promise<unknown[]> => {
    const own: unknown[] = [];
    let start: object | undefined;
    do {
      const answer = await call('Query', {
        TableName: found.table,
        ...(found.index === undefined ? {} : { IndexName: found.index }),
        KeyConditionExpression: '#pk = :pk',
        ProjectionExpression: Object.keys(names).join(', '),
        ExpressionAttributeNames: { ...names, '#pk': found.partitionKey },
        ExpressionAttributeValues: { ':pk': partition },
        ...(request.ConsistentRead ? { ConsistentRead: true } : {}),
        ...(start ? { ExclusiveStartKey: start } : {}),
        ReturnConsumedCapacity: 'TOTAL',
      });
      if (answer.status !== 200) {
        failed = answer;
        return own;
      }
      const page = answer.body as { Items: unknown[]; LastEvaluatedKey?: object; ConsumedCapacity?: Capacity };
      units += page.ConsumedCapacity?.CapacityUnits ?? 0;
      own.push(...page.Items);
      start = page.LastEvaluatedKey;
    } while (start);
    return own;
  };
  for (const own of await Promise.all(found.partitions.map(readPartition))) items.push(...own);
  if (failed) return failed;
  const isCounted = request.ReturnConsumedCapacity !== undefined;
  const ConsumedCapacity = { TableName: found.table, CapacityUnits: units };
  return { status: 200, body: { Items: items, ...(isCounted ? { ConsumedCapacity } : {}) } };
}
