import { ConditionalCheckFailedException, GetItemCommand, UpdateTimeToLiveCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { refusalOf } from './service-under-test.ts';
import { client, get, invalid, itemOf, key, limit, put, tableName, text, update } from './table-under-test.ts';

/** What may be written, and under which conditions. */
export function describeItems(): void {
  describe('items', () => {
    it('gives back every type of value unchanged', async () => {
      const item = {
        ...key('types'),
        text: text('Ő’Neill ≤ 😀'),
        number: { N: '-12.5' },
        binary: { B: new Uint8Array([0, 255, 7]) },
        flag: { BOOL: false },
        nothing: { NULL: true },
        empty: text(''),
        list: { L: [text('a'), { N: '1' }] },
        map: { M: { inner: { L: [] } } },
        words: { SS: ['a'] },
        numbers: { NS: ['3'] },
      };
      await put(item);
      expect(await get('types')).toEqual(item);
    });

    it('accepts an item of exactly 400 KB and refuses one byte more', async () => {
      await put(itemOf(limit, 'size'));
      expect(await refusalOf(put(itemOf(limit + 1, 'size')))).toEqual(
        invalid('Item size has exceeded the maximum allowed size'),
      );
    });

    it('counts the bytes of UTF-8, not characters', async () => {
      const item = { ...key('utf8'), d: text('é'.repeat(limit / 2 + 1)) };
      expect(await refusalOf(put(item))).toEqual(invalid('Item size has exceeded the maximum allowed size'));
    });

    it('refuses an update that makes an item larger than 400 KB', async () => {
      await put(itemOf(limit - 100, 'grow'));
      const grow = update('grow', {
        UpdateExpression: 'SET more = :more',
        ExpressionAttributeValues: { ':more': text('m'.repeat(200)) },
      });
      expect(await refusalOf(grow)).toEqual(invalid('Item size to update has exceeded the maximum allowed size'));
      expect(await get('grow')).not.toHaveProperty('more');
    });

    it('refuses empty strings in keys of the table and of an index', async () => {
      const message = /cannot contain an empty string value/;
      expect(await refusalOf(put(key('')))).toEqual(invalid(message));
      expect(await refusalOf(put(key('a', '')))).toEqual(invalid(message));
      expect(await refusalOf(put({ ...key('a'), gpk: text(''), gsk: text('x') }))).toEqual(invalid(message));
      const emptied = update('a', {
        UpdateExpression: 'SET gpk = :none',
        ExpressionAttributeValues: { ':none': text('') },
      });
      expect(await refusalOf(emptied)).toEqual(invalid(message));
    });

    it('refuses index keys above 2,048 and 1,024 bytes', async () => {
      const hash = invalid(
        'One or more parameter values were invalid: Size of hashkey has exceeded the maximum size limit of2048 bytes',
      );
      const range = invalid(
        'One or more parameter values were invalid: Aggregated size of all range keys has exceeded the size limit of 1024 bytes',
      );
      await put({ ...key('index-keys'), gpk: text('h'.repeat(2048)), gsk: text('r'.repeat(1024)) });
      expect(await refusalOf(put({ ...key('a'), gpk: text('h'.repeat(2049)), gsk: text('r') }))).toEqual(hash);
      expect(await refusalOf(put({ ...key('a'), gpk: text('h'), gsk: text('r'.repeat(1025)) }))).toEqual(range);
      const long = update('a', {
        UpdateExpression: 'SET #g = :long, gpk = :h',
        ExpressionAttributeNames: { '#g': 'gsk' },
        ExpressionAttributeValues: { ':long': text('r'.repeat(1025)), ':h': text('h') },
      });
      expect(await refusalOf(long)).toEqual(range);
    });

    it('refuses a number with more than 38 digits, an empty set and a set with duplicates', async () => {
      expect((await refusalOf(put({ ...key('a'), n: { N: '1'.repeat(39) } }))).name).toBe('ValidationException');
      expect((await refusalOf(put({ ...key('a'), s: { SS: [] } }))).name).toBe('ValidationException');
      expect((await refusalOf(put({ ...key('a'), s: { SS: ['x', 'x'] } }))).name).toBe('ValidationException');
    });

    it('answers ResourceNotFoundException for a table that is not there', async () => {
      const call = client.send(new GetItemCommand({ TableName: 'formroom-no-such-table', Key: key('a') }));
      expect(await refusalOf(call)).toMatchObject({ name: 'ResourceNotFoundException', status: 400 });
    });
  });

  describe('conditions', () => {
    it('gives back the item that stood in the way, when asked', async () => {
      await put({ ...key('conflict'), mark: { N: '61' } });
      const blind = put(key('conflict'), {
        ConditionExpression: 'attribute_not_exists(pk)',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
      const error = await blind.catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ConditionalCheckFailedException);
      expect((error as ConditionalCheckFailedException).Item).toEqual({ ...key('conflict'), mark: { N: '61' } });
    });

    it('lets exactly one of many writers with the same version win', async () => {
      await put({ ...key('race'), version: { N: '1' } });
      const attempts = Array.from({ length: 20 }, () =>
        update('race', {
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
      expect(await get('race')).toMatchObject({ version: { N: '2' } });
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
