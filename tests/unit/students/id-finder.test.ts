import { describe, expect, it } from 'vitest';
import { createIdFinder, idsWithLeadingZeros, unambiguousId, withoutLeadingZeros } from '#shared/students/id-finder.ts';

describe('imported ids', () => {
  it.each([
    ['01563', '1563'],
    [' 0001563 ', '1563'],
    ['1563', '1563'],
    ['0', '0'],
    ['000', '0'],
    ['0A12', 'A12'],
    ['A012', 'A012'],
    ['1050', '1050'],
    ['0-12', '0-12'],
  ])('%s is compared as %s', (id, bare) => {
    expect(withoutLeadingZeros(id)).toBe(bare);
  });

  const find = createIdFinder(['01563', '1563', '00042', '0000', 'S41']);

  it.each([
    ['1563', '1563', []],
    ['01563', '01563', []],
    ['001563', null, ['01563', '1563']],
    ['42', null, ['00042']],
    ['0', null, ['0000']],
    ['S41', 'S41', []],
    ['0S41', null, ['S41']],
    ['43', null, []],
  ])('%s matches %s exactly, or may be %j', (typed, exact, near) => {
    expect(find(typed)).toEqual({ exact, near });
  });

  it('mean one student where the id is exact, or a single one is near', () => {
    expect(['42', '01563', '001563', '43'].map((typed) => unambiguousId(find(typed)))).toEqual([
      '00042',
      '01563',
      null,
      null,
    ]);
  });

  it('have variants with zeros, up to ten characters', () => {
    expect(idsWithLeadingZeros('01563')).toEqual(['1563', '001563', '0001563', '00001563', '000001563', '0000001563']);
    expect(idsWithLeadingZeros('20250001234')).toEqual([]);
  });
});
