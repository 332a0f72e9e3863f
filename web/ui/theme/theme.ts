import { useSyncExternalStore } from 'react';

/** `system` follows the machine's setting. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The same key is in public/theme.js, which sets the attribute before the first paint. */
const storageKey = 'formroom.theme';
const listeners = new Set<() => void>();

function readTheme(): Theme {
  const stored = localStorage.getItem(storageKey);
  return themes.find((theme) => theme === stored) ?? 'system';
}

/** Shows the theme and keeps it on this device. */
export function setTheme(theme: Theme): void {
  localStorage.setItem(storageKey, theme);
  document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}

/** The chosen theme, kept in step with {@link setTheme}. */
export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, readTheme);
}
