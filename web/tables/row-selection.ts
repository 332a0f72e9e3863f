import { useRef } from 'react';

/** Keys of the rows that are selected. They stay selected while filters hide them. */
export type RowSelection = ReadonlySet<string>;

/** Selection of single rows, of a range with Shift, and of all shown rows. */
export function useRowSelection(
  shown: readonly string[],
  selection: RowSelection | undefined,
  onSelection: ((selection: RowSelection) => void) | undefined,
) {
  /** The row that was pressed last, where a range with Shift begins. */
  const anchor = useRef<string | null>(null);
  const chosen = selection ?? new Set<string>();
  const mark = (keys: readonly string[], isSelected: boolean) => {
    const next = new Set(chosen);
    for (const key of keys) {
      if (isSelected) next.add(key);
      else next.delete(key);
    }
    onSelection?.(next);
  };
  return {
    /** Selected rows among those shown. */
    count: shown.filter((key) => chosen.has(key)).length,
    has: (key: string) => chosen.has(key),
    toggle: (key: string, isRange: boolean) => {
      const from = anchor.current === null ? -1 : shown.indexOf(anchor.current);
      const to = shown.indexOf(key);
      const keys = isRange && from >= 0 ? shown.slice(Math.min(from, to), Math.max(from, to) + 1) : [key];
      mark(keys, !chosen.has(key));
      anchor.current = key;
    },
    all: (isSelected: boolean) => mark(shown, isSelected),
  };
}
