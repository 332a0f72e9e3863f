import { text } from 'node:stream/consumers';
import { type AttributeValue, QueryCommand } from '@aws-sdk/client-dynamodb';
import { documentClient, entityConfiguration } from './table.ts';

interface TextPages {
  index: 'gsi1' | 'gsi2';
  partition: string;
  /** Of each record these attributes, which hold text. */
  only: readonly string[];
  /** Sort key of the record to go on behind; from the start where it is absent. */
  after?: string | undefined;
}

/** A record as DynamoDB sends it: `{ firstName: { S: 'Ana' } }`. */
export type TextRecord = Readonly<Record<string, { readonly S?: string }>>;

interface Page {
  items: readonly TextRecord[];
  isLast: boolean;
}

/**
 * The records of a partition of an index, by sort key, a megabyte of the table at a time. They are given as DynamoDB's JSON has them:
 * taking a thousand records of sixty texts apart costs the client five times as long as everything else.
 */
export async function* textPages({ index, partition, only, after }: TextPages): AsyncGenerator<Page> {
  let start: Record<string, AttributeValue> | undefined;
  do {
    const query = new QueryCommand({
      TableName: entityConfiguration.table,
      IndexName: index,
      KeyConditionExpression: after === undefined ? '#pk = :pk' : '#pk = :pk AND #sk > :after',
      ProjectionExpression: only.map((_, place) => `#a${place}`).join(', '),
      ExpressionAttributeNames: {
        '#pk': `${index}pk`,
        ...(after === undefined ? {} : { '#sk': `${index}sk` }),
        ...Object.fromEntries(only.map((attribute, place) => [`#a${place}`, attribute])),
      },
      ExpressionAttributeValues: {
        ':pk': { S: partition },
        ...(after === undefined ? {} : { ':after': { S: after } }),
      },
      ExclusiveStartKey: start,
    });
    const itemsOf = takesItems(query);
    const { LastEvaluatedKey } = await documentClient.send(query);
    start = LastEvaluatedKey;
    yield { items: itemsOf(), isLast: !start };
  } while (start);
}

interface Answered {
  response: { statusCode: number; body: NodeJS.ReadableStream | Uint8Array };
}
type Send = (args: unknown) => Promise<Answered>;

/** Takes the items out of a query's answer before the client sees them. The rest of it, and every error, is left to the client. */
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
