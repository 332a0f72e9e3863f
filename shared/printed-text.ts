const PLAIN = /^[\x20-\x7e]*$/;
const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;
/**
 * The tab, and the two spaces that are of scripts which are not set: Ogham's, and the wide one of Chinese and Japanese.
 */
const OTHER_SPACE = /[\t\u1680\u3000]/g;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
/**
 * Scripts whose letters are beside each other from left to right as they are typed; others need shaping to be right.
 */
const UNSHAPED = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]$/u;
const CONTROL = /^\p{Cc}$/u;

/** Printed where a character cannot be. */
export const REPLACEMENT_CHARACTER = 0xfffd;

/** Whether the text is one line of ASCII, as most is. */
export const isPlainAscii = (text: string): boolean => PLAIN.test(text);

/**
 * Text as it can be printed: composed (NFC), lone surrogates replaced, tabs and the spaces of other scripts as spaces,
 * and without characters that have no appearance (joiners, direction marks, soft hyphens).
 */
export function printableText(text: string): string {
  if (isPlainAscii(text)) return text;
  return text.toWellFormed().normalize('NFC').replace(OTHER_SPACE, ' ').replace(INVISIBLE, '');
}

/** The lines that the writer of the text made. */
export const splitLines = (text: string): string[] => text.split(LINE_BREAK);

/** Whether the character looks right when its glyph is simply set beside the others. */
export function needsNoShaping(codePoint: number): boolean {
  if (codePoint >= 0x20 && codePoint < 0x7f) return true;
  const character = String.fromCodePoint(codePoint);
  return UNSHAPED.test(character) && !CONTROL.test(character);
}

/**
 * The characters beyond ASCII that paper shows, as ranges of hexadecimal code points: what both weights of the text
 * face of the documents have, of the scripts that need no shaping. A test holds it to the font files.
 */
const printed =
  'a0-2e9 2ec-377 37a-37f 384-38a 38c 38e-3a1 3a3-3e1 3f0-52f 951-954 964-965 10fb 1ab0-1ac0 1ac5 1ac7-1ace ' +
  '1c80-1c88 1d00-1df9 1dfb-1f15 1f18-1f1d 1f20-1f45 1f48-1f4d 1f50-1f57 1f59 1f5b 1f5d 1f5f-1f7d 1f80-1fb4 ' +
  '1fb6-1fc4 1fc6-1fd3 1fd6-1fdb 1fdd-1fef 1ff2-1ff4 1ff6-1ffe 2000-2064 2066-2071 2074-208e 2090-209c 20a0-20c0 ' +
  '20f0 2100-215f 2183-2184 2189 2190-2199 21a8 21d0-21d3 21e7 2200 2202-2203 2206 220f 2211-2212 2215 2219-221a ' +
  '221e-221f 2229 222b 2236-2237 2248 2260-2261 2264-2265 2302-2303 2310 2318 231c-2321 2325-2326 232b 25a0-25a1 ' +
  '25aa-25ac 25b2-25ba 25bc-25c4 25c6 25c9-25cc 25cf 25d8-25d9 25e6 2610-2611 2615 263a-263c 263f-2642 2660 2663 ' +
  '2665-2666 266a-266b 2713-2714 2717-2718 2752 275b-2760 2764 27e6-27e9 2c60-2c7f 2de0-2e5d a640-a69f a700-a7ca ' +
  'a7d0-a7d1 a7d3 a7d5-a7d9 a7f2-a7ff a92e ab30-ab6b fb00-fb06 fe00 fe20-fe2f feff fffc-fffd 10780-10785 ' +
  '10787-107b0 107b2-107ba 1df00-1df1e 1f10d-1f10f 1f12f 1f16a-1f16f 1f4a9 1f512 1f748 1f916';

const ranges = printed.split(' ').map((range) => range.split('-').map((end) => Number.parseInt(end, 16)));

/** Whether a character has a shape on paper; for any other a box is printed. */
export function hasPrintedShape(codePoint: number): boolean {
  if (codePoint < 0x7f) return codePoint >= 0x20;
  return ranges.some(([from = 0, to = from]) => codePoint >= from && codePoint <= to);
}

/** The characters of a text that paper cannot show, each once, in the order of the text. */
export function findUnprintable(text: string): string[] {
  if (isPlainAscii(text)) return [];
  const characters = splitLines(printableText(text)).flatMap((line) => [...line]);
  return [...new Set(characters.filter((character) => !hasPrintedShape(character.codePointAt(0) ?? 0)))];
}
