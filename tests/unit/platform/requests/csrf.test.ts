import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCsrfTokenValid, newCsrfToken } from '#functions/platform/requests/csrf.ts';

const key = 'a key of this test';
const isValid = (cookie: string | undefined, header: string | undefined, session = 'T1.secret') =>
  isCsrfTokenValid(key, { cookie, header, session });

describe('a CSRF token', () => {
  it('is valid for its session and key, and is never the same twice', () => {
    const [one, other] = [newCsrfToken(key, 'T1.secret'), newCsrfToken(key, 'T1.secret')];
    expect(one).not.toBe(other);
    expect(isValid(one, one)).toBe(true);
    expect(isValid(one, other)).toBe(false);
    expect(isValid(one, one, 'T2.secret')).toBe(false);
    expect(isValid(one, one, '')).toBe(false);
    expect(isCsrfTokenValid('another key', { cookie: one, header: one, session: 'T1.secret' })).toBe(false);
  });

  it('is not valid when missing on either side', () => {
    const token = newCsrfToken(key, 'T1.secret');
    for (const absent of [undefined, '']) {
      expect([isValid(absent, token), isValid(token, absent), isValid(absent, absent)]).toEqual([false, false, false]);
    }
  });

  it('does not let its random part and the session run into one another', () => {
    const token = newCsrfToken(key, 'b.c');
    const [random = '', signature = ''] = token.split('.');
    const moved = `${random}b.${signature}`;
    expect(isValid(moved, moved, '.c')).toBe(false);
    expect(isValid(moved, moved, 'c')).toBe(false);
  });

  it('is not valid with any letter changed', () => {
    const token = newCsrfToken(key, 'T1.secret');
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, letter) => {
        const changed = token.slice(0, at) + letter + token.slice(at + 1);
        // The last letter of base64 holds four bits that mean nothing, but must be ours all the same.
        expect(isValid(changed, changed)).toBe(changed === token);
      }),
      { seed: 31, numRuns: 500 },
    );
  });
});
