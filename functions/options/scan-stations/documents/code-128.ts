/**
 * Widths of the bars and the gaps between them, in modules, beginning with a bar, of each symbol of Code 128 (ISO/IEC
 * 15417, table 1).
 */
const symbols = `
212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122
123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323
131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131
213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122
141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112
124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141
411131 211412 211214 211232`
  .trim()
  .split(/\s+/);
const stop = '2331112';
const start = { letters: 104, pairs: 105 } as const;
const toLetters = 100;

/** Blank space at both ends, in modules. */
export const quietZone = 10;

/**
 * The symbols of an ASCII text, then the check symbol: a symbol for each pair of digits in a text of digits only, which
 * halves the width, otherwise one for each character. An odd last digit is a character.
 * @throws RangeError for an empty text, or one with other characters
 */
export function code128Symbols(text: string): number[] {
  if (!/^[ -~]+$/.test(text)) throw new RangeError('Code 128 encodes ASCII characters.');
  const letters = [...text].map((letter) => letter.charCodeAt(0) - 32);
  const pairs = text.match(/\d\d/g) ?? [];
  const isDigits = /^\d{4,}$/.test(text);
  const odd = isDigits && text.length % 2 === 1 ? [toLetters, letters.at(-1) ?? 0] : [];
  const numbers = isDigits ? [start.pairs, ...pairs.map(Number), ...odd] : [start.letters, ...letters];
  const sum = numbers.reduce((total, number, place) => total + number * Math.max(place, 1), 0);
  return [...numbers, sum % 103];
}

/** The bars of a text with their position and width, and the width of the whole, in modules. */
export function code128Bars(text: string): { bars: { at: number; width: number }[]; width: number } {
  const widths = [...code128Symbols(text).map((number) => symbols[number] ?? ''), stop].join('');
  const bars: { at: number; width: number }[] = [];
  let at = 0;
  for (const [place, digit] of [...widths].entries()) {
    const width = Number(digit);
    if (place % 2 === 0) bars.push({ at, width });
    at += width;
  }
  return { bars, width: at };
}
