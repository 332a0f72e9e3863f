import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJsonObject } from '#functions/platform/requests/json-body.ts';

/** JSON as a tree of pairs, which, unlike a value, can hold a name twice. */
type Tree = string | number | boolean | null | readonly Tree[] | { pairs: readonly (readonly [string, Tree])[] };

/** Few names, so that they meet often; the odd ones need escapes. */
const name = fc.constantFrom('a', 'b', 'was', '', '"', '\\', 'a"', ':', '{', ',"a":1', '__proto_', 'é', '\u2028', '😀');
const { tree } = fc.letrec<{ tree: Tree; object: Tree }>((tie) => ({
  object: fc.array(fc.tuple(name, tie('tree')), { maxLength: 4 }).map((pairs) => ({ pairs })),
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.boolean(), fc.constant(null), name),
    fc.array(tie('tree'), { maxLength: 3 }),
    tie('object'),
  ),
}));
const topObject = fc.array(fc.tuple(name, tree), { maxLength: 4 }).map((pairs): Tree => ({ pairs }));

const isObject = (value: Tree): value is { pairs: readonly (readonly [string, Tree])[] } =>
  typeof value === 'object' && value !== null && 'pairs' in value;

/** Written out by hand, with blanks, and with names spelt in letters or in escapes. */
function write(value: Tree, spell: (text: string) => string): string {
  if (isObject(value))
    return `{ ${value.pairs.map(([key, one]) => `${spell(key)} :\t${write(one, spell)}`).join(' ,\n')} }`;
  if (Array.isArray(value)) return `[${value.map((one) => write(one, spell)).join(' , ')}]`;
  return typeof value === 'string' ? spell(value) : JSON.stringify(value);
}
const inLetters = (text: string) => JSON.stringify(text);
const inEscapes = (text: string) =>
  `"${Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`;

/** The oracle walks the tree, not the text. */
function repeatsName(value: Tree): boolean {
  if (Array.isArray(value)) return value.some(repeatsName);
  if (!isObject(value)) return false;
  const names = value.pairs.map(([key]) => key);
  return new Set(names).size < names.length || value.pairs.some(([, one]) => repeatsName(one));
}

describe('the JSON of a request', () => {
  it('is refused exactly when an object of it names a field twice, however it is spelt', () => {
    let repeated = 0;
    const spelling = fc.constantFrom(inLetters, inEscapes);
    fc.assert(
      fc.property(topObject, spelling, (value, spell) => {
        const text = write(value, spell);
        if (repeatsName(value)) {
          repeated += 1;
          expect(() => parseJsonObject(text)).toThrow('A field is in the request twice');
        } else {
          expect(parseJsonObject(text)).toEqual(JSON.parse(text));
        }
      }),
      { seed: 31, numRuns: 2000 },
    );
    expect(repeated).toBeGreaterThan(200);
  });

  it('is refused exactly when a string of it, name or value, holds half a character', () => {
    const units = fc.array(fc.constantFrom('a', '\\', '"', '\ud83d', '\ude00', 'é'), { maxLength: 6 });
    const text = units.map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, inLettersOrEscapes, (key, value, spell) => {
        const json = `{${spell(`x${key}`)}:[{"y":${spell(value)}}]}`;
        const isWhole = key.isWellFormed() && value.isWellFormed();
        if (isWhole) expect(parseJsonObject(json)).toEqual({ [`x${key}`]: [{ y: value }] });
        else expect(() => parseJsonObject(json)).toThrow('not valid text');
      }),
      { seed: 31, numRuns: 2000 },
    );
  });

  it.each([
    '{"__proto__":1}',
    '{"a":{"__proto__":{}}}',
    '{"a":[{"\\u005f_proto__":1}]}',
    '{"a":1,"__proto\\u005f_":2}',
  ])('is refused when it is %s', (text) => {
    expect(() => parseJsonObject(text)).toThrow('could not be read');
  });

  it('may hold __proto__ as a value, and constructor as a name', () => {
    expect(parseJsonObject('{"a":"__proto__","b":["__proto__"]}')).toEqual({ a: '__proto__', b: ['__proto__'] });
    expect(Object.keys(parseJsonObject('{"constructor":1}'))).toEqual(['constructor']);
  });

  it.each([
    '',
    ' ',
    '{',
    '[]',
    'null',
    '1',
    '"a"',
    'true',
    '{"a":1}}',
    "{'a':1}",
  ])('is refused when it is %j', (text) => {
    expect(() => parseJsonObject(text)).toThrow();
  });

  it('may be long and deep without ending the process', () => {
    const deep = `{"a":${'[{"a":'.repeat(50_000)}1${'}]'.repeat(50_000)}}`;
    expect(Object.keys(parseJsonObject(deep))).toEqual(['a']);
    const escapes = `{"a":"${'\\\\'.repeat(400_000)}","b":"${'x'.repeat(900_000)}"}`;
    expect(Object.keys(parseJsonObject(escapes))).toEqual(['a', 'b']);
  });
});

const inLettersOrEscapes = fc.constantFrom(inLetters, inEscapes);
