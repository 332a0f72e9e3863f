import { findMatches, wordsTyped } from '../../ui/fields/search-text.ts';
import type { PaletteItem } from './palette-item.ts';

/** Most items that are shown; the user types more to narrow them down. */
const maxPaletteItems = 20;

/**
 * Items with every typed word; those whose name begins with what was typed come first. A word of some length may name
 * the kind: "class 4A".
 */
export function findPaletteItems(
  items: readonly PaletteItem[],
  typed: string,
): { shown: readonly PaletteItem[]; count: number } {
  const words = wordsTyped(typed);
  if (words.length === 0) {
    const screens = items.filter(({ kind, isPart }) => kind === 'Screen' && !isPart);
    return { shown: screens, count: screens.length };
  }
  const namesKind = words.some((word) => word.length > 3);
  const found = findMatches(
    items,
    typed,
    ({ label }) => label,
    ({ hint, kind }) => (namesKind ? `${hint} ${kind}` : hint),
  );
  return { shown: found.slice(0, maxPaletteItems), count: found.length };
}
