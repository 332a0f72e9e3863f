/**
 * Invisible characters of copied text: control characters, halves of characters and others that no document can hold
 * (XML), and bidirectional overrides and isolates, which make a text read otherwise than it is stored. Line breaks,
 * tabs, joiners and direction marks are allowed.
 */
const hidden = /(?![\n\r\t])\p{Cc}|[\p{Cs}\ufffe\uffff\u202a-\u202e\u2066-\u2069]/gu;
const blank = /^[\s\p{Default_Ignorable_Code_Point}]+$/u;
const ignorable = /\p{Default_Ignorable_Code_Point}/u;

/** Why a text is refused, or null: it has hidden characters, or nothing visible. */
export function whyHiddenRefused(text: string): string | null {
  const [found] = text.match(hidden) ?? [];
  if (found !== undefined) {
    const code = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    return `It has a character that cannot be seen (U+${code}). Type it again, without copying.`;
  }
  return blank.test(text) && ignorable.test(text) ? 'It has only characters that cannot be seen. Type it again.' : null;
}

/** The text without hidden characters and with \n as line breaks, and how many characters were removed. */
export function removeHiddenCharacters(text: string): { text: string; count: number } {
  const shown = text.replaceAll(/\r\n?|[\v\f\u0085]/g, '\n');
  const kept = blank.test(shown) && ignorable.test(shown) ? '' : shown.replaceAll(hidden, '');
  return { text: kept, count: shown.length - kept.length };
}

/** "2 characters that cannot be seen were left out." */
export const hiddenLeftOutMessage = (count: number): string =>
  `${count} ${count === 1 ? 'character that cannot be seen was' : 'characters that cannot be seen were'} left out.`;

/** Why a text is not stored, or null: "150 characters too many: at most 500." */
export function whyTooLong(text: string, limit: number): string | null {
  const over = text.length - limit;
  return over > 0 ? `${over} ${over === 1 ? 'character' : 'characters'} too many: at most ${limit}.` : null;
}
