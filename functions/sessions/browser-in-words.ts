/** The first that a browser names is what it is: those above name the ones below as well, so that old sites serve them. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?(?:iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: readonly [RegExp, string][] = [
  [/\bWindows\b/, 'Windows'],
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** Characters that are looked at; those of browsers are a third of it. */
const longest = 600;

/**
 * Browser and system in words, such as "Firefox on Windows", of what a browser says of itself. The text is anybody's: it is
 * only compared, and nothing of it is kept or shown. Versions are left out, for they change by the month.
 */
export function browserInWords(agent: string): string {
  const said = agent.slice(0, longest);
  const browser = browsers.find(([pattern]) => pattern.test(said))?.[1] ?? 'A browser';
  const system = systems.find(([pattern]) => pattern.test(said))?.[1];
  return system === undefined ? browser : `${browser} on ${system}`;
}
