import {
  type AttributeValue,
  CreateTableCommand,
  DeleteTableCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  type QueryCommandInput,
  type TransactWriteItem,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect } from 'vitest';
import { uniqueName } from './service-under-test.ts';

/** Largest size of an item, in bytes. */
export const maxItemBytes = 400 * 1024;
/** The table that the suite has to itself: keys pk and sk, index by-g with gpk and gsk, all of them strings. */
export const tableName = uniqueName();
/** A client made as the product makes its own. */
export const client = new DynamoDBClient({});

export const stringValue = (value: string): AttributeValue => ({ S: value });
export const itemKey = (pk: string, sk = 'x') => ({ pk: stringValue(pk), sk: stringValue(sk) });
/** An item of exactly so many bytes. */
export const itemOfBytes = (bytes: number, pk: string, sk = 'x') => {
  const rest = 'pk'.length + pk.length + 'sk'.length + sk.length + 'd'.length;
  return { ...itemKey(pk, sk), d: stringValue('d'.repeat(bytes - rest)) };
};
export const putItem = (item: Record<string, AttributeValue>, more = {}) =>
  client.send(new PutItemCommand({ TableName: tableName, Item: item, ...more }));
export const getItem = async (pk: string, sk = 'x') =>
  (await client.send(new GetItemCommand({ TableName: tableName, Key: itemKey(pk, sk), ConsistentRead: true }))).Item;
export const updateItem = (pk: string, more: object) =>
  client.send(new UpdateItemCommand({ TableName: tableName, Key: itemKey(pk), ...more }));
export const queryTable = (more: Partial<QueryCommandInput>) =>
  client.send(new QueryCommand({ TableName: tableName, ...more }));
export const transactWrite = (...items: TransactWriteItem[]) =>
  client.send(new TransactWriteItemsCommand({ TransactItems: items }));
export const putInTransaction = (item: Record<string, AttributeValue>, more = {}): TransactWriteItem => ({
  Put: { TableName: tableName, Item: item, ...more },
});
/** The refusal of a request that is not valid. */
export const validationError = (message: string | RegExp) => ({
  name: 'ValidationException',
  status: 400,
  message: typeof message === 'string' ? message : expect.stringMatching(message),
});

/**
 * Makes the table before the tests of a suite and removes it after them. @param start starts the service, answers how
 * to stop it
 */
export function setUpTable(start: () => Promise<() => Promise<void>>): void {
  let stop: () => Promise<void>;

  beforeAll(async () => {
    stop = await start();
    await client.send(
      new CreateTableCommand({
        TableName: tableName,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: ['pk', 'sk', 'gpk', 'gsk'].map((name) => ({ AttributeName: name, AttributeType: 'S' })),
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
        GlobalSecondaryIndexes: [
          {
            IndexName: 'by-g',
            KeySchema: [
              { AttributeName: 'gpk', KeyType: 'HASH' },
              { AttributeName: 'gsk', KeyType: 'RANGE' },
            ],
            Projection: { ProjectionType: 'ALL' },
          },
        ],
      }),
    );
    await waitUntilTableExists({ client, maxWaitTime: 120, minDelay: 1 }, { TableName: tableName });
  });

  afterAll(async () => {
    await client.send(new DeleteTableCommand({ TableName: tableName }));
    client.destroy();
    await stop();
  });
}
