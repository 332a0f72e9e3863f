/**
 * Words that are entered instead of a mark (rule 43): `Abs`, the student was absent; `Ex`, the student is exempt.
 * Neither is a blank or a zero. They are stored, sent and shown in this spelling.
 */
export const markWords = ['Abs', 'Ex'] as const;
export type MarkWord = (typeof markWords)[number];

/** An entered mark. */
export type Mark = number | MarkWord;

export const isMarkWord = (value: unknown): value is MarkWord => value === 'Abs' || value === 'Ex';

/** Spellings of either word, without regard to case. */
const spellings: Readonly<Record<string, MarkWord>> = { abs: 'Abs', absent: 'Abs', ex: 'Ex', exempt: 'Ex' };

/** The word for a typed text, or null. */
export const parseMarkWord = (text: string): MarkWord | null => {
  const spelt = text.trim().toLowerCase();
  return Object.hasOwn(spellings, spelt) ? (spellings[spelt] ?? null) : null;
};
