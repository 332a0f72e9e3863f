import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCanonicalText } from '#functions/platform/canonical-text.ts';

describe('the canonical text of a value', () => {
  it('is one, whatever JSON the value came from', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = toCanonicalText(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(toCanonicalText(JSON.parse(JSON.stringify(value, null, 2)))).toBe(text);
      }),
    );
  });

  it('names the properties in one order at any depth, and none that is undefined', () => {
    const one = { b: [{ y: 1, x: undefined, 10: 2 }], a: { d: null, c: 'C' } };
    const other = { a: { c: 'C', d: null }, b: [{ 10: 2, y: 1 }] };
    expect(toCanonicalText(one)).toBe('{"a":{"c":"C","d":null},"b":[{"10":2,"y":1}]}');
    expect(toCanonicalText(other)).toBe(toCanonicalText(one));
  });

  it.each([
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [undefined],
    [new Set(['a'])],
    [new Map([['a', 1]])],
  ])('is none for %s, which JSON cannot have', (value) => {
    expect(() => toCanonicalText({ list: [value] })).toThrow(TypeError);
  });
});
