import { isAnyCallOpen } from '../../api/call.ts';

/**
 * Milliseconds after which it is done all the same: a slow device that is kept busy may have no idle moment for a long
 * time.
 */
const latest = 2_000;
/** Milliseconds in which a screen is shown with its pictures before anything is fetched ahead. */
const showing = 500;
/** Milliseconds between two looks at the line. */
const pause = 100;

/** Calls back while the browser has nothing else to do, or after that many milliseconds. Returns the way to stop. */
export function callWhenIdle(act: () => void, timeout = latest): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(act, { timeout });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(act, Math.min(500, timeout));
  return () => clearTimeout(timer);
}

/**
 * Fetches code one file after the other, once the screen is shown, while the browser is idle and no call of the page is
 * open: what the screen waits for comes first. After two seconds it is fetched all the same. A failure is not reported:
 * the code that needs it tries again.
 */
export function loadWhenIdle(...loads: readonly (() => Promise<unknown>)[]): () => void {
  let stop = () => {};
  let isStopped = false;
  const wait = (act: () => void, milliseconds: number) => {
    const timer = setTimeout(act, milliseconds);
    stop = () => clearTimeout(timer);
  };
  const loadFirst = ([first, ...others]: typeof loads, after: number) => {
    const last = performance.now() + latest;
    const load = async () => {
      await first?.().catch(() => undefined);
      if (others.length > 0 && !isStopped) loadFirst(others, 0);
    };
    const look = () => {
      const left = last - performance.now();
      if (isAnyCallOpen() && left > 0) wait(look, pause);
      else stop = callWhenIdle(load, Math.max(left, 0));
    };
    wait(look, after);
  };
  loadFirst(loads, showing);
  return () => {
    isStopped = true;
    stop();
  };
}

/** Whether the browser is asked to save data: code is then fetched when it is needed. */
export const isDataSaverOn = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
