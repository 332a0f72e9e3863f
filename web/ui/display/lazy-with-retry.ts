// biome-ignore lint/style/noRestrictedImports: the one place
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { countMillisecondsIdle } from '../overlays/typing-idle.ts';

/**
 * A part of a page whose code is fetched when it is first shown; to be put into a Suspense. Where the code cannot be
 * had, without a connection for example, the fallback stays until it can: a missing part must never take the page away
 * from somebody who types.
 */
export const lazyWithRetry = <P>(
  load: () => Promise<{ default: ComponentType<P> }>,
): LazyExoticComponent<ComponentType<P>> => lazy(() => loadUntilAvailable(load));

/** Milliseconds between attempts, unless a connection comes back before. */
const shortest = 1_000;
const longest = 30_000;

/** Milliseconds after a press in which what begins to load was asked for by it. */
const pressLength = 1_000;

/** Says that what was pressed waits for a connection; returns what ends the message. */
let sayWaiting: () => () => void = () => () => {};
export const onWaitingForCode = (say: typeof sayWaiting): void => {
  sayWaiting = say;
};

/**
 * Loads code as soon as it can be had. Throws what the code itself throws. Where a press asked for it and it does not
 * come, a message says so, unless it `isSilent`.
 */
export async function loadUntilAvailable<T>(load: () => Promise<T>, isSilent = false): Promise<T> {
  const isAsked = !isSilent && countMillisecondsIdle() < pressLength;
  let endMessage: (() => void) | undefined;
  for (let pause = shortest; ; pause = Math.min(pause * 2, longest)) {
    try {
      const loaded = await load();
      endMessage?.();
      return loaded;
    } catch (error) {
      if (!isMissing(error)) throw error;
      if (isAsked) endMessage ??= sayWaiting();
      await pauseOrConnection(pause);
      await askAgainForStyles();
    }
  }
}

/** As Chromium, Firefox, WebKit and Vite say that a file did not come. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script failed|unable to preload/i.test(error.message);

function pauseOrConnection(pause: number): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, pause);
    window.addEventListener('online', go);
  });
}

/** What links a part's style sheets does so once: one that did not come is linked again. */
async function askAgainForStyles(): Promise<void> {
  const missing = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(
    ({ sheet }) => !sheet,
  );
  await Promise.all(
    missing.map(
      (link) =>
        new Promise<void>((resolve) => {
          const again = link.cloneNode() as HTMLLinkElement;
          again.addEventListener('load', () => resolve());
          again.addEventListener('error', () => resolve());
          link.replaceWith(again);
        }),
    ),
  );
}
