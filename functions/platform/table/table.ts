import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, BatchWriteCommand, DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { CustomAttributeType, Entity, type EntityIdentifiers, type EntityItem, type Schema } from 'electrodb';
import { noteWhenAway, TableAwayError } from './table-away.ts';
import { addsOnly } from './written-once.ts';

/**
 * The one client of a process. It finds a local stand-in through `AWS_ENDPOINT_URL_DYNAMODB` by itself. The mode is named,
 * or the client would look for a configuration file while it is made.
 */
export const tableClient = new DynamoDBClient({ maxAttempts: 5, defaultsMode: 'standard' });
// It would make each answer ready for a log that nobody keeps: a fifth of the work of reading 9,000 records.
tableClient.middlewareStack.remove('loggerMiddleware');
noteWhenAway(tableClient);

/** The same with records as they are read, in place of DynamoDB's typed values. */
export const documentClient = DynamoDBDocumentClient.from(tableClient, {
  marshallOptions: { removeUndefinedValues: true },
});

/** What every entity is made with. */
export const entityConfiguration = { client: documentClient, table: process.env.TABLE_NAME ?? 'formroom-local' };

/** What the entities are made with whose records are written once: audit rows, events of access, posted reports (ADR 0034). */
export const trailConfiguration = {
  client: documentClient,
  table: process.env.TRAIL_TABLE_NAME ?? 'formroom-local-trail',
};
addsOnly(documentClient, trailConfiguration.table);

/** What the entities are made with that no copy of the table may hold. */
export const keysConfiguration = {
  client: documentClient,
  table: process.env.KEYS_TABLE_NAME ?? 'formroom-local-keys',
};

/**
 * An entity of the table, or of another one. It is built when it is first used: ElectroDB takes a millisecond or two over each model, and a
 * cold function answers its first call with a few of those that it imports.
 */
export function entity<A extends string, F extends string, C extends string, const S extends Schema<A, F, C>>(
  model: S,
  configuration = entityConfiguration,
): Entity<A, F, C, S> {
  let built: Entity<A, F, C, S> | undefined;
  return new Proxy({} as Entity<A, F, C, S>, {
    get: (_, name) => {
      built ??= new Entity(model, configuration);
      const member: unknown = Reflect.get(built, name);
      return typeof member === 'function' ? member.bind(built) : member;
    },
  });
}

/** Terms are 1, 2 and 3. */
export const termAttribute = CustomAttributeType<1 | 2 | 3>('number');

/** Days for which what was deleted can be brought back (rule 13). */
const keptDays = 30;

/**
 * When what is deleted now goes for good, in epoch seconds: the `expires` of its record. DynamoDB removes it some time later, so a
 * reader compares the time.
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

// biome-ignore lint/suspicious/noExplicitAny: ElectroDB's Entity has four type parameters that only inference can fill.
type AnyEntity = Entity<any, any, any, any>;

/** The key of an entity's record. `composite` holds the key attributes. */
export function itemKey<E extends AnyEntity>(entity: E, composite: EntityIdentifiers<E>): ItemKey<EntityItem<E>> {
  const { TableName, Key } = entity.get(composite as never).params() as unknown as { TableName: string; Key: TableKey };
  const name = entity.schema.model.entity as string;
  return {
    table: TableName,
    key: Key,
    parse: (item) =>
      item[entityMarks[0]] === name ? (entity.parse({ Item: item } as never).data as EntityItem<E>) : undefined,
  };
}

/** Keys by name; a list of keys gives the list of those records that exist. */
export type ItemKeys = Record<string, ItemKey<unknown> | readonly ItemKey<unknown>[]>;
export type Found<P extends ItemKeys> = {
  [K in keyof P]: P[K] extends readonly ItemKey<infer T>[]
    ? T[]
    : P[K] extends ItemKey<infer T>
      ? T | undefined
      : never;
};

/**
 * Reads up to 100 records, strongly consistent, in one request, whichever tables they are in. Asks again for keys that DynamoDB left unprocessed. With `only`, of
 * each record those attributes that are named: what is not read, nobody has to unpack.
 */
export async function readItems<P extends ItemKeys>(wanted: P, only?: readonly string[]): Promise<Found<P>> {
  const named = new Map<string, ItemKey<unknown>>();
  for (const one of Object.values(wanted).flat()) named.set(nameOf(one.key), one);
  const items = new Map<string, Record<string, unknown>>();
  let left = [...Map.groupBy(named.values(), ({ table }) => table)].map(
    ([table, ofTable]) => [table, ofTable.map(({ key }) => key)] as const,
  );
  for (let attempt = 0; left.length > 0; attempt += 1) {
    if (attempt > 8) throw new TableAwayError('DynamoDB left keys unprocessed nine times');
    if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, 2 ** attempt * 10 * Math.random()));
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
  }
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
  ) as Found<P>;
}

/** A list in pieces of `size`, the last one with what is left. */
export const inPieces = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size));

/** A list in pieces of a hundred: what one BatchGetItem reads at most. */
export const inHundreds = <T>(list: readonly T[]): T[][] => inPieces(list, 100);

