import { isAnyCallOpen } from '../../api/call.ts';

/** Milliseconds after which it is done all the same: a slow device that is kept busy may have no idle moment for a long time. */
const latest = 2_000;
/** Milliseconds between two looks at the line. */
const pause = 100;

/** Calls back while the browser has nothing else to do, or after two seconds. Returns the way to stop. */
export function callWhenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(act, { timeout: latest });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(act, 500);
  return () => clearTimeout(timer);
}

/**
 * Fetches code one file after the other while the browser is idle and no call of the page is open: what the screen waits for comes first. After two
 * seconds it is fetched all the same. A failure is not reported: the code that needs it tries again.
 */
export function loadWhenIdle(...loads: readonly (() => Promise<unknown>)[]): () => void {
  const last = performance.now() + latest;
  const [first, ...others] = loads;
  let stop = () => {};
  let isStopped = false;
  const look = () => {
    if (isAnyCallOpen() && performance.now() < last) {
      const timer = setTimeout(look, pause);
      stop = () => clearTimeout(timer);
    } else stop = callWhenIdle(load);
  };
  const load = async () => {
    await first?.().catch(() => undefined);
    if (others.length > 0 && !isStopped) stop = loadWhenIdle(...others);
  };
  look();
  return () => {
    isStopped = true;
    stop();
  };
}

/** Whether the browser is asked to save data: code is then fetched when it is needed. */
export const isDataSaverOn = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
