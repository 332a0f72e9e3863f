import {
  TransactGetItemsCommand,
  TransactionCanceledException,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { refusalOf } from './service-under-test.ts';
import {
  client,
  get,
  invalid,
  itemOf,
  key,
  limit,
  put,
  putOf,
  query,
  tableName,
  text,
  transact,
} from './table-under-test.ts';

/** What is done together or not at all. */
export function describeTransactions(): void {
  describe('transactions', () => {
    it('does 100 actions together and refuses 101', async () => {
      const actions = (count: number) => Array.from({ length: count }, (_, index) => putOf(key('hundred', `${index}`)));
      await transact(...actions(100));
      const { Count } = await query({
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': text('hundred') },
        ConsistentRead: true,
      });
      expect(Count).toBe(100);
      expect(await refusalOf(transact(...actions(101)))).toEqual(
        invalid(/Member must have length less than or equal to 100/),
      );
    });

    it('does nothing at all when one condition fails, and says which', async () => {
      await put({ ...key('taken'), by: text('ann') });
      const error = await transact(
        putOf(key('all-or-nothing')),
        putOf(key('taken'), {
          ConditionExpression: 'attribute_not_exists(pk)',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
        {
          ConditionCheck: { TableName: tableName, Key: key('absent'), ConditionExpression: 'attribute_not_exists(pk)' },
        },
      ).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(TransactionCanceledException);
      const { CancellationReasons = [] } = error as TransactionCanceledException;
      expect(CancellationReasons.map(({ Code }) => Code)).toEqual(['None', 'ConditionalCheckFailed', 'None']);
      expect(CancellationReasons[1]?.Item).toEqual({ ...key('taken'), by: text('ann') });
      expect(await get('all-or-nothing')).toBeUndefined();
      expect(await get('absent')).toBeUndefined();
    });

    it('takes everything back when an update cannot be made', async () => {
      await put({ ...key('word'), a: text('x') });
      const add = { UpdateExpression: 'SET a = a + :one', ExpressionAttributeValues: { ':one': { N: '1' } } };
      const call = transact(putOf(key('taken-back')), { Update: { TableName: tableName, Key: key('word'), ...add } });
      expect((await refusalOf(call)).name).toBe('TransactionCanceledException');
      expect(await get('taken-back')).toBeUndefined();
    });

    it('refuses two actions on one item and two actions in one entry', async () => {
      const check = { TableName: tableName, Key: key('a'), ConditionExpression: 'attribute_exists(pk)' };
      expect(await refusalOf(transact(putOf(key('a')), { ConditionCheck: check }))).toEqual(
        invalid('Transaction request cannot include multiple operations on one item'),
      );
      expect(await refusalOf(transact({ ...putOf(key('a')), ConditionCheck: { ...check, Key: key('b') } }))).toEqual(
        invalid('TransactItems can only contain one of Check, Put, Update or Delete'),
      );
    });

    it('refuses to write more than 4 MB', async () => {
      const items = Array.from({ length: 11 }, (_, index) => putOf(itemOf(limit - 1000, 'big', `${index}`)));
      expect((await refusalOf(transact(...items))).name).toBe('ValidationException');
    });

    it('refuses to read more than 4 MB', async () => {
      const keys = Array.from({ length: 11 }, (_, index) => `${index}`);
      for (const sk of keys) await put(itemOf(limit - 1000, 'big-read', sk));
      const read = (count: number) =>
        client.send(
          new TransactGetItemsCommand({
            TransactItems: keys
              .slice(0, count)
              .map((sk) => ({ Get: { TableName: tableName, Key: key('big-read', sk) } })),
          }),
        );
      expect((await read(10)).Responses).toHaveLength(10);
      expect((await refusalOf(read(11))).name).toBe('TransactionCanceledException');
    });

    it('does a request that is repeated with its token once, and refuses another one with that token', async () => {
      const count = (by: string) =>
        client.send(
          new TransactWriteItemsCommand({
            ClientRequestToken: tableName.slice(-36),
            TransactItems: [
              {
                Update: {
                  TableName: tableName,
                  Key: key('counter'),
                  UpdateExpression: 'ADD n :by',
                  ExpressionAttributeValues: { ':by': { N: by } },
                },
              },
            ],
          }),
        );
      await count('1');
      await count('1');
      expect(await get('counter')).toMatchObject({ n: { N: '1' } });
      expect(await refusalOf(count('2'))).toMatchObject({ name: 'IdempotentParameterMismatchException', status: 400 });
    });

    it('refuses a faulty expression outright instead of cancelling', async () => {
      const rename = { UpdateExpression: 'SET name = :n', ExpressionAttributeValues: { ':n': text('n') } };
      const call = transact({ Update: { TableName: tableName, Key: key('a'), ...rename } });
      expect(await refusalOf(call)).toEqual(
        invalid(/Invalid UpdateExpression: Attribute name is a reserved keyword; reserved keyword: name$/),
      );
    });
  });
}
