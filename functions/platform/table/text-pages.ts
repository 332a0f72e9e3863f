import { text } from 'node:stream/consumers';
import { type AttributeValue, QueryCommand } from '@aws-sdk/client-dynamodb';
import { sendWithRetries, tableNames } from './table.ts';

interface TextPages {
  /** Absent: the table itself, strongly consistent. */
  index?: 'gsi1' | 'gsi2' | undefined;
  partition: string;
  /** Of each record these attributes, which hold text or numbers. */
  only: readonly string[];
  /** Sort key of the record to go on behind; from the start where it is absent. */
  after?: string | undefined;
  /** First and last sort key. */
  between?: readonly [string, string] | undefined;
}

/** A record as DynamoDB sends it: `{ firstName: { S: 'Ana' }, late: { N: '2' } }`. */
export type TextRecord = Readonly<Record<string, { readonly S?: string; readonly N?: string }>>;

interface Page {
  items: readonly TextRecord[];
  isLast: boolean;
}

/**
 * The records of a partition, by sort key, a megabyte of the table at a time, as DynamoDB's JSON has them:
 * to unmarshal a thousand records of sixty texts takes the client five times as long as everything else.
 */
export async function* readRawPages({ index, partition, only, after, between }: TextPages): AsyncGenerator<Page> {
  const keys = { pk: `${index ?? ''}pk`, sk: `${index ?? ''}sk` };
  const sortKeys = between
    ? { ':from': { S: between[0] }, ':to': { S: between[1] } }
    : after && { ':after': { S: after } };
  const ofSortKeys = between ? ' AND #sk BETWEEN :from AND :to' : ' AND #sk > :after';
  let start: Record<string, AttributeValue> | undefined;
  do {
    const query = new QueryCommand({
      TableName: tableNames().records,
      ...(index ? { IndexName: index } : { ConsistentRead: true }),
      KeyConditionExpression: `#pk = :pk${sortKeys ? ofSortKeys : ''}`,
      ProjectionExpression: only.map((_, place) => `#a${place}`).join(', '),
      ExpressionAttributeNames: {
        '#pk': keys.pk,
        ...(sortKeys ? { '#sk': keys.sk } : {}),
        ...Object.fromEntries(only.map((attribute, place) => [`#a${place}`, attribute])),
      },
      ExpressionAttributeValues: { ':pk': { S: partition }, ...sortKeys },
      ExclusiveStartKey: start,
    });
    const itemsOf = takesItems(query);
    const { LastEvaluatedKey } = await sendWithRetries(query);
    start = LastEvaluatedKey;
    yield { items: itemsOf(), isLast: !start };
  } while (start);
}

interface Answered {
  response: { statusCode: number; body: NodeJS.ReadableStream | Uint8Array };
}
type Send = (args: unknown) => Promise<Answered>;

/**
 * Takes the items out of a query's answer before the client parses them. The client handles the rest of it, and every
 * error.
 */
function takesItems(query: QueryCommand): () => readonly TextRecord[] {
  let items: readonly TextRecord[] = [];
  const take =
    (next: Send): Send =>
    async (args) => {
      const answered = await next(args);
      const { response } = answered;
      if (response.statusCode !== 200 || response.body instanceof Uint8Array) return answered;
      const { Items = [], ...rest } = JSON.parse(await text(response.body)) as { Items?: readonly TextRecord[] };
      items = Items;
      response.body = Buffer.from(JSON.stringify({ ...rest, Items: [] }));
      return answered;
    };
  query.middlewareStack.add(take as never, { step: 'deserialize', priority: 'low', name: 'take-items' });
  return () => items;
}
