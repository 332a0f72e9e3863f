import { PairKerning } from './kerning.ts';

/** Flags of a component in a composite glyph (OpenType `glyf`). */
const COMPONENT = { WORDS: 0x1, SCALE: 0x8, MORE: 0x20, SCALE_XY: 0x40, MATRIX: 0x80 } as const;

/** Horizontal extent of a glyph's outline in font units. */
export interface GlyphExtent {
  xMin: number;
  xMax: number;
}

/**
 * Reads what printing needs from a TrueType font, in place and on demand: opening a font reads only its table
 * directory. Lengths are in font units (`unitsPerEm` to the em).
 */
export class TrueTypeFont {
  readonly unitsPerEm: number;
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
  readonly italicAngle: number;
  /** xMin, yMin, xMax, yMax over all glyphs. */
  readonly box: readonly [number, number, number, number];
  readonly weight: number;
  readonly #view: DataView;
  readonly #tables = new Map<string, { offset: number; length: number }>();
  readonly #longLocations: boolean;
  readonly #advances: number;
  readonly #characters: CharacterMap;
  #kerning: PairKerning | undefined;
  /** Of the pairs that were asked for, by first glyph × 65,536 + second: names and headings repeat a few hundred. */
  readonly #kerned = new Map<number, number>();

  constructor(data: Uint8Array) {
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    this.#view = view;
    for (let i = 0, at = 12; i < view.getUint16(4); i++, at += 16) {
      const tag = String.fromCharCode(...data.subarray(at, at + 4));
      this.#tables.set(tag, { offset: view.getUint32(at + 8), length: view.getUint32(at + 12) });
    }
    const head = this.#at('head');
    const hhea = this.#at('hhea');
    const os2 = this.#at('OS/2');
    this.unitsPerEm = view.getUint16(head + 18);
    this.box = [view.getInt16(head + 36), view.getInt16(head + 38), view.getInt16(head + 40), view.getInt16(head + 42)];
    this.#longLocations = view.getInt16(head + 50) === 1;
    this.ascent = view.getInt16(hhea + 4);
    this.descent = view.getInt16(hhea + 6);
    this.#advances = view.getUint16(hhea + 34);
    this.weight = view.getUint16(os2 + 4);
    this.capHeight = view.getUint16(os2) >= 2 ? view.getInt16(os2 + 88) : this.ascent;
    this.italicAngle = view.getInt32(this.#at('post') + 4) / 65536;
    this.#characters = new CharacterMap(view, this.#at('cmap'));
  }

  /** The bytes of a table, or undefined where the font has none. */
  table(tag: string): Uint8Array | undefined {
    const table = this.#tables.get(tag);
    return table && new Uint8Array(this.#view.buffer, this.#view.byteOffset + table.offset, table.length);
  }

  /** The glyph of a Unicode code point; 0 where the font has none. */
  glyph(codePoint: number): number {
    return this.#characters.glyph(codePoint);
  }

  advance(glyph: number): number {
    return this.#view.getUint16(this.#at('hmtx') + 4 * Math.min(glyph, this.#advances - 1));
  }

  leftSideBearing(glyph: number): number {
    const hmtx = this.#at('hmtx');
    if (glyph < this.#advances) return this.#view.getInt16(hmtx + 4 * glyph + 2);
    return this.#view.getInt16(hmtx + 4 * this.#advances + 2 * (glyph - this.#advances));
  }

  /** How far the second glyph moves towards (negative) or away from the first. */
  kerning(first: number, second: number): number {
    const pair = first * 65_536 + second;
    let moved = this.#kerned.get(pair);
    if (moved === undefined) {
      this.#kerning ??= new PairKerning(this.#view, this.#tables.get('GPOS')?.offset);
      moved = this.#kerning.between(first, second);
      this.#kerned.set(pair, moved);
    }
    return moved;
  }

  /** The outline as stored; empty for a blank glyph. */
  outline(glyph: number): Uint8Array {
    const loca = this.#at('loca');
    const [start, end] = this.#longLocations
      ? [this.#view.getUint32(loca + 4 * glyph), this.#view.getUint32(loca + 4 * glyph + 4)]
      : [2 * this.#view.getUint16(loca + 2 * glyph), 2 * this.#view.getUint16(loca + 2 * glyph + 2)];
    return new Uint8Array(this.#view.buffer, this.#view.byteOffset + this.#at('glyf') + start, end - start);
  }

  /** Horizontal extent of a glyph's outline; undefined for a blank one. */
  extent(glyph: number): GlyphExtent | undefined {
    const outline = this.outline(glyph);
    if (outline.length === 0) return undefined;
    const view = new DataView(outline.buffer, outline.byteOffset);
    return { xMin: view.getInt16(2), xMax: view.getInt16(6) };
  }

  #at(tag: string): number {
    const table = this.#tables.get(tag);
    if (!table) throw new Error(`the font has no ${tag} table`);
    return table.offset;
  }
}

/** Byte offsets, inside an outline, of the glyph numbers it is composed of; none for a simple glyph. */
export function componentOffsets(outline: Uint8Array): number[] {
  const offsets: number[] = [];
  if (outline.length === 0) return offsets;
  const view = new DataView(outline.buffer, outline.byteOffset, outline.byteLength);
  if (view.getInt16(0) >= 0) return offsets;
  for (let at = 10, flags: number = COMPONENT.MORE; flags & COMPONENT.MORE; ) {
    flags = view.getUint16(at);
    offsets.push(at + 2);
    at += 4 + (flags & COMPONENT.WORDS ? 4 : 2);
    at += flags & COMPONENT.SCALE ? 2 : flags & COMPONENT.SCALE_XY ? 4 : flags & COMPONENT.MATRIX ? 8 : 0;
  }
  return offsets;
}

/** The `cmap` table: Unicode code points to glyphs. */
class CharacterMap {
  readonly #view: DataView;
  readonly #at: number;
  readonly #format: number;

  constructor(view: DataView, cmap: number) {
    let best: { at: number; format: number } | undefined;
    for (let i = 0; i < view.getUint16(cmap + 2); i++) {
      const at = cmap + view.getUint32(cmap + 8 + 8 * i);
      const format = view.getUint16(at);
      if (format === 12 || (format === 4 && best === undefined)) best = { at, format };
    }
    if (!best) throw new Error('the font has no Unicode character map');
    this.#view = view;
    this.#at = best.at;
    this.#format = best.format;
  }

  glyph(codePoint: number): number {
    return this.#format === 12 ? this.#inGroups(codePoint) : this.#inSegments(codePoint);
  }

  #inGroups(codePoint: number): number {
    const view = this.#view;
    const groups = this.#at + 16;
    let low = 0;
    let high = view.getUint32(this.#at + 12) - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const group = groups + 12 * middle;
      if (codePoint > view.getUint32(group + 4)) low = middle + 1;
      else if (codePoint < view.getUint32(group)) high = middle - 1;
      else return view.getUint32(group + 8) + codePoint - view.getUint32(group);
    }
    return 0;
  }

  #inSegments(codePoint: number): number {
    const view = this.#view;
    const doubled = view.getUint16(this.#at + 6);
    const ends = this.#at + 14;
    for (let i = 0; i < doubled; i += 2) {
      if (codePoint > view.getUint16(ends + i)) continue;
      const start = view.getUint16(ends + doubled + 2 + i);
      if (codePoint < start) return 0;
      const delta = view.getUint16(ends + 2 * doubled + 2 + i);
      const rangeAt = ends + 3 * doubled + 2 + i;
      const range = view.getUint16(rangeAt);
      if (range === 0) return (codePoint + delta) & 0xffff;
      const glyph = view.getUint16(rangeAt + range + 2 * (codePoint - start));
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
    return 0;
  }
}
