import {
  BatchGetCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
} from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { documentClient, tableNames } from '#functions/platform/table/table.ts';
import { createTableClientOfTests } from '../../support/school/both-tables.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';

/** A record with every kind of value that DynamoDB stores, and texts that JSON escapes. */
const key = { pk: 'parsed#1', sk: 'a' };
const record = {
  ...key,
  text: 'Núñez "Ana"\\ 😀 ő ',
  empty: '',
  numbers: { whole: 9_007_199_254_740_991, part: -0.125, nought: 0, small: 1e-9 },
  flags: [true, false, null],
  names: new Set(['b', 'a']),
  sums: new Set([1, 2.5]),
  bytes: new Uint8Array([0, 255, 7]),
  nested: [{ list: [[]], map: {} }],
};

describe('records as the functions read them', () => {
  schoolForTests();
  /** The functions' client, and one that parses as the SDK does. */
  const clients = async (): Promise<[DynamoDBDocumentClient, DynamoDBDocumentClient]> => {
    await createTableClientOfTests().send(new PutCommand({ TableName: tableNames().records, Item: record }));
    await createTableClientOfTests().send(
      new PutCommand({ TableName: tableNames().records, Item: { ...key, sk: 'b' } }),
    );
    return [documentClient, createTableClientOfTests()];
  };
  const table = 'formroom-local';
  const plain = (value: unknown): unknown =>
    JSON.parse(
      JSON.stringify(value, (_name, one) => {
        if (one instanceof Set) return { set: [...one].sort() };
        return one?.type === 'Buffer' || one instanceof Uint8Array ? { bytes: [...(one.data ?? one)] } : one;
      }),
    );

  it.each([
    ['one', () => new GetCommand({ TableName: table, Key: key })],
    ['one that is not there', () => new GetCommand({ TableName: table, Key: { ...key, sk: 'c' } })],
    [
      'a page of a partition',
      () =>
        new QueryCommand({
          TableName: table,
          KeyConditionExpression: 'pk = :pk',
          Limit: 1,
          ExpressionAttributeValues: { ':pk': key.pk },
        }),
    ],
    [
      'several',
      () =>
        new BatchGetCommand({ RequestItems: { [table]: { Keys: [key, { ...key, sk: 'b' }], ConsistentRead: true } } }),
    ],
  ])('are what was stored: %s', async (_what, command) => {
    const [own, sdk] = await clients();
    const { $metadata: _own, ...answer } = await own.send(command() as GetCommand);
    const { $metadata: _sdk, ...expected } = await sdk.send(command() as GetCommand);
    expect(plain(answer)).toEqual(plain(expected));
  });

  it('are every value as it was written', async () => {
    const [own] = await clients();
    const { Item } = await own.send(new GetCommand({ TableName: table, Key: key }));
    expect({ ...Item, bytes: [...(Item?.bytes as Uint8Array)] }).toEqual({ ...record, bytes: [0, 255, 7] });
  });
});
