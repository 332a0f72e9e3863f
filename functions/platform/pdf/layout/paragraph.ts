import { fitLines, type TextLine } from '../lines.ts';
import type { LetterStyle } from '../pdf-page.ts';
import type { StructureType } from '../structure.ts';
import { type Block, type DrawingPlace, SharedElement } from './block.ts';

/**
 * `decimal` sets figures so that their decimal points are below each other, one decimal at most, and words in the
 * middle.
 */
type Alignment = 'left' | 'centre' | 'right' | 'decimal';

export interface ParagraphStyle extends LetterStyle {
  /** Height of a line in points; 1.25 × size unless said. */
  leading?: number;
  align?: Alignment;
  /** The text may shrink to this size to keep its words whole and its lines within `maxLines`. */
  smallest?: number;
  maxLines?: number;
}

/** A cut leaves at least this many lines on either side. */
const LINES_TOGETHER = 2;

export interface ParagraphOptions {
  text: string;
  style: ParagraphStyle;
  /** Points. */
  width: number;
  /** Without a type the content belongs directly to the element around it. */
  type?: StructureType;
}

/** Text that wraps, then shrinks as far as its style allows, then flows on to the next page. */
export function paragraphBlock({ text, style, width, type }: ParagraphOptions): Block {
  const { font, size: fullSize, smallest = fullSize, maxLines } = style;
  const measureAt = (size: number) => font.measureAt(size);
  const { size, lines } = fitLines({ text, measureAt, width, size: fullSize, smallest, maxLines });
  const leading = (style.leading ?? fullSize * 1.25) * (size / fullSize);
  const set = { letters: { font, size, colour: style.colour }, leading, align: style.align ?? 'left', width };
  const last = lines.at(-1);
  if (last) last.endsInSpace = false;
  return setLines(lines, set, type === undefined ? undefined : new SharedElement(type));
}

interface Setting {
  letters: LetterStyle;
  leading: number;
  align: Alignment;
  width: number;
}

function setLines(lines: readonly TextLine[], setting: Setting, element: SharedElement | undefined): Block {
  return {
    height: lines.length * setting.leading,
    split(available, must) {
      const fitting = Math.floor(available / setting.leading + 1e-6);
      let kept = Math.min(fitting, lines.length - LINES_TOGETHER);
      if (kept < LINES_TOGETHER) {
        if (!must) return null;
        kept = Math.max(1, Math.min(fitting, lines.length));
      }
      return [setLines(lines.slice(0, kept), setting, element), setLines(lines.slice(kept), setting, element)];
    },
    draw(place) {
      if (lines.every((line) => line.pieces.length === 0)) return;
      const parent = element ? element.under(place.parent) : place.parent;
      place.page.mark(parent, () => drawLines(lines, setting, place));
    },
  };
}

function drawLines(
  lines: readonly TextLine[],
  { letters, leading, align, width }: Setting,
  { page, x, top }: DrawingPlace,
): void {
  const { ascent, descent } = letters.font.primary;
  const body = ((ascent - descent) * letters.size) / 1000;
  const toBaseline = (leading - body) / 2 + (ascent * letters.size) / 1000;
  for (const [i, line] of lines.entries()) {
    const at = { x: x + indent(line, { letters, align, width }), baseline: top + i * leading + toBaseline };
    page.text(line, at, letters);
  }
}

function indent(
  line: TextLine,
  { letters, align, width }: { letters: LetterStyle; align: Alignment; width: number },
): number {
  if (align === 'left') return 0;
  if (align === 'right') return width - line.width;
  if (align === 'centre') return (width - line.width) / 2;
  if (line.pieces.some(({ text }) => /\p{L}/u.test(text))) return Math.max(0, (width - line.width) / 2);
  const measure = letters.font.measureAt(letters.size);
  const whole = line.pieces[0]?.text.split('.')[0] ?? '';
  // The column's widest figure, 100.0, is in the middle.
  const axis = (width + measure.width('100') - measure.width('.0')) / 2;
  return Math.max(0, Math.min(axis - measure.width(whole), width - line.width));
}
