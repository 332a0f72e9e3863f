import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, BatchWriteCommand, DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { addRecordParser } from './client/add-record-parser.ts';
import { refuseTrailChanges } from './client/append-only.ts';
import { retryTransient } from './client/retry-policy.ts';
import { UnprocessedError } from './client/transient-errors.ts';

/**
 * The one client of a process. It finds a local stand-in through `AWS_ENDPOINT_URL_DYNAMODB` by itself. The mode is
 * named, or the client would look for a configuration file while it is made. Retries are ours (`retry-policy.ts`).
 */
export const tableClient = new DynamoDBClient({ maxAttempts: 1, defaultsMode: 'standard' });
// It formats every answer for an unused log: a fifth of the work of reading 9,000 records.
tableClient.middlewareStack.remove('loggerMiddleware');
// Nobody reads who made the client: a fifth of what a small request costs before it is sent.
tableClient.middlewareStack.remove('getUserAgentMiddleware');

/** The same with records as they are read, in place of DynamoDB's typed values. */
export const documentClient = DynamoDBDocumentClient.from(tableClient, {
  marshallOptions: { removeUndefinedValues: true },
});

/** Sends a command, with retries. */
export const sendWithRetries = ((command: never) =>
  retryTransient(() => documentClient.send(command))) as typeof documentClient.send;

/** The tables by content: `trail` has append-only rows, `keys` what backups must not have (ADR 0034). */
export interface TableNames {
  readonly records: string;
  readonly trail: string;
  readonly keys: string;
}
let names: TableNames | undefined;

/**
 * The names of the tables, from the environment as it is when one is first used: loading a module reads nothing of it.
 */
export const tableNames = (): TableNames =>
  (names ??= {
    records: process.env.TABLE_NAME ?? 'formroom-local',
    trail: process.env.TRAIL_TABLE_NAME ?? 'formroom-local-trail',
    keys: process.env.KEYS_TABLE_NAME ?? 'formroom-local-keys',
  });
refuseTrailChanges(documentClient, () => tableNames().trail);
addRecordParser(documentClient);

/** Days for which deleted records can be restored (rule 13). */
const keptDays = 30;

/**
 * When a record that is deleted now expires, in epoch seconds. DynamoDB removes it some time later, so readers compare
 * the time.
 */
export const expiryOfDeleted = (now: Date): number => Math.ceil(now.getTime() / 1000) + keptDays * 86_400;

export interface TableKey {
  pk: string;
  sk: string;
}

/** The key of one record, and how to read it. Keys of different entities can be read in one request: `readItems`. */
export interface ItemKey<T> {
  /** The name of its table. */
  readonly table: string;
  readonly key: TableKey;
  /** Undefined for a record of another entity under the same key. */
  readonly parse: (item: Record<string, unknown>) => T | undefined;
}

/** Keys by name; a list of keys gives the list of those records that exist. */
export type NamedItemKeys = Record<string, ItemKey<unknown> | readonly ItemKey<unknown>[]>;
export type FoundRecords<P extends NamedItemKeys> = {
  [K in keyof P]: P[K] extends readonly ItemKey<infer T>[]
    ? T[]
    : P[K] extends ItemKey<infer T>
      ? T | undefined
      : never;
};

/**
 * Reads up to 100 records, strongly consistent, in one request, whichever tables they are in. With `only`, just these
 * attributes of each record, which is faster.
 */
export async function readItems<P extends NamedItemKeys>(
  wanted: P,
  only?: readonly string[],
): Promise<FoundRecords<P>> {
  const named = new Map<string, ItemKey<unknown>>();
  for (const one of Object.values(wanted).flat()) named.set(nameOf(one.key), one);
  const items = new Map<string, Record<string, unknown>>();
  let left = [...Map.groupBy(named.values(), ({ table }) => table)].map(
    ([table, ofTable]) => [table, ofTable.map(({ key }) => key)] as const,
  );
  const readLeft = async () => {
    const answer = await documentClient.send(
      new BatchGetCommand({
        RequestItems: Object.fromEntries(
          left.map(([table, keys]) => [
            table,
            { Keys: keys, ConsistentRead: true, ...(only && projection(['pk', 'sk', ...only])) },
          ]),
        ),
      }),
    );
    for (const item of Object.values(answer.Responses ?? {}).flat()) items.set(nameOf(item as TableKey), item);
    left = Object.entries(answer.UnprocessedKeys ?? {}).map(
      ([table, { Keys = [] }]) => [table, Keys as TableKey[]] as const,
    );
    if (left.length > 0) throw new UnprocessedError('DynamoDB left keys of a batch');
  };
  if (left.length > 0) await retryTransient(readLeft);
  const parsed = ({ key, parse }: ItemKey<unknown>) => {
    const item = items.get(nameOf(key));
    return item === undefined ? undefined : parse(item);
  };
  return Object.fromEntries(
    Object.entries(wanted).map(([name, wantedHere]) => [
      name,
      Array.isArray(wantedHere)
        ? wantedHere.map(parsed).filter((record) => record !== undefined)
        : parsed(wantedHere as ItemKey<unknown>),
    ]),
  ) as FoundRecords<P>;
}

