import { plain } from '../../ui/fields/search-text.ts';
import type { PaletteItem } from './palette-items.ts';

/** Lines that are shown at once: more are told by typing on. */
export const mostShown = 20;

/** Those that have every word that was typed, in any order; names that begin so come first, then screens and classes before people. */
export function found(items: readonly PaletteItem[], typed: string): { shown: readonly PaletteItem[]; count: number } {
  const words = plain(typed.trim()).split(/\s+/).filter(Boolean);
  if (words.length === 0) {
    const screens = items.filter(({ kind }) => kind === 'Screen');
    return { shown: screens, count: screens.length };
  }
  const matches = items.filter(({ label, hint, kind }) => {
    const text = plain(`${label} ${hint} ${kind}`);
    return words.every((word) => text.includes(word));
  });
  const begins = ({ label }: PaletteItem) => plain(label).startsWith(words[0] ?? '');
  const shown = [...matches.filter(begins), ...matches.filter((item) => !begins(item))].slice(0, mostShown);
  return { shown, count: matches.length };
}
