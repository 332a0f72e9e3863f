import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadWhenIdle } from '../../../web/ui/screen/idle.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A browser that is never idle: it does nothing before it must. */
const busyBrowser = () => {
  vi.stubGlobal('requestIdleCallback', (run: () => void, options?: { timeout?: number }) =>
    options?.timeout === undefined ? 0 : setTimeout(run, options.timeout),
  );
  vi.stubGlobal('cancelIdleCallback', clearTimeout);
};

it('does in a browser that is never idle after two seconds what it would do when idle', () => {
  busyBrowser();
  const load = vi.fn(async () => undefined);
  loadWhenIdle(load);
  vi.advanceTimersByTime(1_999);
  expect(load).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(load).toHaveBeenCalledTimes(1);
});

it('does nothing more once it was taken back', () => {
  busyBrowser();
  const load = vi.fn(async () => undefined);
  loadWhenIdle(load)();
  vi.advanceTimersByTime(10_000);
  expect(load).not.toHaveBeenCalled();
});
