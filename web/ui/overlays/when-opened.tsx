import { type ComponentType, lazy, Suspense, useState } from 'react';

/**
 * An overlay whose code is fetched when it opens for the first time: pages do not wait for windows that nobody may open.
 * Give it to {@link whenIdle} as well where it must open without a delay, or without a connection.
 */
export function whenOpened<P extends { open: boolean }>(
  load: () => Promise<{ default: ComponentType<P> }>,
): (props: P) => React.ReactNode {
  const Window = lazy(load);
  return function Overlay(props: P) {
    const [isWanted, setWanted] = useState(props.open);
    if (props.open && !isWanted) setWanted(true);
    return (
      isWanted && (
        <Suspense fallback={null}>
          <Window {...props} />
        </Suspense>
      )
    );
  };
}

/** Fetches code while the browser has nothing else to do. A failure is not reported: whoever needs it tries again. */
export function whenIdle(...loads: readonly (() => Promise<unknown>)[]): () => void {
  const run = () => {
    for (const load of loads) load().catch(() => undefined);
  };
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(run);
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(run, 500);
  return () => clearTimeout(timer);
}
