import {
  type AttributeValue,
  BatchGetItemCommand,
  BatchWriteItemCommand,
  ExecuteStatementCommand,
} from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { catchRefusal } from './service-under-test.ts';
import {
  client,
  itemKey,
  itemOfBytes,
  maxItemBytes,
  putItem,
  queryTable,
  stringValue,
  tableName,
  validationError,
} from './table-under-test.ts';

/** Batches and queries. */
export function describeReads(): void {
  describe('batches', () => {
    const writes = (count: number) =>
      client.send(
        new BatchWriteItemCommand({
          RequestItems: {
            [tableName]: Array.from({ length: count }, (_, index) => ({
              PutRequest: { Item: itemKey('batch', `${index}`) },
            })),
          },
        }),
      );
    const reads = (pk: string, sortKeys: string[]) =>
      client.send(
        new BatchGetItemCommand({ RequestItems: { [tableName]: { Keys: sortKeys.map((sk) => itemKey(pk, sk)) } } }),
      );
    const numbers = (count: number) => Array.from({ length: count }, (_, index) => `${index}`);

    it('writes 25 items and refuses 26', async () => {
      expect((await writes(25)).UnprocessedItems).toEqual({});
      expect(await catchRefusal(writes(26))).toEqual(
        validationError(/Member must have length less than or equal to 25/),
      );
    });

    it('reads 100 items and refuses 101', async () => {
      expect((await reads('batch', numbers(100))).Responses?.[tableName]).toHaveLength(25);
      expect(await catchRefusal(reads('batch', numbers(101)))).toEqual(validationError(/less than or equal to 100/));
    });

    it('refuses the same key twice', async () => {
      const message = 'Provided list of item keys contains duplicates';
      expect(await catchRefusal(reads('batch', ['1', '1']))).toEqual(validationError(message));
    });

    it('reads at most 16 MB and gives the other keys back', async () => {
      for (const sk of numbers(42)) await putItem(itemOfBytes(maxItemBytes, 'heavy', sk));
      const { Responses, UnprocessedKeys } = await reads('heavy', numbers(42));
      const read = Responses?.[tableName]?.length ?? 0;
      const left = UnprocessedKeys?.[tableName]?.Keys?.length ?? 0;
      expect(read).toBeLessThanOrEqual(40);
      expect(read + left).toBe(42);
    });
  });

  describe('statements', () => {
    const gather = (partitions: readonly string[], condition = `IN [${partitions.map(() => '?').join(', ')}]`) =>
      client.send(
        new ExecuteStatementCommand({
          Statement: `SELECT "pk", "d" FROM "${tableName}"."by-g" WHERE "gpk" ${condition}`,
          Parameters: partitions.map(stringValue),
        }),
      );

    it('gather the named attributes of several partitions of an index, and of no other', async () => {
      for (const [pk, gpk] of Object.entries({ one: 'west', two: 'west', three: 'east', four: 'north' })) {
        await putItem({
          ...itemKey(pk),
          gpk: stringValue(gpk),
          gsk: stringValue(pk),
          d: stringValue(`d of ${pk}`),
          e: stringValue('not asked for'),
        });
      }
      const { Items = [] } = await gather(['west', 'north', 'nowhere']);
      expect(Items.map((item) => [item.pk?.S, item.d?.S, Object.keys(item).length]).toSorted()).toEqual([
        ['four', 'd of four', 2],
        ['one', 'd of one', 2],
        ['two', 'd of two', 2],
      ]);
    });

    it('take 50 partitions and refuse 51', async () => {
      const names = Array.from({ length: 51 }, (_, index) => `place ${index}`);
      expect((await gather(names.slice(1))).Items).toEqual([]);
      expect((await catchRefusal(gather(names))).name).toBe('ValidationException');
    });
  });

  describe('queries', () => {
    it('gives pages of at most 1 MB that together hold every item once', async () => {
      const sortKeys = ['a', 'b', 'c', 'd', 'e', 'f'];
      for (const sk of sortKeys) await putItem(itemOfBytes(300_000, 'pages', sk));
      const seen: (string | undefined)[] = [];
      let pages = 0;
      let start: Record<string, AttributeValue> | undefined;
      do {
        const page = await queryTable({
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': stringValue('pages') },
          ConsistentRead: true,
          ...(start && { ExclusiveStartKey: start }),
        });
        seen.push(...(page.Items ?? []).map((item) => item.sk?.S));
        start = page.LastEvaluatedKey;
        pages += 1;
      } while (start !== undefined);
      expect(seen).toEqual(sortKeys);
      expect(pages).toBe(2);
    });

    it('refuses consistent reads of an index', async () => {
      const call = queryTable({
        IndexName: 'by-g',
        ConsistentRead: true,
        KeyConditionExpression: 'gpk = :form',
        ExpressionAttributeValues: { ':form': stringValue('x') },
      });
      expect(await catchRefusal(call)).toEqual(
        validationError(/Consistent reads are not supported on global secondary indexes/),
      );
    });

    it('refuses a start key outside of what is asked for', async () => {
      const from = (start: Record<string, AttributeValue>) =>
        queryTable({
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :a)',
          ExpressionAttributeValues: { ':pk': stringValue('pages'), ':a': stringValue('a') },
          ExclusiveStartKey: start,
        });
      const outside = validationError(
        'The provided starting key is outside query boundaries based on provided conditions',
      );
      expect(await catchRefusal(from(itemKey('other', 'a')))).toEqual(outside);
      expect(await catchRefusal(from(itemKey('pages', 'b')))).toEqual(outside);
      await from(itemKey('pages', 'a'));
    });
  });
}
