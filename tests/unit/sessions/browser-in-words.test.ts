import { describe, expect, it } from 'vitest';
import { describeBrowser } from '#functions/sessions/browser-and-network.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('a browser in words', () => {
  it.each([
    {
      said: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
      is: 'Firefox on Windows',
    },
    {
      said: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/141.0.0.0 Safari/537.36`,
      is: 'Chrome on Windows',
    },
    {
      said: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`,
      is: 'Edge on Windows',
    },
    {
      said: `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/141.0.0.0 Mobile Safari/537.36`,
      is: 'Chrome on Android',
    },
    {
      said: `Mozilla/5.0 (Linux; Android 14; SM-S918B) ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
      is: 'Samsung Internet on Android',
    },
    {
      said: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      is: 'Safari on iPhone',
    },
    {
      said: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1',
      is: 'Chrome on iPhone',
    },
    {
      said: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
      is: 'Safari on Mac',
    },
    {
      said: `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/141.0.0.0 Safari/537.36`,
      is: 'Chrome on ChromeOS',
    },
    { said: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', is: 'Firefox on Linux' },
    { said: '', is: 'A browser' },
    { said: 'curl/8.0', is: 'A browser' },
    { said: '<b>Firefox</b> "Windows"', is: 'A browser on Windows' },
    { said: `${'x'.repeat(100_000)} Firefox/1`, is: 'A browser' },
  ])('is $is', ({ said, is }) => {
    expect(describeBrowser(said)).toBe(is);
  });
});
