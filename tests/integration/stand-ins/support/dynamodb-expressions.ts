import { type AttributeValue, DeleteItemCommand, ScanCommand, type TransactWriteItem } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { refusalOf } from './service-under-test.ts';
import { client, get, invalid, key, put, query, tableName, text, transact, update } from './table-under-test.ts';

/** What may stand in an expression. */
export function describeExpressions(): void {
  describe('expressions', () => {
    const never = 'attribute_exists(nowhere)';

    it('refuses names and values that no expression uses, also when the condition fails', async () => {
      const value = invalid('Value provided in ExpressionAttributeValues unused in expressions: keys: {:unused}');
      const name = invalid('Value provided in ExpressionAttributeNames unused in expressions: keys: {#unused}');
      const values = { ConditionExpression: never, ExpressionAttributeValues: { ':unused': text('x') } };
      const names = { ConditionExpression: never, ExpressionAttributeNames: { '#unused': 'x' } };
      const remove = (more: object) =>
        client.send(new DeleteItemCommand({ TableName: tableName, Key: key('a'), ...more }));
      const check = (more: object): TransactWriteItem => ({
        ConditionCheck: { TableName: tableName, Key: key('a'), ConditionExpression: never, ...more },
      });
      expect(await refusalOf(put(key('a'), values))).toEqual(value);
      expect(await refusalOf(put(key('a'), names))).toEqual(name);
      expect(await refusalOf(remove(values))).toEqual(value);
      expect(await refusalOf(remove(names))).toEqual(name);
      expect(await refusalOf(transact(check(values)))).toEqual(value);
      expect(await refusalOf(transact(check(names)))).toEqual(name);
      expect(await refusalOf(update('a', { ...values, UpdateExpression: 'REMOVE z' }))).toEqual(value);
    });

    it('compare a list as a whole: its elements, their order and their number', async () => {
      const list = (...texts: string[]) => ({ L: texts.map(text) });
      await put({ ...key('list'), clubs: list('Chess', 'Choir') });
      const isDone = (call: Promise<unknown>): Promise<boolean> =>
        call.then(
          () => true,
          () => false,
        );
      /** Alone and in a transaction. */
      const holds = async (was: AttributeValue) => {
        const condition = { ConditionExpression: '#clubs = :was', ExpressionAttributeNames: { '#clubs': 'clubs' } };
        const alone = update('list', {
          ...condition,
          UpdateExpression: 'SET seen = :now',
          ExpressionAttributeValues: { ':was': was, ':now': was },
        });
        const check = { TableName: tableName, Key: key('list'), ...condition };
        const together = () => transact({ ConditionCheck: { ...check, ExpressionAttributeValues: { ':was': was } } });
        return [await isDone(alone), await isDone(together())];
      };
      expect(await holds(list('Chess', 'Choir'))).toEqual([true, true]);
      expect(await holds(list('Choir', 'Chess'))).toEqual([false, false]);
      expect(await holds(list('Chess'))).toEqual([false, false]);
      expect(await holds(list('Chess', 'Choir', 'Band'))).toEqual([false, false]);
      expect(await holds(list())).toEqual([false, false]);
      expect(await holds(text('Chess'))).toEqual([false, false]);
      await put({ ...key('list'), clubs: list() });
      expect(await holds(list())).toEqual([true, true]);
      expect(await holds(list('Chess'))).toEqual([false, false]);
    });

    it('refuses placeholders that are not defined, also when no item is there to look at', async () => {
      const undefinedValue = query({
        KeyConditionExpression: 'pk = :pk',
        FilterExpression: 'a = :missing',
        ExpressionAttributeValues: { ':pk': text('nobody') },
      });
      expect(await refusalOf(undefinedValue)).toEqual(
        invalid(
          'Invalid FilterExpression: An expression attribute value used in expression is not defined; attribute value: :missing',
        ),
      );
      expect(await refusalOf(put(key('a'), { ConditionExpression: `${never} AND #missing = a` }))).toEqual(
        invalid(
          'Invalid ConditionExpression: An expression attribute name used in the document path is not defined; attribute name: #missing',
        ),
      );
    });

    it('refuses reserved words, syntax errors and unknown functions', async () => {
      const rename = update('a', { UpdateExpression: 'SET name = :n', ExpressionAttributeValues: { ':n': text('n') } });
      expect(await refusalOf(rename)).toEqual(
        invalid(/Invalid UpdateExpression: Attribute name is a reserved keyword; reserved keyword: name$/),
      );
      expect((await refusalOf(put(key('a'), { ConditionExpression: 'a ==' }))).name).toBe('ValidationException');
      expect(await refusalOf(put(key('a'), { ConditionExpression: 'exists(a)' }))).toEqual(
        invalid(/Invalid function name; function: exists/),
      );
    });

    it('refuses more than 300 operators and more than 100 operands of IN', async () => {
      const condition = (operators: number) =>
        Array(Math.ceil(operators / 2))
          .fill('a<b')
          .join(' OR ');
      expect(await refusalOf(put(key('a'), { ConditionExpression: condition(303) }))).toEqual(
        invalid('Invalid ConditionExpression: The expression contains too many operators; operator count: 301'),
      );
      expect((await refusalOf(put(key('a'), { ConditionExpression: condition(299) }))).name).toBe(
        'ConditionalCheckFailedException',
      );
      const among = (count: number) => {
        const names = Array.from({ length: count }, (_, index) => `:v${index}`);
        return client.send(
          new ScanCommand({
            TableName: tableName,
            Limit: 1,
            FilterExpression: `a IN (${names.join(', ')})`,
            ExpressionAttributeValues: Object.fromEntries(names.map((name) => [name, text(name)])),
          }),
        );
      };
      expect(await refusalOf(among(101))).toEqual(
        invalid(
          'Invalid FilterExpression: The IN operator is provided with too many operands; number of operands: 101',
        ),
      );
      await among(100);
    });

    it('refuses comparisons that cannot be made', async () => {
      expect(await refusalOf(put(key('a'), { ConditionExpression: 'a = a' }))).toEqual(
        invalid(/^Invalid ConditionExpression: The first operand must be distinct from the remaining operands/),
      );
      const ordered = { ConditionExpression: 'a < :b', ExpressionAttributeValues: { ':b': { BOOL: true } } };
      expect(await refusalOf(put(key('a'), ordered))).toEqual(
        invalid(
          'Invalid ConditionExpression: Incorrect operand type for operator or function; operator: <, operand type: BOOL',
        ),
      );
    });

    it('accepts the words BETWEEN, AND, NOT and nested functions in one condition', async () => {
      await put({ ...key('words'), n: { N: '5' }, list: { L: [text('q')] } });
      await put(key('words'), {
        ConditionExpression:
          'n BETWEEN :low AND :high AND NOT contains(#list[0], :other) AND (size(#list) <= :high OR attribute_type(n, :type))',
        ExpressionAttributeNames: { '#list': 'list' },
        ExpressionAttributeValues: { ':low': { N: '1' }, ':high': { N: '9' }, ':other': text('z'), ':type': text('N') },
      });
      expect(await get('words')).toEqual(key('words'));
    });

    it('refuses updates of key attributes and of overlapping paths', async () => {
      const untouchable = invalid(/Cannot update attribute pk. This attribute is part of the key$/);
      const change = { UpdateExpression: 'SET pk = :x', ExpressionAttributeValues: { ':x': text('x') } };
      expect(await refusalOf(update('a', change))).toEqual(untouchable);
      const inTransaction = transact({ Update: { TableName: tableName, Key: key('a'), ...change } });
      expect(await refusalOf(inTransaction)).toEqual(untouchable);
      const overlapping = { UpdateExpression: 'SET m.a = :x, m = :x', ExpressionAttributeValues: { ':x': text('x') } };
      expect(await refusalOf(update('a', overlapping))).toEqual(invalid(/Two document paths overlap/));
    });

    it('lets an update read the keys that it may not change', async () => {
      await put(key('reads-keys'));
      const twin = { UpdateExpression: 'SET twin = if_not_exists(twin, pk)' };
      await transact({ Update: { TableName: tableName, Key: key('reads-keys'), ...twin } });
      expect(await get('reads-keys')).toMatchObject({ twin: text('reads-keys') });
    });
  });
}
