import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCookie, parseCookies } from '#functions/platform/requests/cookies.ts';

describe('cookies of a request', () => {
  it.each<{ header: string | undefined; read: Record<string, string> }>([
    { header: undefined, read: {} },
    { header: '', read: {} },
    { header: 'a=1; b=2', read: { a: '1', b: '2' } },
    { header: 'a=1;b=2', read: { a: '1', b: '2' } },
    { header: '  a = 1 ;; ; b=2;', read: { a: '1', b: '2' } },
    { header: 'a=', read: { a: '' } },
    { header: 'a=b=c', read: { a: 'b=c' } },
    { header: 'alone; =nameless; a=1', read: { a: '1' } },
    { header: 'session=first; session=second', read: { session: 'first' } },
    { header: '__proto__=x; constructor=y', read: { ['__proto__']: 'x', constructor: 'y' } },
  ])('are read from $header', ({ header, read }) => {
    expect([...parseCookies(header)]).toEqual(Object.entries(read));
  });

  it('come back as they were set', () => {
    const value = fc.stringMatching(/^[A-Za-z0-9_.-]*$/);
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(fc.stringMatching(/^[a-z-]+$/), value), { selector: ([name]) => name }),
        (pairs) => {
          const header = pairs.map(([name, text]) => formatCookie(name, text).split(';')[0]).join('; ');
          expect([...parseCookies(header)]).toEqual(pairs);
        },
      ),
      { seed: 31 },
    );
  });

  it('read a header of many thousand blanks in no time to speak of', () => {
    const header = `${' '.repeat(60_000)}a${' '.repeat(60_000)}=${' '.repeat(60_000)}1`;
    expect(parseCookies(header).get('a')).toBe('1');
  });
});
