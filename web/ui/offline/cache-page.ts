/**
 * Caches the files that this page has used, so that it opens offline (`public/page-worker.js`). Where the browser
 * refuses, the page needs the network. What calls answered is the page's own to keep.
 * @param page names its cache
 * @param script address of the script that changes with each build of the page
 */
export async function cachePageForOffline(page: string, script: string): Promise<void> {
  if ('serviceWorker' in navigator && !import.meta.env.DEV) await keepBuild(page, script).catch(() => undefined);
}

async function keepBuild(page: string, script: string): Promise<void> {
  await document.fonts.ready;
  const build = new URL(script).pathname.split('/').at(-1) ?? '';
  const used = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const files = used.filter(({ origin, pathname }) => origin === window.location.origin && isFile(pathname));
  const cache = await caches.open(`formroom.${page} ${build}`);
  await cache.addAll([...new Set([window.location.pathname, ...files.map(({ pathname }) => pathname)])]);
  const worker = `/page-worker.js?build=${build}&page=${page}`;
  await navigator.serviceWorker.register(worker, { scope: window.location.pathname });
}

/** Hashed files of the site, and those beside index.html. */
const isFile = (path: string): boolean => path.startsWith('/assets/') || !path.includes('/', 1);
