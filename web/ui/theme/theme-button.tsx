import { Monitor, Moon, Sun } from 'lucide-react';
import { IconButton } from '../controls/button.tsx';
import { setTheme, type Theme, themes, useTheme } from './theme.ts';

const shown = {
  system: { name: 'same as this device', icon: Monitor },
  light: { name: 'light', icon: Sun },
  dark: { name: 'dark', icon: Moon },
} as const satisfies Record<Theme, unknown>;

/** Changes from the device's setting to light, to dark, and back. */
export function ThemeButton() {
  const theme = useTheme();
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';
  return (
    <IconButton
      label={`Colour theme: ${shown[theme].name}. Change to ${shown[next].name}`}
      icon={shown[theme].icon}
      onClick={() => setTheme(next)}
    />
  );
}
