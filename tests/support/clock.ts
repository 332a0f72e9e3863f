import { vi } from 'vitest';

/**
 * Holds the clock at this moment until `vi.useRealTimers()`. Only `Date`: timers run, so servers and clients work; the
 * functions, the stand-ins of this process and the test all see the held time.
 */
export function holdClock(): { passMinutes(minutes: number): void } {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  return { passMinutes: (minutes) => void vi.setSystemTime(Date.now() + minutes * 60_000) };
}
