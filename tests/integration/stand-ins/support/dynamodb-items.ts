import { describe, expect, it } from 'vitest';
import { catchRefusal } from './service-under-test.ts';
import {
  getItem,
  itemKey,
  itemOfBytes,
  maxItemBytes,
  putItem,
  stringValue,
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
  });
}
