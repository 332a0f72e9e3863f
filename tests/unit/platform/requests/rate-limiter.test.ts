import { describe, expect, it } from 'vitest';
import { RateLimiter, slowedMilliseconds } from '#functions/platform/requests/rate-limiter.ts';

const noon = Date.UTC(2026, 1, 10, 12);

/** How many of so many calls in one moment are let through. */
const admitted = (
  pace: RateLimiter,
  calls: number,
  callers: Parameters<RateLimiter['admits']>[0],
  now = noon,
): number => Array.from({ length: calls }, () => pace.admits(callers, now)).filter(Boolean).length;

describe('how fast a function is called', () => {
  it('lets a browser call 600 times at once, and twenty times a second from then on', () => {
    const pace = new RateLimiter();
    expect(admitted(pace, 900, { device: 'one' })).toBe(600);
    expect(admitted(pace, 500, { device: 'one' }, noon + 1000)).toBe(20);
    expect(admitted(pace, 500, { device: 'one' }, noon + slowedMilliseconds)).toBe(180);
    expect(admitted(pace, 900, { device: 'one' }, noon + 60_000)).toBe(600);
  });

  it('lets a person call half as often again, with however many browsers', () => {
    const pace = new RateLimiter();
    const all = ['a', 'b', 'c', 'd'].map((device) => admitted(pace, 600, { device, person: 'T1' }));
    expect(all).toEqual([600, 300, 0, 0]);
    expect(admitted(pace, 600, { device: 'e', person: 'T2' })).toBe(600);
  });

  it('takes nothing from a person whose browser has none left', () => {
    const pace = new RateLimiter();
    admitted(pace, 900, { device: 'a', person: 'T1' });
    expect(admitted(pace, 900, { device: 'b', person: 'T1' })).toBe(300);
  });

  it('tells browsers, persons and networks of one name apart', () => {
    const pace = new RateLimiter();
    admitted(pace, 900, { device: 'one' });
    expect(admitted(pace, 900, { network: 'one' })).toBe(600);
    expect(admitted(pace, 1200, { person: 'one' })).toBe(900);
  });

  it('refuses nobody for long after a clock that was wrong for a moment', () => {
    const pace = new RateLimiter();
    admitted(pace, 600, { device: 'one' }, noon + 86_400_000);
    expect(admitted(pace, 1, { device: 'one' }, noon)).toBe(0);
    expect(admitted(pace, 600, { device: 'one' }, noon + 30_000)).toBe(600);
  });

  it('remembers a browser that was too fast while it drops thousands of quiet ones', () => {
    const pace = new RateLimiter();
    admitted(pace, 600, { device: 'one' });
    for (let name = 0; name < 10_001; name += 1) pace.admits({ network: `${name}` }, noon);
    expect(pace.remembered).toBe(10_002);
    pace.admits({ network: 'another' }, noon + 1000);
    expect(pace.remembered).toBe(2);
    expect(admitted(pace, 100, { device: 'one' }, noon + 1000)).toBe(20);
  });
});