/** A list in pieces of `size`, the last one with what is left. */
export const splitIntoPieces = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size));

/** A list in pieces of a hundred: what one BatchGetItem reads at most. */
export const splitIntoHundreds = <T>(list: readonly T[]): T[][] => splitIntoPieces(list, 100);

/**
 * Records by their keys, those that exist, strongly consistent. One request for each hundred, side by side; `only` as
 * in {@link readItems}.
 */
export async function readMany<T>(keys: readonly ItemKey<T>[], only?: readonly string[]): Promise<T[]> {
  const found = await Promise.all(splitIntoHundreds(keys).map((batch) => readItems({ batch }, only)));
  return found.flatMap(({ batch }) => batch);
}

/** DynamoDB takes at most 25 items in one batch. */
export const writeBatchSize = 25;

/**
 * Puts items without conditions, 25 in a request, one request after the other.
 */
export async function writeBatches(items: readonly Record<string, unknown>[]): Promise<void> {
  const { records: table } = tableNames();
  for (let first = 0; first < items.length; first += writeBatchSize) {
    let requests: BatchRequests = items.slice(first, first + writeBatchSize).map((Item) => ({ PutRequest: { Item } }));
    await retryTransient(async () => {
      const answer = await documentClient.send(new BatchWriteCommand({ RequestItems: { [table]: requests } }));
      requests = answer.UnprocessedItems?.[table] ?? [];
      if (requests.length > 0) throw new UnprocessedError('DynamoDB left items of a batch');
    });
  }
}

type BatchRequests = NonNullable<BatchWriteCommand['input']['RequestItems']>[string];

const nameOf = ({ pk, sk }: TableKey): string => `${pk}\n${sk}`;

/** What reading needs to know of an entity. */
interface Readable<Item> {
  readonly name: string;
  readonly parse: (item: Record<string, unknown>) => Item | undefined;
}
type ItemsOf<E> = { [N in keyof E]: E[N] extends Readable<infer Item> ? Item[] : never };

/**
 * All records of one partition of an index, sorted out by entity, in one query; with `only`, of each record those
 * attributes alone.
 */
export async function queryPartitionByEntity<E extends Record<string, Readable<unknown>>>(
  { index, partition, only }: { index: 'gsi1' | 'gsi2'; partition: string; only?: readonly string[] },
  entities: E,
): Promise<ItemsOf<E>> {
  const wanted = Object.entries(entities);
  const found = Object.fromEntries(wanted.map(([name]) => [name, [] as unknown[]]));
  const kinds = Object.fromEntries(wanted.map(([, entity], number) => [`:e${number}`, entity.name]));
  const { ExpressionAttributeNames: names, ...read } = only ? projection(only) : {};
  let start: Record<string, unknown> | undefined;
  do {
    const page = await sendWithRetries(
      new QueryCommand({
        TableName: tableNames().records,
        IndexName: index,
        KeyConditionExpression: '#pk = :pk',
        FilterExpression: `#e IN (${Object.keys(kinds).join(', ')})`,
        ...read,
        ExpressionAttributeNames: { '#pk': `${index}pk`, '#e': kindAttribute, ...names },
        ExpressionAttributeValues: { ':pk': partition, ...kinds },
        ExclusiveStartKey: start,
      }),
    );
    for (const item of page.Items ?? []) {
      for (const [name, { parse }] of wanted) {
        const record = parse(item);
        if (record !== undefined) found[name]?.push(record);
      }
    }
    start = page.LastEvaluatedKey;
  } while (start);
  return found as ItemsOf<E>;
}

/** Holds the name of a record's entity: several share partitions. */
export const kindAttribute = '__edb_e__';

/** Of each record these attributes, and whose it is. */
export function projection(only: readonly string[]) {
  const read = [...new Set([...only, kindAttribute])];
  return {
    ProjectionExpression: read.map((_, index) => `#a${index}`).join(', '),
    ExpressionAttributeNames: Object.fromEntries(read.map((attribute, index) => [`#a${index}`, attribute])),
  };
}
