const PLAIN = /^[\x20-\x7e]*$/;
const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;
/** The tab, and the two spaces that are of scripts which are not set: Ogham's, and the wide one of Chinese and Japanese. */
const OTHER_SPACE = /[\t\u1680\u3000]/g;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
/** Scripts whose letters are beside each other from left to right as they are typed; others need shaping to be right. */
const UNSHAPED = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]$/u;
const CONTROL = /^\p{Cc}$/u;

/** Printed where a character cannot be. */
export const SUBSTITUTE = 0xfffd;

/** Whether the text is one line of ASCII, as most is. */
export const isPlain = (text: string): boolean => PLAIN.test(text);

/**
 * Text as it can be printed: composed (NFC), lone surrogates replaced, tabs and the spaces of other scripts as spaces, and without characters that have no
 * appearance (joiners, direction marks, soft hyphens).
 */
export function printableText(text: string): string {
  if (isPlain(text)) return text;
  return text.toWellFormed().normalize('NFC').replace(OTHER_SPACE, ' ').replace(INVISIBLE, '');
}

/** The lines that the writer of the text made. */
export const writtenLines = (text: string): string[] => text.split(LINE_BREAK);

/** Whether the character looks right when its glyph is simply set beside the others. */
export function isPrintable(codePoint: number): boolean {
  if (codePoint >= 0x20 && codePoint < 0x7f) return true;
  const character = String.fromCodePoint(codePoint);
  return UNSHAPED.test(character) && !CONTROL.test(character);
}
