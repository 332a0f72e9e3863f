import { isPlainAscii, printableText, splitLines } from '#shared/printed-text.ts';

/** Widths at one size, in points. */
export interface TextMeasure {
  /** Width of text set without a break in it. */
  width(text: string): number;
  space: number;
}

/** A piece that lines may not break inside; `spaced` says that a space comes before it. */
interface Piece {
  text: string;
  spaced: boolean;
}

/** A word that lines may break inside, and where: after a hyphen, dash or stroke between two other characters. */
const COMPOUND = /[-–—/]/;
const INSIDE_BREAK = /(?<=[^\s\-–—/][-–—/])(?=[^\s\-–—/])/u;
/** Made when a word first has to be cut: loading the rules takes longer than printing a card. */
let graphemes: Intl.Segmenter | undefined;

/** Words, and the parts of words that may be on lines of their own. Runs of spaces count as one. */
function unbreakablePieces(line: string): Piece[] {
  const found: Piece[] = [];
  for (const word of line.split(' ')) {
    if (word === '') continue;
    let spaced = found.length > 0;
    if (!COMPOUND.test(word)) {
      found.push({ text: word, spaced });
      continue;
    }
    for (const text of word.split(INSIDE_BREAK)) {
      found.push({ text, spaced });
      spaced = false;
    }
  }
  return found;
}

/** Pieces set side by side. */
export interface TextLine {
  pieces: readonly Piece[];
  /** Points. */
  width: number;
  /** Whether it ends, or began, in the middle of a word that is wider than the line. */
  isCut: boolean;
  /**
   * Whether a space was broken at its end: it is printed, unseen, so that copied and spoken text keeps its words apart.
   */
  endsInSpace: boolean;
}

/** What a line says. */
export const lineText = (line: TextLine): string =>
  line.pieces.reduce((text, piece, i) => text + (piece.spaced && i > 0 ? ' ' : '') + piece.text, '');

/** Sets text in one line, however long. */
export function singleLine(text: string, measure: TextMeasure): TextLine {
  const [line] = breakLine(printableText(text), measure, Number.POSITIVE_INFINITY);
  return line ?? { pieces: [], width: 0, isCut: false, endsInSpace: false };
}

/**
 * Breaks text into lines no wider than `width`: at its own line breaks, then between words, then after hyphens, and in
 * the middle of a word only where the word alone is wider than the line. No character is lost; a single character wider
 * than the line is alone on it.
 */
export function breakLines(text: string, measure: TextMeasure, width: number): TextLine[] {
  if (isPlainAscii(text)) return breakLine(text, measure, width);
  return splitLines(printableText(text)).flatMap((line) => breakLine(line, measure, width));
}

function breakLine(line: string, measure: TextMeasure, width: number): TextLine[] {
  const lines: TextLine[] = [];
  let current: Piece[] = [];
  let used = 0;
  let isCut = false;
  for (const piece of unbreakablePieces(line)) {
    const gap = piece.spaced && current.length > 0 ? measure.space : 0;
    const pieceWidth = measure.width(piece.text);
    if (used + gap + pieceWidth <= width) {
      current.push(piece);
      used += gap + pieceWidth;
      continue;
    }
    if (current.length > 0) lines.push({ pieces: current, width: used, isCut, endsInSpace: piece.spaced });
    isCut = pieceWidth > width;
    const parts = isCut ? breakWord(piece.text, measure, width) : [piece.text];
    const last = parts.pop() ?? '';
    for (const text of parts) {
      lines.push({ pieces: [{ text, spaced: false }], width: measure.width(text), isCut, endsInSpace: false });
    }
    current = [{ text: last, spaced: false }];
    used = measure.width(last);
  }
  lines.push({ pieces: current, width: used, isCut, endsInSpace: true });
  return lines;
}

function breakWord(word: string, measure: TextMeasure, width: number): string[] {
  const parts: string[] = [];
  let part: string[] = [];
  let used = 0;
  const close = () => {
    // Letters were measured one by one; kerning may widen them together.
    const carried: string[] = [];
    while (part.length > 1 && measure.width(part.join('')) > width) carried.unshift(part.pop() ?? '');
    parts.push(part.join(''));
    part = carried;
    used = carried.reduce((sum, letter) => sum + measure.width(letter), 0);
  };
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const { segment } of graphemes.segment(word)) {
    const letter = measure.width(segment);
    if (part.length > 0 && used + letter > width) close();
    part.push(segment);
    used += letter;
  }
  while (part.length > 0) close();
  return parts;
}

/** Sizes tried when text has to shrink, in points. */
const STEP = 0.25;

/**
 * Breaks text at the largest size from `size` down to `smallest` at which its words stay whole and it takes at most
 * `maxLines` lines; at `smallest` where no size does, and then it breaks as it must.
 */
export function fitLines(options: {
  text: string;
  measureAt: (size: number) => TextMeasure;
  width: number;
  size: number;
  smallest: number;
  maxLines?: number | undefined;
}): { size: number; lines: TextLine[] } {
  const { text, measureAt, width, smallest, maxLines = Number.POSITIVE_INFINITY } = options;
  for (let size = options.size; size > smallest; size -= STEP) {
    const lines = breakLines(text, measureAt(size), width);
    if (lines.length <= maxLines && !lines.some((line) => line.isCut)) return { size, lines };
  }
  return { size: smallest, lines: breakLines(text, measureAt(smallest), width) };
}
