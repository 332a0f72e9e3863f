import { componentOffsets, type TrueTypeFont } from './true-type.ts';

/** Tables copied as they are: the programs that the outlines' hinting may call. */
const HINTING_TABLES = ['cvt ', 'fpgm', 'prep'];

/** The glyphs of a font that a document uses, numbered from 1 in the order of first use. */
export class FontSubset {
  readonly font: TrueTypeFont;
  readonly #numbers = new Map<number, number>([[0, 0]]);

  constructor(font: TrueTypeFont) {
    this.font = font;
  }

  /** The glyph's number in the subset; the same for the same glyph. */
  use(glyph: number): number {
    let number = this.#numbers.get(glyph);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(glyph, number);
    }
    return number;
  }

  /** Glyph numbers in the font, by their number in the subset. */
  get glyphs(): number[] {
    return [...this.#numbers.keys()];
  }

  /** A TrueType font of these glyphs and the parts they are composed of. */
  toTrueType(): Uint8Array {
    const outlines: Uint8Array[] = [];
    // The iterator also visits glyphs added in the loop: the components of composite glyphs.
    for (const glyph of this.#numbers.keys()) {
      const outline = this.font.outline(glyph).slice();
      for (const at of componentOffsets(outline)) {
        const view = new DataView(outline.buffer);
        view.setUint16(at, this.use(view.getUint16(at)));
      }
      outlines.push(outline);
    }
    const glyphs = this.glyphs;
    const tables = new Map<string, Uint8Array>();
    tables.set(
      'head',
      this.#patched('head', (view) => view.setInt16(50, 1)),
    );
    tables.set(
      'hhea',
      this.#patched('hhea', (view) => view.setUint16(34, glyphs.length)),
    );
    tables.set(
      'maxp',
      this.#patched('maxp', (view) => view.setUint16(4, glyphs.length)),
    );
    const metrics = new DataView(new ArrayBuffer(4 * glyphs.length));
    const locations = new DataView(new ArrayBuffer(4 * glyphs.length + 4));
    let end = 0;
    for (const [i, glyph] of glyphs.entries()) {
      metrics.setUint16(4 * i, this.font.advance(glyph));
      metrics.setInt16(4 * i + 2, this.font.leftSideBearing(glyph));
      end += padded(outlines[i]?.length ?? 0);
      locations.setUint32(4 * i + 4, end);
    }
    tables.set('hmtx', new Uint8Array(metrics.buffer));
    tables.set('loca', new Uint8Array(locations.buffer));
    tables.set('glyf', joined(outlines, end));
    for (const tag of HINTING_TABLES) {
      const table = this.font.table(tag);
      if (table) tables.set(tag, table);
    }
    return fontFile(tables);
  }

  #patched(tag: string, patch: (view: DataView) => void): Uint8Array {
    const table = this.font.table(tag)?.slice();
    if (!table) throw new Error(`the font has no ${tag} table`);
    patch(new DataView(table.buffer));
    return table;
  }
}

const padded = (length: number): number => (length + 3) & ~3;

function joined(parts: Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += padded(part.length);
  }
  return whole;
}

/** Table directory, check sums, tables: the outer form of a TrueType file. */
function fontFile(tables: Map<string, Uint8Array>): Uint8Array {
  const entries = [...tables].sort(([a], [b]) => (a < b ? -1 : 1));
  const start = 12 + 16 * entries.length;
  const file = new Uint8Array(entries.reduce((at, [, table]) => at + padded(table.length), start));
  const view = new DataView(file.buffer);
  const log = Math.floor(Math.log2(entries.length));
  view.setUint32(0, 0x00010000);
  view.setUint16(4, entries.length);
  view.setUint16(6, 16 << log);
  view.setUint16(8, log);
  view.setUint16(10, 16 * entries.length - (16 << log));
  let at = start;
  let head = 0;
  for (const [i, [tag, table]] of entries.entries()) {
    file.set(table, at);
    if (tag === 'head') {
      head = at;
      view.setUint32(at + 8, 0);
    }
    for (let c = 0; c < 4; c++) view.setUint8(12 + 16 * i + c, tag.charCodeAt(c));
    view.setUint32(16 + 16 * i, checksum(view, { from: at, to: at + padded(table.length) }));
    view.setUint32(20 + 16 * i, at);
    view.setUint32(24 + 16 * i, table.length);
    at += padded(table.length);
  }
  view.setUint32(head + 8, (0xb1b0afba - checksum(view, { from: 0, to: file.length })) >>> 0);
  return file;
}

function checksum(view: DataView, { from, to }: { from: number; to: number }): number {
  let sum = 0;
  for (let at = from; at < to; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  return sum;
}
