import type { BankEntry } from '#shared/marks/mark-sheet/comment-calls.ts';
import { createTextMatcher, foldForSearch } from '../../../../ui/fields/search-text.ts';

/** The student of a comment. */
export interface CommentedStudent {
  firstName: string;
  pronoun: 'he' | 'she' | 'they';
}

const pronouns = {
  he: { he: 'he', him: 'him', his: 'his' },
  she: { he: 'she', him: 'her', his: 'her' },
  they: { he: 'they', him: 'them', his: 'their' },
} as const;

/**
 * Replaces the placeholders of a kept comment: `{name}`, `{he}`, `{him}`, `{his}`, and `{He}` at the beginning of a
 * sentence.
 */
export const fillPlaceholders = (text: string, { firstName, pronoun }: CommentedStudent): string =>
  text.replace(/\{(name|he|him|his)\}/gi, (_place, word: string) => {
    if (word.toLowerCase() === 'name') return firstName;
    const spoken = pronouns[pronoun][word.toLowerCase() as 'he' | 'him' | 'his'];
    return word.startsWith('H') ? spoken[0]?.toUpperCase() + spoken.slice(1) : spoken;
  });

/** Replaces the student's first name by its placeholder. Pronouns stay. */
export function insertNamePlaceholder(text: string, firstName: string): string {
  if (firstName === '') return text;
  const name = firstName.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return text.replace(new RegExp(`(?<![\\p{L}\\p{M}])${name}(?![\\p{L}\\p{M}])`, 'gu'), '{name}');
}

/** Words after which "her" is whom one speaks of ("praise her for it"), and not whose ("her work"). */
const afterHer = new Set(
  'a an and as at because but by for from if in into is more of on or so than that the this to too very well when while who with'.split(
    ' ',
  ),
);

const spoken = {
  he: { he: 'he', him: 'him', his: 'his' },
  she: { she: 'he', her: 'his' },
  they: { they: 'he', them: 'him', their: 'his' },
} as const;

/**
 * A comment as it is kept: first name and pronouns of the student are placeholders. The opposite of
 * {@link fillPlaceholders}.
 */
export function insertPlaceholders(text: string, { firstName, pronoun }: CommentedStudent): string {
  const words: Readonly<Record<string, 'he' | 'him' | 'his'>> = spoken[pronoun];
  return insertNamePlaceholder(text, firstName).replace(
    /(?<![\p{L}\p{M}{’'])\p{L}+(?![\p{L}\p{M}}’'])/gu,
    (word: string, at: number, whole: string) => {
      const small = word.toLowerCase();
      let place = Object.hasOwn(words, small) ? words[small] : undefined;
      if (!place) return word;
      if (small === 'her') {
        const [, next = ''] = /^ +(\p{L}+)/u.exec(whole.slice(at + word.length)) ?? [];
        if (next === '' || afterHer.has(next.toLowerCase())) place = 'him';
      }
      return word[0] === small[0] ? `{${place}}` : `{${place[0]?.toUpperCase()}${place.slice(1)}}`;
    },
  );
}

/** "Mei-Lin" of "Assee, Mei-Lin". */
export const parseGivenNames = (name: string): string => name.slice(name.indexOf(',') + 1).trim();

export interface CommentToCompare {
  text: string;
  firstName: string;
}

/** Share of common words from which on two comments are similar. */
const alike = 0.7;

/** How many comments of the class are similar, without names. 0 for a comment of less than three words. */
export function countSimilarComments(comment: CommentToCompare, others: readonly CommentToCompare[]): number {
  const words = wordsOf(comment);
  if (words.size < 3) return 0;
  return others.filter((other) => {
    const theirs = wordsOf(other);
    const shared = [...words].filter((word) => theirs.has(word)).length;
    return shared / (words.size + theirs.size - shared) >= alike;
  }).length;
}

const wordsOf = ({ text, firstName }: CommentToCompare): Set<string> =>
  new Set(
    insertNamePlaceholder(text, firstName)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu),
  );

interface Wanted {
  subjectId: string;
  /** The student's total in per cent; null without one. */
  total: number | null;
  /** What was typed after the slash. */
  search: string;
}

/**
 * The comments to offer: of the subject or of every subject, for the student's total; a search covers all totals. Those
 * of the subject come first, then the user's own.
 */
export function chooseCommentsToOffer(bank: readonly BankEntry[], { subjectId, total, search }: Wanted): BankEntry[] {
  const has = createTextMatcher(search);
  const isMeant = ({ from, to }: BankEntry) =>
    (from === null && to === null) || (total !== null && total >= (from ?? 0) && total <= (to ?? 100));
  const rank = ({ subject_id, scope }: BankEntry) => (subject_id === null ? 2 : 0) + (scope === 'school' ? 1 : 0);
  return bank
    .filter(({ subject_id }) => subject_id === null || subject_id === subjectId)
    .filter((entry) => (search.trim() === '' ? isMeant(entry) : has(foldForSearch(entry.text))))
    .sort((a, b) => rank(a) - rank(b) || a.text.localeCompare(b.text));
}

/** The comment without the slash and its search, and without a slash at the end. */
export function removeSlashSearch(text: string, search: { start: number; end: number } | null): string {
  const left = search ? text.slice(0, search.start) + text.slice(search.end) : text;
  return /(?:^|\s)\/$/.test(left) ? left.slice(0, -1).trimEnd() : left;
}

/**
 * The search after a slash before the caret, if the slash begins a word and no figure follows it ("7 / 10"); else null.
 */
export function findSlashSearch(text: string, caret: number): { start: number; search: string } | null {
  const found = /(?:^|\s)\/((?:\p{L}[^\n/]{0,29})?)$/u.exec(text.slice(0, caret));
  if (!found) return null;
  const search = found[1] ?? '';
  return { start: caret - search.length - 1, search };
}
