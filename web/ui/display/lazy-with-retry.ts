// biome-ignore lint/style/noRestrictedImports: the one place
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

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

/** Loads code as soon as it can be had. Throws what the code itself throws. */
export async function loadUntilAvailable<T>(load: () => Promise<T>): Promise<T> {
  for (let pause = shortest; ; pause = Math.min(pause * 2, longest)) {
    try {
      return await load();
    } catch (error) {
      if (!isMissing(error)) throw error;
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
