/*
 * A page that opens without a network too, after a power cut in the morning as well, as the one that checks report cards does. This
 * worker serves nothing but its page (its scope), and nothing but what the page of one build has put into that build's cache (`cache-page.ts`).
 */
const asked = new URL(self.location).searchParams;
const page = `formroom.${asked.get('page')} `;
const own = page + asked.get('build');
/** Milliseconds after which a network that does not answer counts as none. */
const patience = 4_000;

self.addEventListener('install', () => self.skipWaiting());

// The page kept all of its own build before it named this worker: those before it are not needed any more.
self.addEventListener('activate', (event) => event.waitUntil(forgetOtherBuilds()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const isOfPage = request.mode === 'navigate' || pathname.startsWith('/assets/') || !pathname.includes('/', 1);
  if (request.method === 'GET' && origin === self.location.origin && isOfPage) event.respondWith(answer(request));
});

async function answer(request) {
  const kept = await caches.match(request, { cacheName: own, ignoreSearch: true });
  if (!kept) return fetch(request);
  // A file whose name holds its content's hash never changes.
  if (new URL(request.url).pathname.startsWith('/assets/')) return kept;
  return fetch(request, { signal: AbortSignal.timeout(patience) }).catch(() => kept);
}

async function forgetOtherBuilds() {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(page) && name !== own);
  await Promise.all(others.map((name) => caches.delete(name)));
  await self.clients.claim();
}
