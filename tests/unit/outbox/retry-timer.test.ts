import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RetryTimer } from '../../../web/outbox/save-failure.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A timer of a page whose share of the wait is `chance`, from 0 to 1. */
function timerAt(chance: number) {
  vi.spyOn(Math, 'random').mockReturnValue(chance);
  const act = vi.fn();
  return { timer: new RetryTimer(act), act };
}

/** Milliseconds until a started timer acts. */
function untilItActs(timer: RetryTimer, act: ReturnType<typeof vi.fn>): number {
  act.mockClear();
  timer.start();
  let waited = 0;
  for (; act.mock.calls.length === 0 && waited < 60_000; waited += 1) vi.advanceTimersByTime(1);
  timer.stop();
  return waited;
}

it.each([
  ['half of it', 0, [500, 1000, 2000, 4000, 8000, 15_000, 15_000]],
  ['three quarters of it', 0.5, [750, 1500, 3000, 6000, 12_000, 22_500, 22_500]],
  ['all of it', 1, [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]],
])('waits a second and then twice as long each time, up to half a minute: %s', (_share, chance, waits) => {
  const { timer, act } = timerAt(chance);
  expect(waits.map(() => untilItActs(timer, act))).toEqual(waits);
});

it('waits a second again after a request that went well', () => {
  const { timer, act } = timerAt(1);
  for (let tries = 0; tries < 4; tries += 1) untilItActs(timer, act);
  timer.reset();
  expect(untilItActs(timer, act)).toBe(1000);
});

it('acts once for several requests that were lost together', () => {
  const { timer, act } = timerAt(1);
  for (let lost = 0; lost < 3; lost += 1) timer.start();
  vi.advanceTimersByTime(60_000);
  expect(act).toHaveBeenCalledTimes(1);
});

it('waits as long as the server asked for, and a moment more, in place of its own wait', () => {
  const { timer, act } = timerAt(0.5);
  timer.start();
  timer.start({ seconds: 10, why: 'slowed' });
  expect(timer.pause).toEqual({ seconds: 10, why: 'slowed' });
  vi.advanceTimersByTime(10_499);
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(act).toHaveBeenCalledTimes(1);
  expect(timer.pause).toBeUndefined();
  vi.advanceTimersByTime(60_000);
  expect(act).toHaveBeenCalledTimes(1);
});

it('keeps the first pause: other requests in flight may be answered with others', () => {
  const { timer, act } = timerAt(0);
  timer.start({ seconds: 10, why: 'slowed' });
  vi.advanceTimersByTime(9000);
  timer.start({ seconds: 10, why: 'unavailable' });
  timer.start();
  expect(timer.pause).toEqual({ seconds: 10, why: 'slowed' });
  vi.advanceTimersByTime(1000);
  expect(act).toHaveBeenCalledTimes(1);
});
