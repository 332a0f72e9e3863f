import { text } from 'node:stream/consumers';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

type Typed = Record<string, AttributeValue>;

/** Where the answers of reads hold records, and how those become plain ones. */
const recordsOf: Readonly<Record<string, { in: string; toPlain: (found: never) => unknown }>> = {
  GetItemCommand: { in: 'Item', toPlain: (item: Typed) => plainRecord(item) },
  QueryCommand: { in: 'Items', toPlain: (items: Typed[]) => items.map(plainRecord) },
  ExecuteStatementCommand: { in: 'Items', toPlain: (items: Typed[]) => items.map(plainRecord) },
  ScanCommand: { in: 'Items', toPlain: (items: Typed[]) => items.map(plainRecord) },
  BatchGetItemCommand: {
    in: 'Responses',
    toPlain: (tables: Record<string, Typed[]>) =>
      Object.fromEntries(Object.entries(tables).map(([table, items]) => [table, items.map(plainRecord)])),
  },
};

interface Context {
  commandName?: string;
  /** The records of the answer, as DynamoDB's JSON has them. */
  typedRecords?: unknown;
}
interface Answered {
  response: { statusCode: number; body: NodeJS.ReadableStream | Uint8Array };
  output: Record<string, unknown>;
}
type Send = (args: unknown) => Promise<Answered>;

/**
 * Parses the records of reads in one pass, in place of the client's two, which take a third of the time of a class's
 * list. The client parses the rest of an answer, and every error.
 */
export function addRecordParser({ middlewareStack }: DynamoDBDocumentClient): void {
  const take = (next: Send, context: Context): Send => {
    const records = recordsOf[context.commandName ?? ''];
    if (!records) return next;
    return async (args) => {
      const answered = await next(args);
      const { response } = answered;
      if (response.statusCode !== 200 || response.body instanceof Uint8Array) return answered;
      const { [records.in]: typed, ...rest } = JSON.parse(await text(response.body)) as Record<string, unknown>;
      context.typedRecords = typed;
      response.body = Buffer.from(JSON.stringify(rest));
      return answered;
    };
  };
  const give = (next: Send, context: Context): Send => {
    const records = recordsOf[context.commandName ?? ''];
    if (!records) return next;
    return async (args) => {
      const answered = await next(args);
      if (context.typedRecords !== undefined)
        answered.output[records.in] = records.toPlain(context.typedRecords as never);
      return answered;
    };
  };
  middlewareStack.add(take as never, { step: 'deserialize', priority: 'low', name: 'take-records' });
  middlewareStack.add(give as never, { step: 'initialize', priority: 'low', name: 'give-records' });
}

/**
 * Converts a record of DynamoDB's typed values, as the document client does, but faster: for the ten thousand records
 * of a board its conversion takes as long as everything else.
 */
export function plainRecord(item: Record<string, AttributeValue>): Record<string, unknown> {
  const plain: Record<string, unknown> = {};
  for (const name in item) plain[name] = plainValue(item[name] as AttributeValue);
  return plain;
}

/** Bytes come as base64 in the JSON of an answer. */
function plainValue(value: AttributeValue): unknown {
  if (value.S !== undefined) return value.S;
  if (value.N !== undefined) return Number(value.N);
  if (value.BOOL !== undefined) return value.BOOL;
  if (value.NULL !== undefined) return null;
  if (value.SS !== undefined) return new Set(value.SS);
  if (value.NS !== undefined) return new Set(value.NS.map(Number));
  if (value.L !== undefined) return value.L.map(plainValue);
  if (value.M !== undefined) return plainRecord(value.M);
  if (value.B !== undefined) return Buffer.from(value.B as Uint8Array | string as string, 'base64');
  throw new Error(`A value of kind ${Object.keys(value)}`);
}
