import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { call } from '../../../web/api/call.ts';
import { loadWhenIdle } from '../../../web/ui/screen/idle.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

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

it('fetches nothing in the half second in which a screen is shown', () => {
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run));
  vi.stubGlobal('cancelIdleCallback', clearTimeout);
  const load = vi.fn(async () => undefined);
  loadWhenIdle(load);
  vi.advanceTimersByTime(499);
  expect(load).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10);
  expect(load).toHaveBeenCalledTimes(1);
});

it('waits while the page waits for an answer, and fetches one file after the other', async () => {
  vi.useRealTimers();
  let answer = (_: Response): void => undefined;
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run));
  let arrive = (): void => undefined;
  const [first, second] = [
    vi.fn(() => new Promise<void>((resolve) => (arrive = resolve))),
    vi.fn(async () => undefined),
  ];
  const called = call(authContract.readEmployeeByUserName, {});
  loadWhenIdle(first, second);
  await pause(900);
  expect(first).not.toHaveBeenCalled();
  answer(Response.json({}));
  await called;
  await vi.waitFor(() => expect(first).toHaveBeenCalled());
  await pause(50);
  expect(second).not.toHaveBeenCalled();
  arrive();
  await vi.waitFor(() => expect(second).toHaveBeenCalled());
});
