import { describe, expect, it } from 'vitest';
import { createTextMatcher, foldForSearch } from '../../../web/ui/fields/search-text.ts';

describe('a search', () => {
  it.each([
    ['1563', '01563 Bell, Anna', true],
    ['01563', '1563 Bell, Anna', true],
    ['001563', '01563 Bell, Anna', true],
    ['01563', '11563 Bell, Anna', false],
    ['01', '1563 Bell, Anna', false],
    ['01', '0155 Bell, Anna', true],
    ['emile', 'Émile', true],
    ['0', '1563', false],
  ])('for %s in “%s” is %s', (typed, text, isFound) => {
    expect(createTextMatcher(typed)(foldForSearch(text))).toBe(isFound);
  });
});
