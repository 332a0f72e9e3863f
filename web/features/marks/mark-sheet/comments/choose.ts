import type { BankEntry } from '#shared/marks/mark-sheet/comment-calls.ts';
import { plain } from '../../../../ui/fields/search-text.ts';

interface Wanted {
  subjectId: string;
  /** The student's total in per cent; null without one. */
  total: number | null;
  /** What was typed after the slash. */
  search: string;
}

/**
 * The comments to offer: of the subject or of every subject, and for the student's total. A search looks in those for other totals
 * too, for who types words knows what they want. Those for this subject come first, then the own ones.
 */
export function choose(bank: readonly BankEntry[], { subjectId, total, search }: Wanted): BankEntry[] {
  const words = plain(search.trim());
  const isMeant = ({ from, to }: BankEntry) =>
    (from === null && to === null) || (total !== null && total >= (from ?? 0) && total <= (to ?? 100));
  const rank = ({ subject_id, scope }: BankEntry) => (subject_id === null ? 2 : 0) + (scope === 'school' ? 1 : 0);
  return bank
    .filter(({ subject_id }) => subject_id === null || subject_id === subjectId)
    .filter((entry) => (words === '' ? isMeant(entry) : plain(entry.text).includes(words)))
    .sort((a, b) => rank(a) - rank(b) || a.text.localeCompare(b.text));
}

/** A comment as it is kept: a slash that asks for comments, with what is searched, is none of it; nor is one at the end, where it says nothing. */
export function withoutSlash(text: string, search: { start: number; end: number } | null): string {
  const left = search ? text.slice(0, search.start) + text.slice(search.end) : text;
  return /(?:^|\s)\/$/.test(left) ? left.slice(0, -1).trimEnd() : left;
}

/** What follows a slash before the caret, where the slash begins a word; null where there is none. */
export function slashAt(text: string, caret: number): { start: number; search: string } | null {
  const found = /(?:^|\s)\/([^\n/]{0,30})$/.exec(text.slice(0, caret));
  if (!found) return null;
  const search = found[1] ?? '';
  return { start: caret - search.length - 1, search };
}
