/** Bits of a GPOS value record's format. */
const X_ADVANCE = 0x4;

const bitCount = (value: number): number => value.toString(2).replaceAll('0', '').length;

/**
 * Pair kerning from a font's `GPOS` table, read in place. Only horizontal adjustments of the first glyph count, which
 * is all that the `kern` feature of a Latin text face uses.
 */
export class PairKerning {
  readonly #view: DataView;
  /** Offsets of the pair subtables, one list per lookup. */
  readonly #lookups: number[][] = [];

  constructor(view: DataView, gpos: number | undefined) {
    this.#view = view;
    if (gpos === undefined) return;
    const lookups = gpos + view.getUint16(gpos + 8);
    for (const index of this.#kernLookups(gpos)) {
      const lookup = lookups + view.getUint16(lookups + 2 + 2 * index);
      const type = view.getUint16(lookup);
      const subtables: number[] = [];
      for (let i = 0; i < view.getUint16(lookup + 4); i++) {
        const subtable = lookup + view.getUint16(lookup + 6 + 2 * i);
        if (type === 2) subtables.push(subtable);
        else if (type === 9 && view.getUint16(subtable + 2) === 2)
          subtables.push(subtable + view.getUint32(subtable + 4));
      }
      if (subtables.length > 0) this.#lookups.push(subtables);
    }
  }

  /** In font units; 0 where the font says nothing about the pair. */
  between(first: number, second: number): number {
    let sum = 0;
    for (const subtables of this.#lookups) {
      for (const subtable of subtables) {
        const value = this.#inSubtable(subtable, first, second);
        if (value === undefined) continue;
        sum += value;
        break;
      }
    }
    return sum;
  }

  /** Lookups of the `kern` feature, for the Latin script where the font tells scripts apart. */
  #kernLookups(gpos: number): number[] {
    const view = this.#view;
    const scripts = gpos + view.getUint16(gpos + 4);
    const features = gpos + view.getUint16(gpos + 6);
    let script: number | undefined;
    for (let i = 0; i < view.getUint16(scripts); i++) {
      const tag = view.getUint32(scripts + 2 + 6 * i);
      const isLatin = tag === 0x6c61746e;
      const isDefault = tag === 0x44464c54;
      if (isLatin || (isDefault && script === undefined)) script = scripts + view.getUint16(scripts + 6 + 6 * i);
    }
    if (script === undefined || view.getUint16(script) === 0) return [];
    const language = script + view.getUint16(script);
    for (let i = 0; i < view.getUint16(language + 4); i++) {
      const record = features + 2 + 6 * view.getUint16(language + 6 + 2 * i);
      if (view.getUint32(record) !== 0x6b65726e) continue;
      const feature = features + view.getUint16(record + 4);
      return Array.from({ length: view.getUint16(feature + 2) }, (_, j) => view.getUint16(feature + 4 + 2 * j));
    }
    return [];
  }

  #inSubtable(at: number, first: number, second: number): number | undefined {
    const view = this.#view;
    const covered = this.#coverage(at + view.getUint16(at + 2), first);
    if (covered === undefined) return undefined;
    const format1 = view.getUint16(at + 4);
    const format2 = view.getUint16(at + 6);
    const recordSize = 2 * (bitCount(format1) + bitCount(format2));
    const advanceAt = 2 * bitCount(format1 & (X_ADVANCE - 1));
    const advance = (record: number) => (format1 & X_ADVANCE ? view.getInt16(record + advanceAt) : 0);
    if (view.getUint16(at) === 2) {
      const class1 = this.#glyphClass(at + view.getUint16(at + 8), first);
      const class2 = this.#glyphClass(at + view.getUint16(at + 10), second);
      return advance(at + 16 + recordSize * (class1 * view.getUint16(at + 14) + class2));
    }
    const set = at + view.getUint16(at + 10 + 2 * covered);
    let low = 0;
    let high = view.getUint16(set) - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const record = set + 2 + middle * (2 + recordSize);
      const glyph = view.getUint16(record);
      if (glyph === second) return advance(record + 2);
      if (glyph < second) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }

  /** The glyph's place in a coverage table; undefined when it is not in it. */
  #coverage(at: number, glyph: number): number | undefined {
    const view = this.#view;
    const isRanges = view.getUint16(at) === 2;
    let low = 0;
    let high = view.getUint16(at + 2) - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const record = at + 4 + middle * (isRanges ? 6 : 2);
      const start = view.getUint16(record);
      const end = isRanges ? view.getUint16(record + 2) : start;
      if (glyph < start) high = middle - 1;
      else if (glyph > end) low = middle + 1;
      else return isRanges ? view.getUint16(record + 4) + glyph - start : middle;
    }
    return undefined;
  }

  #glyphClass(at: number, glyph: number): number {
    const view = this.#view;
    if (view.getUint16(at) === 1) {
      const index = glyph - view.getUint16(at + 2);
      return index >= 0 && index < view.getUint16(at + 4) ? view.getUint16(at + 6 + 2 * index) : 0;
    }
    let low = 0;
    let high = view.getUint16(at + 2) - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const record = at + 4 + 6 * middle;
      if (glyph < view.getUint16(record)) high = middle - 1;
      else if (glyph > view.getUint16(record + 2)) low = middle + 1;
      else return view.getUint16(record + 4);
    }
    return 0;
  }
}
