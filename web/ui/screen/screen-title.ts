import { useEffect } from 'react';

let siteName = '';

/** The school's name, which ends every window title. Set once, before the first screen. */
export function setSiteName(name: string): void {
  siteName = name;
  document.title = name;
}

/** Window title of the screen that is open. {@link ScreenHead} sets it; only screens without one call this. */
export function useScreenTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${siteName}`;
    return () => {
      document.title = siteName;
    };
  }, [title]);
}
