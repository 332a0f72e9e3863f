import { type DynamoDbAnswer, validationError } from './answers.ts';

/** Sends an operation to the emulator, and gives its answer as it came. */
export type CallEmulator = (operation: string, input: object) => Promise<{ status: number; body: Buffer }>;

/**
 * The one kind of PartiQL statement that the product sends: every record in some partitions of the table or of an
 * index.
 */
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

function read({ Statement = '', Parameters = [] }: Request): Gathering | DynamoDbAnswer {
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

const isAnswer = (one: Gathering | DynamoDbAnswer): one is DynamoDbAnswer => 'status' in one;

/** Refuses a statement that reads anything but named partitions, or more of them than DynamoDB takes. */
export function checkStatement(request: Request): DynamoDbAnswer | undefined {
  const found = read(request);
  return isAnswer(found) ? found : undefined;
}

/**
 * A gathering made of queries, in one page, whatever its size: dynalite knows no PartiQL, and dynoxide looks at every
 * record of the table or index for it. The records go on as the text that they came in: a level's are a megabyte.
 */
export async function queryPartitionsOfStatement(call: CallEmulator, request: Request): Promise<DynamoDbAnswer> {
  const found = read(request);
  if (isAnswer(found)) return found;
  const names = Object.fromEntries(found.attributes.map((name, index) => [`#a${index}`, name]));
  const items: Buffer[] = [];
  let units = 0;
  let failed: DynamoDbAnswer | undefined;
  const readPartition = async (partition: object): Promise<Buffer[]> => {
    const own: Buffer[] = [];
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
      const page = takeItems(answer.body);
      units += page.rest.ConsumedCapacity?.CapacityUnits ?? 0;
      if (page.items.length > 0) own.push(page.items);
      start = page.rest.LastEvaluatedKey;
    } while (start);
    return own;
  };
  for (const own of await Promise.all(found.partitions.map(readPartition))) items.push(...own);
  if (failed) return failed;
  const isCounted = request.ReturnConsumedCapacity !== undefined;
  const ConsumedCapacity = { TableName: found.table, CapacityUnits: units };
  const end = isCounted ? `],"ConsumedCapacity":${JSON.stringify(ConsumedCapacity)}}` : ']}';
  const list = items.flatMap((own, index) => (index === 0 ? [own] : [Buffer.from(','), own]));
  return { status: 200, body: Buffer.concat([Buffer.from(beginning), ...list, Buffer.from(end)]) };
}

const beginning = '{"Items":[';
const [quote, backslash, opens, closes] = ['"', '\\', '[', ']'].map((sign) => sign.charCodeAt(0));

/** The text between the brackets of a page's `Items`, and what else is in the page. */
function takeItems(page: Buffer) {
  const from = page.indexOf('"Items":[') + '"Items":['.length;
  let depth = 1;
  let at = from;
  for (; depth > 0; at += 1) {
    const sign = page[at];
    if (sign === quote) {
      // To the end of the text: what is behind a backslash does not end it.
      for (at += 1; page[at] !== quote; at += 1) if (page[at] === backslash) at += 1;
    } else if (sign === opens) depth += 1;
    else if (sign === closes) depth -= 1;
    else if (sign === undefined) throw new Error('A page without its end');
  }
  const rest = JSON.parse(`${page.toString('utf8', 0, from)}${page.toString('utf8', at - 1)}`);
  return {
    items: page.subarray(from, at - 1),
    rest: rest as { LastEvaluatedKey?: object; ConsumedCapacity?: Capacity },
  };
}
