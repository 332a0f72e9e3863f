import { type AttributeValue, ScanCommand, type TransactWriteItem } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { catchRefusal } from './service-under-test.ts';
import {
  client,
  itemKey,
  putItem,
  queryTable,
  stringValue,
  tableName,
  transactWrite,
  updateItem,
  validationError,
} from './table-under-test.ts';

/** What may stand in an expression. */
export function describeExpressions(): void {
  describe('expressions', () => {
    const never = 'attribute_exists(nowhere)';

    it('refuses names and values that no expression uses, also when the condition fails', async () => {
      const value = validationError(
        'Value provided in ExpressionAttributeValues unused in expressions: keys: {:unused}',
      );
      const name = validationError('Value provided in ExpressionAttributeNames unused in expressions: keys: {#unused}');
      const values = { ConditionExpression: never, ExpressionAttributeValues: { ':unused': stringValue('x') } };
      const names = { ConditionExpression: never, ExpressionAttributeNames: { '#unused': 'x' } };
      const check = (more: object): TransactWriteItem => ({
        ConditionCheck: { TableName: tableName, Key: itemKey('a'), ConditionExpression: never, ...more },
      });
      expect(await catchRefusal(putItem(itemKey('a'), values))).toEqual(value);
      expect(await catchRefusal(putItem(itemKey('a'), names))).toEqual(name);
      expect(await catchRefusal(transactWrite(check(values)))).toEqual(value);
      expect(await catchRefusal(updateItem('a', { ...values, UpdateExpression: 'REMOVE z' }))).toEqual(value);
    });

    it('compare a list as a whole: its elements, their order and their number', async () => {
      const list = (...texts: string[]) => ({ L: texts.map(stringValue) });
      await putItem({ ...itemKey('list'), clubs: list('Chess', 'Choir') });
      const isDone = (call: Promise<unknown>): Promise<boolean> =>
        call.then(
          () => true,
          () => false,
        );
      /** Alone and in a transaction. */
      const holds = async (was: AttributeValue) => {
        const condition = { ConditionExpression: '#clubs = :was', ExpressionAttributeNames: { '#clubs': 'clubs' } };
        const alone = updateItem('list', {
          ...condition,
          UpdateExpression: 'SET seen = :now',
          ExpressionAttributeValues: { ':was': was, ':now': was },
        });
        const check = { TableName: tableName, Key: itemKey('list'), ...condition };
        const together = () =>
          transactWrite({ ConditionCheck: { ...check, ExpressionAttributeValues: { ':was': was } } });
        return [await isDone(alone), await isDone(together())];
      };
      expect(await holds(list('Chess', 'Choir'))).toEqual([true, true]);
      expect(await holds(list('Choir', 'Chess'))).toEqual([false, false]);
      expect(await holds(list('Chess'))).toEqual([false, false]);
      expect(await holds(list('Chess', 'Choir', 'Band'))).toEqual([false, false]);
      expect(await holds(list())).toEqual([false, false]);
      expect(await holds(stringValue('Chess'))).toEqual([false, false]);
      await putItem({ ...itemKey('list'), clubs: list() });
      expect(await holds(list())).toEqual([true, true]);
      expect(await holds(list('Chess'))).toEqual([false, false]);
    });

    it('refuses placeholders that are not defined, also when no item is there to look at', async () => {
      const undefinedValue = queryTable({
        KeyConditionExpression: 'pk = :pk',
        FilterExpression: 'a = :missing',
        ExpressionAttributeValues: { ':pk': stringValue('nobody') },
      });
      expect(await catchRefusal(undefinedValue)).toEqual(
        validationError(
          'Invalid FilterExpression: An expression attribute value used in expression is not defined; attribute value: :missing',
        ),
      );
      expect(await catchRefusal(putItem(itemKey('a'), { ConditionExpression: `${never} AND #missing = a` }))).toEqual(
        validationError(
          'Invalid ConditionExpression: An expression attribute name used in the document path is not defined; attribute name: #missing',
        ),
      );
    });

    it('refuses reserved words, syntax errors and unknown functions', async () => {
      const rename = updateItem('a', {
        UpdateExpression: 'SET name = :n',
        ExpressionAttributeValues: { ':n': stringValue('n') },
      });
      expect(await catchRefusal(rename)).toEqual(
        validationError(/Invalid UpdateExpression: Attribute name is a reserved keyword; reserved keyword: name$/),
      );
      expect((await catchRefusal(putItem(itemKey('a'), { ConditionExpression: 'a ==' }))).name).toBe(
        'ValidationException',
      );
      expect(await catchRefusal(putItem(itemKey('a'), { ConditionExpression: 'exists(a)' }))).toEqual(
        validationError(/Invalid function name; function: exists/),
      );
    });

    it('refuses more than 300 operators and more than 100 operands of IN', async () => {
      const condition = (operators: number) =>
        Array(Math.ceil(operators / 2))
          .fill('a<b')
          .join(' OR ');
      expect(await catchRefusal(putItem(itemKey('a'), { ConditionExpression: condition(303) }))).toEqual(
        validationError('Invalid ConditionExpression: The expression contains too many operators; operator count: 301'),
      );
      expect((await catchRefusal(putItem(itemKey('a'), { ConditionExpression: condition(299) }))).name).toBe(
        'ConditionalCheckFailedException',
      );
      const among = (count: number) => {
        const names = Array.from({ length: count }, (_, index) => `:v${index}`);
        return client.send(
          new ScanCommand({
            TableName: tableName,
            Limit: 1,
            FilterExpression: `a IN (${names.join(', ')})`,
            ExpressionAttributeValues: Object.fromEntries(names.map((name) => [name, stringValue(name)])),
          }),
        );
      };
      expect(await catchRefusal(among(101))).toEqual(
        validationError(
          'Invalid FilterExpression: The IN operator is provided with too many operands; number of operands: 101',
        ),
      );
      await among(100);
    });

    it('refuses updates of key attributes and of overlapping paths', async () => {
      const untouchable = validationError(/Cannot update attribute pk. This attribute is part of the key$/);
      const change = { UpdateExpression: 'SET pk = :x', ExpressionAttributeValues: { ':x': stringValue('x') } };
      expect(await catchRefusal(updateItem('a', change))).toEqual(untouchable);
      const inTransaction = transactWrite({ Update: { TableName: tableName, Key: itemKey('a'), ...change } });
      expect(await catchRefusal(inTransaction)).toEqual(untouchable);
      const overlapping = {
        UpdateExpression: 'SET m.a = :x, m = :x',
        ExpressionAttributeValues: { ':x': stringValue('x') },
      };
      expect(await catchRefusal(updateItem('a', overlapping))).toEqual(validationError(/Two document paths overlap/));
    });
  });
}
