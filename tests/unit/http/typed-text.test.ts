import { describe, expect, it } from 'vitest';
import { parseTypedText } from '#shared/marks/parse-typed.ts';
import { hiddenLeftOutMessage, removeHiddenCharacters, whyHiddenRefused } from '#shared/typed-text.ts';

describe('characters that nobody sees', () => {
  it.each([
    ['a control character', 'Good\u0007 work', 'U+0007'],
    ['delete', 'Good\u007f', 'U+007F'],
    ['a line break of another age', 'Good\vwork', 'U+000B'],
    ['an override of the direction', 'abc\u202egpj.exe', 'U+202E'],
    ['a half of a character', 'Good \ud83d', 'U+D83D'],
    ['what no document can hold', 'Good \uffff', 'U+FFFF'],
    ['an isolate', '\u2067abc\u2069', 'U+2067'],
  ])('are named: %s', (_, text, code) => {
    expect(whyHiddenRefused(text)).toBe(
      `It has a character that cannot be seen (${code}). Type it again, without copying.`,
    );
  });

  it.each([
    '\u200b',
    ' \u200b\u00ad',
    '\ufeff\n',
    '\u3164',
    '\u200d\u200c',
  ])('are not a text by themselves: %j', (text) => {
    expect(whyHiddenRefused(text)).toBe('It has only characters that cannot be seen. Type it again.');
    expect(removeHiddenCharacters(text).text).toBe('');
  });

  it.each([
    'Good work.\n\tMore.',
    'नमस्ते क्‍ष',
    'Zoë O’Brien-Núñez',
    '\u200fعلي',
    'Soft\u00adhyphen',
    '👩\u200d🏫 teaches',
    '',
    '  ',
  ])('are not those of %j', (text) => {
    expect(whyHiddenRefused(text)).toBeNull();
    expect(removeHiddenCharacters(text)).toEqual({ text, count: 0 });
  });

  it('are left out of what is pasted, and counted; breaks of another age are today’s', () => {
    expect(removeHiddenCharacters('a\u202ab\u202c\r\nc\vd\u0000')).toEqual({ text: 'ab\nc\nd', count: 3 });
    expect(hiddenLeftOutMessage(3)).toBe('3 characters that cannot be seen were left out.');
    expect(parseTypedText(' Good\u0000 work ', 20)).toEqual({
      value: 'Good work',
      note: { kind: 'clamped', typed: 'Good work', message: '1 character that cannot be seen was left out.' },
    });
    expect(parseTypedText('\u200b', 20).value).toBeNull();
  });
});
