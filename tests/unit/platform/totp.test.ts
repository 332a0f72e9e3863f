import { describe, expect, it } from 'vitest';
import { findStepOfCode, fromBase32, makeTotpCode, toBase32, totpStepAt } from '../../../local/cognito/totp.ts';

/** RFC 6238, appendix B, the rows of SHA-1. */
const secret = Buffer.from('12345678901234567890');
const vectors = [
  { seconds: 59, code: '94287082' },
  { seconds: 1_111_111_109, code: '07081804' },
  { seconds: 1_111_111_111, code: '14050471' },
  { seconds: 1_234_567_890, code: '89005924' },
  { seconds: 2_000_000_000, code: '69279037' },
  { seconds: 20_000_000_000, code: '65353130' },
];

describe('the codes of an authenticator app', () => {
  it.each(vectors)('are those of RFC 6238 at $seconds seconds', ({ seconds, code }) => {
    const step = totpStepAt(seconds * 1000);
    expect(makeTotpCode(secret, step, 8)).toBe(code);
    expect(makeTotpCode(secret, step)).toBe(code.slice(2));
  });

  it('are taken a step early and a step late, and no further', () => {
    const steps = [-2, -1, 0, 1, 2].map((off) => findStepOfCode(secret, '081804', (1_111_111_109 + off * 30) * 1000));
    expect(steps).toEqual([undefined, 37_037_036, 37_037_036, 37_037_036, undefined]);
  });

  // RFC 4648, section 10, without padding.
  it.each([
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('come from secrets that are written in base 32: %s is %s', (text, written) => {
    expect(toBase32(Buffer.from(text))).toBe(written);
    expect(fromBase32(written).toString()).toBe(text);
  });
});
