import type { MarkWord } from '#shared/marks/mark-words.ts';

/** Alt keys that enter a word instead of a mark, by `code`: with Alt a Mac's `key` is another letter. */
export const markWordKeys = [
  { word: 'Abs', code: 'KeyA', keys: 'Alt+A', name: 'Absent' },
  { word: 'Ex', code: 'KeyE', keys: 'Alt+E', name: 'Exempt' },
] as const satisfies readonly { word: MarkWord; code: string; keys: string; name: string }[];

export const markWordOfKey = (code: string): MarkWord | undefined =>
  markWordKeys.find((key) => key.code === code)?.word;

/** The keys' names on this machine: "Ctrl+D", "⌘D" on a Mac. */
export const withCommandKeyName = (keys: string): string =>
  /Mac|iPhone|iPad/.test(navigator.platform) ? keys.replaceAll('Ctrl+', '⌘') : keys;
