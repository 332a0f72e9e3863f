import { describe, expect, it } from 'vitest';
import { cellText, csvLine, splitList } from '#shared/options/oneroster/standard/cells.ts';

describe('a cell', () => {
  it('is blank for nothing, and says true, false and numbers as they are', () => {
    expect([null, undefined, true, false, 0, 33.3].map(cellText)).toEqual(['', '', 'true', 'false', '0', '33.3']);
  });

  it('has no line break', () => {
    expect(cellText('14 Lighthouse Road\r\nSan Fernando')).toBe('14 Lighthouse Road San Fernando');
  });

  it('has the members of a list between commas, which no member has', () => {
    expect(cellText(['Art', 'Food, Nutrition and Health'])).toBe('Art,Food Nutrition and Health');
  });

  it('is quoted where it has a comma or a quotation mark, which is doubled', () => {
    expect(csvLine(['a', 'b,c', 'say "d"', ''])).toBe('a,"b,c","say ""d""",\r\n');
  });
});

describe('a list that is read', () => {
  it.each([
    ['a', ['a']],
    ['a,b, c', ['a', 'b', 'c']],
    ['a,,b', ['a', 'b']],
    ['"a, b",c', ['a, b', 'c']],
    ['"say ""a"""', ['say "a"']],
    ['', []],
  ])('of %s has its members', (text, members) => {
    expect(splitList(text)).toEqual(members);
  });
});
