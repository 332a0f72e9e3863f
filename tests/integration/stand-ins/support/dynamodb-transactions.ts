import {
  TransactGetItemsCommand,
  TransactionCanceledException,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { catchRefusal } from './service-under-test.ts';
import {
  client,
  getItem,
  itemKey,
  itemOfBytes,
  maxItemBytes,
  putInTransaction,
  putItem,
  queryTable,
  stringValue,
  tableName,
  transactWrite,
  validationError,
} from './table-under-test.ts';

/** What is done together or not at all. */
export function describeTransactions(): void {
  describe('transactions', () => {
    it('does 100 actions together and refuses 101', async () => {
      const actions = (count: number) =>
        Array.from({ length: count }, (_, index) => putInTransaction(itemKey('hundred', `${index}`)));
      await transactWrite(...actions(100));
      const { Count } = await queryTable({
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': stringValue('hundred') },
        ConsistentRead: true,
      });
      expect(Count).toBe(100);
      expect(await catchRefusal(transactWrite(...actions(101)))).toEqual(
        validationError(/Member must have length less than or equal to 100/),
      );
    });

    it('does nothing at all when one condition fails, and says which', async () => {
      await putItem({ ...itemKey('taken'), by: stringValue('ann') });
      const error = await transactWrite(
        putInTransaction(itemKey('all-or-nothing')),
        putInTransaction(itemKey('taken'), {
          ConditionExpression: 'attribute_not_exists(pk)',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
        {
          ConditionCheck: {
            TableName: tableName,
            Key: itemKey('absent'),
            ConditionExpression: 'attribute_not_exists(pk)',
          },
        },
      ).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(TransactionCanceledException);
      const { CancellationReasons = [] } = error as TransactionCanceledException;
      expect(CancellationReasons.map(({ Code }) => Code)).toEqual(['None', 'ConditionalCheckFailed', 'None']);
      expect(CancellationReasons[1]?.Item).toEqual({ ...itemKey('taken'), by: stringValue('ann') });
      expect(await getItem('all-or-nothing')).toBeUndefined();
      expect(await getItem('absent')).toBeUndefined();
    });

    it('takes everything back when an update cannot be made', async () => {
      await putItem({ ...itemKey('word'), a: stringValue('x') });
      const add = { UpdateExpression: 'SET a = a + :one', ExpressionAttributeValues: { ':one': { N: '1' } } };
      const call = transactWrite(putInTransaction(itemKey('taken-back')), {
        Update: { TableName: tableName, Key: itemKey('word'), ...add },
      });
      expect((await catchRefusal(call)).name).toBe('TransactionCanceledException');
      expect(await getItem('taken-back')).toBeUndefined();
    });

    it('refuses two actions on one item and two actions in one entry', async () => {
      const check = { TableName: tableName, Key: itemKey('a'), ConditionExpression: 'attribute_exists(pk)' };
      expect(await catchRefusal(transactWrite(putInTransaction(itemKey('a')), { ConditionCheck: check }))).toEqual(
        validationError('Transaction request cannot include multiple operations on one item'),
      );
      expect(
        await catchRefusal(
          transactWrite({ ...putInTransaction(itemKey('a')), ConditionCheck: { ...check, Key: itemKey('b') } }),
        ),
      ).toEqual(validationError('TransactItems can only contain one of Check, Put, Update or Delete'));
    });

    it('refuses to write more than 4 MB', async () => {
      const items = Array.from({ length: 11 }, (_, index) =>
        putInTransaction(itemOfBytes(maxItemBytes - 1000, 'big', `${index}`)),
      );
      expect((await catchRefusal(transactWrite(...items))).name).toBe('ValidationException');
    });

    it('refuses to read more than 4 MB', async () => {
      const keys = Array.from({ length: 11 }, (_, index) => `${index}`);
      for (const sk of keys) await putItem(itemOfBytes(maxItemBytes - 1000, 'big-read', sk));
      const read = (count: number) =>
        client.send(
          new TransactGetItemsCommand({
            TransactItems: keys
              .slice(0, count)
              .map((sk) => ({ Get: { TableName: tableName, Key: itemKey('big-read', sk) } })),
          }),
        );
      expect((await read(10)).Responses).toHaveLength(10);
      expect((await catchRefusal(read(11))).name).toBe('TransactionCanceledException');
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
                  Key: itemKey('counter'),
                  UpdateExpression: 'ADD n :by',
                  ExpressionAttributeValues: { ':by': { N: by } },
                },
              },
            ],
          }),
        );
      await count('1');
      await count('1');
      expect(await getItem('counter')).toMatchObject({ n: { N: '1' } });
      expect(await catchRefusal(count('2'))).toMatchObject({
        name: 'IdempotentParameterMismatchException',
        status: 400,
      });
    });

    it('refuses a faulty expression outright instead of cancelling', async () => {
      const rename = { UpdateExpression: 'SET name = :n', ExpressionAttributeValues: { ':n': stringValue('n') } };
      const call = transactWrite({ Update: { TableName: tableName, Key: itemKey('a'), ...rename } });
      expect(await catchRefusal(call)).toEqual(
        validationError(/Invalid UpdateExpression: Attribute name is a reserved keyword; reserved keyword: name$/),
      );
    });
  });
}
