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
