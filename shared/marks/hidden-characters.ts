/**
 * Characters that nobody sees and that come along when text is copied: control characters, and marks that turn the direction of what
 * follows, so that a name or a remark is read otherwise than it is stored. Line breaks and tabs are none of them, nor are the joiners
 * and direction marks that some scripts are written with.
 */
const hidden = /(?![\n\r\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;
const blank = /^[\s\p{Default_Ignorable_Code_Point}]+$/u;
const ignorable = /\p{Default_Ignorable_Code_Point}/u;

/** Why a text is not stored, or null: it holds hidden characters, or nothing else than what has no appearance. */
export function hiddenReason(text: string): string | null {
  const [found] = text.match(hidden) ?? [];
  if (found !== undefined) {
    const code = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    return `There is a character in it that cannot be seen (U+${code}). Type it again, without copying.`;
  }
  return blank.test(text) && ignorable.test(text) ? 'Nothing of it can be seen. Type it again.' : null;
}

/** The text without its hidden characters, and how many they were; old line breaks are of the kind that is used today. */
export function withoutHidden(text: string): { text: string; count: number } {
  const shown = text.replaceAll(/\r\n?|[\v\f\u0085]/g, '\n');
  const kept = blank.test(shown) && ignorable.test(shown) ? '' : shown.replaceAll(hidden, '');
  return { text: kept, count: shown.length - kept.length };
}

/** "2 characters that cannot be seen were left out." */
export const leftOutMessage = (count: number): string =>
  `${count} ${count === 1 ? 'character that cannot be seen was' : 'characters that cannot be seen were'} left out.`;
