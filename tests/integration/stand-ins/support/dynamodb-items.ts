import { ConditionalCheckFailedException, GetItemCommand, UpdateTimeToLiveCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { catchRefusal } from './service-under-test.ts';
import {
  client,
  getItem,
  itemKey,
  itemOfBytes,
  maxItemBytes,
  putItem,
  stringValue,
  tableName,
  updateItem,
  validationError,
} from './table-under-test.ts';

/** What may be written, and under which conditions. */
export function describeItems(): void {
  describe('items', () => {
    it('gives back every type of value unchanged', async () => {
      const item = {
        ...itemKey('types'),
        text: stringValue('Ő’Neill ≤ 😀'),
        number: { N: '-12.5' },
        binary: { B: new Uint8Array([0, 255, 7]) },
        flag: { BOOL: false },
        nothing: { NULL: true },
        empty: stringValue(''),
        list: { L: [stringValue('a'), { N: '1' }] },
        map: { M: { inner: { L: [] } } },
        words: { SS: ['a'] },
        numbers: { NS: ['3'] },
      };
      await putItem(item);
      expect(await getItem('types')).toEqual(item);
    });

    it('accepts an item of exactly 400 KB and refuses one byte more', async () => {
      await putItem(itemOfBytes(maxItemBytes, 'size'));
      expect(await catchRefusal(putItem(itemOfBytes(maxItemBytes + 1, 'size')))).toEqual(
        validationError('Item size has exceeded the maximum allowed size'),
      );
    });

    it('counts the bytes of UTF-8, not characters', async () => {
      const item = { ...itemKey('utf8'), d: stringValue('é'.repeat(maxItemBytes / 2 + 1)) };
      expect(await catchRefusal(putItem(item))).toEqual(
        validationError('Item size has exceeded the maximum allowed size'),
      );
    });

    it('refuses an update that makes an item larger than 400 KB', async () => {
      await putItem(itemOfBytes(maxItemBytes - 100, 'grow'));
      const grow = updateItem('grow', {
        UpdateExpression: 'SET more = :more',
        ExpressionAttributeValues: { ':more': stringValue('m'.repeat(200)) },
      });
      expect(await catchRefusal(grow)).toEqual(
        validationError('Item size to update has exceeded the maximum allowed size'),
      );
      expect(await getItem('grow')).not.toHaveProperty('more');
    });

    it('refuses empty strings in keys of the table and of an index', async () => {
      const message = /cannot contain an empty string value/;
      expect(await catchRefusal(putItem(itemKey('')))).toEqual(validationError(message));
      expect(await catchRefusal(putItem(itemKey('a', '')))).toEqual(validationError(message));
      expect(await catchRefusal(putItem({ ...itemKey('a'), gpk: stringValue(''), gsk: stringValue('x') }))).toEqual(
        validationError(message),
      );
      const emptied = updateItem('a', {
        UpdateExpression: 'SET gpk = :none',
        ExpressionAttributeValues: { ':none': stringValue('') },
      });
      expect(await catchRefusal(emptied)).toEqual(validationError(message));
    });

    it('refuses index keys above 2,048 and 1,024 bytes', async () => {
      const hash = validationError(
        'One or more parameter values were invalid: Size of hashkey has exceeded the maximum size limit of2048 bytes',
      );
      const range = validationError(
        'One or more parameter values were invalid: Aggregated size of all range keys has exceeded the size limit of 1024 bytes',
      );
      await putItem({
        ...itemKey('index-keys'),
        gpk: stringValue('h'.repeat(2048)),
        gsk: stringValue('r'.repeat(1024)),
      });
      expect(
        await catchRefusal(putItem({ ...itemKey('a'), gpk: stringValue('h'.repeat(2049)), gsk: stringValue('r') })),
      ).toEqual(hash);
      expect(
        await catchRefusal(putItem({ ...itemKey('a'), gpk: stringValue('h'), gsk: stringValue('r'.repeat(1025)) })),
      ).toEqual(range);
      const long = updateItem('a', {
        UpdateExpression: 'SET #g = :long, gpk = :h',
        ExpressionAttributeNames: { '#g': 'gsk' },
        ExpressionAttributeValues: { ':long': stringValue('r'.repeat(1025)), ':h': stringValue('h') },
      });
      expect(await catchRefusal(long)).toEqual(range);
    });

    it('refuses a number with more than 38 digits, an empty set and a set with duplicates', async () => {
      expect((await catchRefusal(putItem({ ...itemKey('a'), n: { N: '1'.repeat(39) } }))).name).toBe(
        'ValidationException',
      );
      expect((await catchRefusal(putItem({ ...itemKey('a'), s: { SS: [] } }))).name).toBe('ValidationException');
      expect((await catchRefusal(putItem({ ...itemKey('a'), s: { SS: ['x', 'x'] } }))).name).toBe(
        'ValidationException',
      );
    });

    it('answers ResourceNotFoundException for a table that is not there', async () => {
      const call = client.send(new GetItemCommand({ TableName: 'formroom-no-such-table', Key: itemKey('a') }));
      expect(await catchRefusal(call)).toMatchObject({ name: 'ResourceNotFoundException', status: 400 });
    });
  });

  describe('conditions', () => {
    it('gives back the item that stood in the way, when asked', async () => {
      await putItem({ ...itemKey('conflict'), mark: { N: '61' } });
      const blind = putItem(itemKey('conflict'), {
        ConditionExpression: 'attribute_not_exists(pk)',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
      const error = await blind.catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ConditionalCheckFailedException);
      expect((error as ConditionalCheckFailedException).Item).toEqual({ ...itemKey('conflict'), mark: { N: '61' } });
    });

    it('lets exactly one of many writers with the same version win', async () => {
      await putItem({ ...itemKey('race'), version: { N: '1' } });
      const attempts = Array.from({ length: 20 }, () =>
        updateItem('race', {
          UpdateExpression: 'SET version = version + :one',
          ConditionExpression: 'version = :seen',
          ExpressionAttributeValues: { ':one': { N: '1' }, ':seen': { N: '1' } },
        }).then(
          () => 'won',
          (error: Error) => error.name,
        ),
      );
      const outcomes = await Promise.all(attempts);
      expect(outcomes.filter((outcome) => outcome === 'won')).toHaveLength(1);
      expect(new Set(outcomes)).toEqual(new Set(['won', 'ConditionalCheckFailedException']));
      expect(await getItem('race')).toMatchObject({ version: { N: '2' } });
    });
  });

  it('lets items expire by an attribute', async () => {
    const { TimeToLiveSpecification } = await client.send(
      new UpdateTimeToLiveCommand({
        TableName: tableName,
        TimeToLiveSpecification: { AttributeName: 'expires', Enabled: true },
      }),
    );
    expect(TimeToLiveSpecification).toEqual({ AttributeName: 'expires', Enabled: true });
  });
}
