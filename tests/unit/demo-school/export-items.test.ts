import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { attributeValue, exportItems } from '../../../local/demo-school/export-items.ts';

it('writes every kind of value that the stores use as DynamoDB names it', () => {
  const value = {
    text: 'Šárka',
    zero: '007',
    number: 18.5,
    yes: true,
    none: null,
    list: [1, 'a'],
    set: new Set(['x', 'y']),
  };
  expect(attributeValue(value)).toEqual({
    M: {
      text: { S: 'Šárka' },
      zero: { S: '007' },
      number: { N: '18.5' },
      yes: { BOOL: true },
      none: { NULL: true },
      list: { L: [{ N: '1' }, { S: 'a' }] },
      set: { SS: ['x', 'y'] },
    },
  });
});

it.each([[new Date(0)], [new Set()], [new Set([1])], [new Map()], [Symbol.iterator]])('refuses %o', (value) => {
  expect(() => attributeValue(value)).toThrow(TypeError);
});

it('writes one item a line and leaves undefined attributes out', () => {
  const folder = mkdtempSync(join(tmpdir(), 'export-items-'));
  try {
    const file = join(folder, 'items.json');
    exportItems(
      [
        { pk: 'a', sk: 'b', gone: undefined },
        { pk: 'c', sk: 'line\nbreak' },
      ],
      file,
    );
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { Item: { pk: { S: 'a' }, sk: { S: 'b' } } },
      { Item: { pk: { S: 'c' }, sk: { S: 'line\nbreak' } } },
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
