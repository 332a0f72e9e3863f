import type { MarkWord } from '#shared/marks/mark-words.ts';

/** The keys that enter a word in the place of a mark, with Alt: by their place, for with Alt a Mac gives another letter. */
export const markWordKeys = [
  { word: 'Abs', code: 'KeyA', keys: 'Alt+A', name: 'Absent' },
  { word: 'Ex', code: 'KeyE', keys: 'Alt+E', name: 'Exempt' },
] as const satisfies readonly { word: MarkWord; code: string; keys: string; name: string }[];

export const wordOfKey = (code: string): MarkWord | undefined => markWordKeys.find((key) => key.code === code)?.word;

/** Keys as they are called on this machine: "Ctrl+D", "⌘D" on a Mac. */
export const withCommand = (keys: string): string =>
  /Mac|iPhone|iPad/.test(navigator.platform) ? keys.replaceAll('Ctrl+', '⌘') : keys;
