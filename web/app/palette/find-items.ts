import { foldForSearch } from '../../ui/fields/search-text.ts';
import type { PaletteItem } from './palette-items.ts';

/** Most items that are shown; the user types more to narrow them down. */
const maxPaletteItems = 20;

/** Whether a word names the kind of an item: "Class" finds classes, "ach" no teacher. */
const isKind = (word: string, kind: string): boolean => word.length > 3 && foldForSearch(kind).startsWith(word);

/** Items with every typed word, in any order; those with a name that begins with the first word come first. */
export function findPaletteItems(
  items: readonly PaletteItem[],
  typed: string,
): { shown: readonly PaletteItem[]; count: number } {
  const words = foldForSearch(typed.trim()).split(/\s+/).filter(Boolean);
  if (words.length === 0) {
    const screens = items.filter(({ kind }) => kind === 'Screen');
    return { shown: screens, count: screens.length };
  }
  const matches = items.filter(({ label, hint, kind }) => {
    const text = foldForSearch(`${label} ${hint}`);
    return words.every((word) => text.includes(word) || isKind(word, kind));
  });
  const begins = ({ label }: PaletteItem) =>
    foldForSearch(label)
      .split(/[\s,-]+/)
      .some((part) => part.startsWith(words[0] ?? ''));
  const shown = [...matches.filter(begins), ...matches.filter((item) => !begins(item))].slice(0, maxPaletteItems);
  return { shown, count: matches.length };
}
