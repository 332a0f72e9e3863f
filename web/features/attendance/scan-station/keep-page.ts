/**
 * Keeps what this page is made of on the device, so that it opens again without a network (`public/station-worker.js`). Where the
 * browser refuses, the page opens with a network alone. What the calls answer is kept by the station itself.
 */
export async function keepPage(): Promise<void> {
  if ('serviceWorker' in navigator && !import.meta.env.DEV) await keepBuild().catch(() => undefined);
}

async function keepBuild(): Promise<void> {
  await document.fonts.ready;
  const build = new URL(import.meta.url).pathname.split('/').at(-1) ?? '';
  const used = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const files = used.filter(({ origin, pathname }) => origin === window.location.origin && isFile(pathname));
  const cache = await caches.open(`formroom.station ${build}`);
  await cache.addAll([...new Set([window.location.pathname, ...files.map(({ pathname }) => pathname)])]);
  await navigator.serviceWorker.register(`/station-worker.js?build=${build}`, { scope: window.location.pathname });
}

/** Of the site: hashed files, and those beside index.html. */
const isFile = (path: string): boolean => path.startsWith('/assets/') || !path.includes('/', 1);
