import { installPackages, isExecutable } from '../browser.ts';
import type { AnyBrowser } from './any-browser.ts';
import { firefoxPackages, firefoxPrograms, startFirefox } from './firefox.ts';
import { startWebKit, webKitPackages, webKitPrograms } from './webkit.ts';

interface OtherBrowser {
  name: string;
  /** What to install, where it is not here and cannot be installed; null: it can be started. */
  missing: string | null;
  start: (options: { isDark?: boolean }) => Promise<AnyBrowser>;
}

/** The browsers besides Chromium that the product is tried in; installed on Debian and Ubuntu as root. */
export function findBrowsers(): OtherBrowser[] {
  return [
    { name: 'Firefox', programs: firefoxPrograms, packages: firefoxPackages, start: startFirefox },
    { name: 'WebKit', programs: webKitPrograms, packages: webKitPackages, start: startWebKit },
  ].map(({ name, programs, packages, start }) => {
    const isHere = () => programs.every(isExecutable);
    if (!isHere()) installPackages(packages);
    return { name, start, missing: isHere() ? null : `${name} is not here: install ${packages.join(', ')}.` };
  });
}
