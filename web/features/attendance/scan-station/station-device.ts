const place = 'formroom.station';

/**
 * The key of this device's station. A link gives it behind `#`, which no server is told; it is kept on the device and taken out of
 * the address. Undefined where the device never was given one.
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
