import { cachePageForOffline } from '../../../ui/offline/cache-page.ts';

const place = 'formroom.station';

/**
 * The key of this device's station. The link has it behind `#`, which is not sent to servers; it is stored on the
 * device and removed from the address. Undefined where the device never opened a link.
 */
export function readStationKey(): string | undefined {
  const given = new URLSearchParams(window.location.hash.slice(1)).get('key');
  if (given) {
    localStorage.setItem(place, given);
    window.history.replaceState(null, '', window.location.pathname);
  }
  return given ?? localStorage.getItem(place) ?? undefined;
}

/** Caches this page, so that it opens offline. The station itself stores the answers of calls. */
export const cacheStationPageForOffline = (): Promise<void> => cachePageForOffline('station', import.meta.url);
