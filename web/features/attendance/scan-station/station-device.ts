const place = 'formroom.station';

/**
 * The key of this device's station. The link has it behind `#`, which is not sent to servers; it is stored on the device and removed from the
 * address. Undefined where the device never opened a link.
 */
export function stationKey(): string | undefined {
  const given = new URLSearchParams(window.location.hash.slice(1)).get('key');
  if (given) {
    localStorage.setItem(place, given);
    window.history.replaceState(null, '', window.location.pathname);
  }
  return given ?? localStorage.getItem(place) ?? undefined;
}

/**
 * Caches the files of this page, so that it opens offline (`public/station-worker.js`). Where the browser refuses, the page needs the network. The
 * station itself stores the answers of calls.
 */
export async function cachePageForOffline(): Promise<void> {
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

/** Hashed files of the site, and those beside index.html. */
const isFile = (path: string): boolean => path.startsWith('/assets/') || !path.includes('/', 1);