/** Records by their keys, those that exist, strongly consistent. One request for each hundred, side by side; `only` as in {@link readItems}. */
export async function readMany<T>(keys: readonly ItemKey<T>[], only?: readonly string[]): Promise<T[]> {
  const found = await Promise.all(inHundreds(keys).map((batch) => readItems({ batch }, only)));
  return found.flatMap(({ batch }) => batch);
}

/** DynamoDB takes at most 25 items in one batch. */
export const writeBatchSize = 25;

/**
 * Puts items as they are, whatever is under their keys, 25 in a request, one request after the other. Asks again for
 * those that DynamoDB left unprocessed.
 */
export async function writeBatches(items: readonly Record<string, unknown>[]): Promise<void> {
  const { table } = entityConfiguration;
  for (let first = 0; first < items.length; first += writeBatchSize) {
    let requests: BatchRequests = items.slice(first, first + writeBatchSize).map((Item) => ({ PutRequest: { Item } }));
    for (let attempt = 0; requests.length > 0; attempt += 1) {
      if (attempt > 8) throw new TableAwayError('DynamoDB left items unprocessed nine times');
      if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, 2 ** attempt * 10));
      const answer = await documentClient.send(new BatchWriteCommand({ RequestItems: { [table]: requests } }));
      requests = answer.UnprocessedItems?.[table] ?? [];
    }
  }
}

type BatchRequests = NonNullable<BatchWriteCommand['input']['RequestItems']>[string];

/** A `where` of ElectroDB: the named attributes still are as they were read, missing ones included. */
export const stillAs =
  <T extends object>(item: T | undefined, names: readonly (keyof T & string)[]) =>
  // biome-ignore lint/suspicious/noExplicitAny: each entity has its own types for attributes and operations.
  (attributes: any, { eq, notExists }: any): string =>
    names
      .map((name) => {
        const value = item?.[name];
        return value === undefined ? notExists(attributes[name]) : eq(attributes[name], value);
      })
      .join(' AND ');

/** True for what ElectroDB throws when a write's condition did not hold. */
export function isConditionFailure(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && cause.name === 'ConditionalCheckFailedException';
}

const nameOf = ({ pk, sk }: TableKey): string => `${pk}\n${sk}`;

/**
 * All records of one partition of an index, sorted out by entity: one query where ElectroDB's entities would take one each.
 * With `only`, of each record those attributes that are named: what is not read, nobody has to unpack.
 */
export async function queryTogether<E extends Record<string, AnyEntity>>(
  { index, partition, only }: { index: 'gsi1' | 'gsi2'; partition: string; only?: readonly string[] },
  entities: E,
): Promise<{ [K in keyof E]: EntityItem<E[K]>[] }> {
  const byModel = new Map(
    Object.entries(entities).map(([name, entity]) => [entity.schema.model.entity as string, { name, entity }]),
  );
  const found = Object.fromEntries(Object.keys(entities).map((name) => [name, [] as unknown[]]));
  const models = [...byModel.keys()].map((model, index) => [`:e${index}`, model] as const);
  const { ExpressionAttributeNames: names, ...read } = only ? projection(only) : {};
  let start: Record<string, unknown> | undefined;
  do {
    const page = await documentClient.send(
      new QueryCommand({
        TableName: entityConfiguration.table,
        IndexName: index,
        KeyConditionExpression: '#pk = :pk',
        FilterExpression: `#e IN (${models.map(([name]) => name).join(', ')})`,
        ...read,
        ExpressionAttributeNames: { '#pk': `${index}pk`, '#e': entityMarks[0], ...names },
        ExpressionAttributeValues: { ':pk': partition, ...Object.fromEntries(models) },
        ExclusiveStartKey: start,
      }),
    );
    for (const item of page.Items ?? []) {
      const { name, entity } = byModel.get(item[entityMarks[0]] as string) ?? {};
      if (name === undefined) continue;
      found[name]?.push(only ? attributesOf(item, only) : entity?.parse({ Item: item } as never).data);
    }
    start = page.LastEvaluatedKey;
  } while (start);
  return found as { [K in keyof E]: EntityItem<E[K]>[] };
}

/** By these ElectroDB knows whose a record is. */
const entityMarks = ['__edb_e__', '__edb_v__'] as const;

/** As ElectroDB parses a model without getters, in a tenth of the time: of a whole school's records that is the difference. */
function attributesOf(item: Record<string, unknown>, only: readonly string[]): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const name of only) {
    const value = item[name];
    if (value !== undefined) found[name] = value instanceof Set ? [...value] : value;
  }
  return found;
}

/** Of each record these attributes, and whose it is. */
function projection(only: readonly string[]) {
  const read = [...new Set([...only, ...entityMarks])];
  return {
    ProjectionExpression: read.map((_, index) => `#a${index}`).join(', '),
    ExpressionAttributeNames: Object.fromEntries(read.map((attribute, index) => [`#a${index}`, attribute])),
  };
}
