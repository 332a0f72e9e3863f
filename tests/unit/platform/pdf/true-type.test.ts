import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fontkit from '@pdf-lib/fontkit';
import { describe, expect, it } from 'vitest';
import { FontSubset } from '#functions/platform/pdf/font-subset.ts';
import { TrueTypeFont } from '#functions/platform/pdf/true-type.ts';

const require = createRequire(import.meta.url);

/** What documents are set in (`typefaces.ts`). */
const fontFiles = [
  '@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf',
  '@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf',
  '@expo-google-fonts/source-serif-4/600SemiBold/SourceSerif4_600SemiBold.ttf',
  '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
];

/** What the tests ask of fontkit, a full font engine that reads the same files in its own way. */
interface Oracle {
  numGlyphs: number;
  ascent: number;
  descent: number;
  capHeight: number;
  hasGlyphForCodePoint(codePoint: number): boolean;
  glyphForCodePoint(codePoint: number): { id: number; advanceWidth: number };
  getGlyph(id: number): { path: { toSVG(): string }; advanceWidth: number };
  layout(
    text: string,
    features: Record<string, boolean>,
  ): { positions: { xAdvance: number }[]; glyphs: { id: number }[] };
}

const open = (data: Uint8Array) => fontkit.create(data) as unknown as Oracle;
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const LATIN = [...range(0x20, 0x7e), ...range(0xa0, 0x24f), ...range(0x300, 0x36f), ...range(0x1e00, 0x1eff)];
const OTHERS = [...range(0x370, 0x4ff), ...range(0x2000, 0x22ff), 0xfffd, 0x1f600, 0x10ffff];

describe.each(fontFiles)('%s', (file) => {
  const data = readFileSync(require.resolve(file));
  const font = new TrueTypeFont(data);
  const oracle = open(data);

  it('has the same glyphs and widths for characters as a full font engine says', () => {
    for (const codePoint of [...LATIN, ...OTHERS]) {
      const expected = oracle.hasGlyphForCodePoint(codePoint) ? oracle.glyphForCodePoint(codePoint) : null;
      expect([codePoint, font.glyph(codePoint)]).toEqual([codePoint, expected?.id ?? 0]);
      if (expected) expect(font.advance(expected.id)).toBe(expected.advanceWidth);
    }
    expect([font.ascent, font.descent, font.capHeight]).toEqual([oracle.ascent, oracle.descent, oracle.capHeight]);
  });

  it('kerns pairs as a full font engine does', () => {
    const letters = [...'ATVWYLPFaeorvwy.,-–’0179ÄÉŐŠžñ(f/'];
    const features = { kern: true, liga: false, clig: false, calt: false, rlig: false, ccmp: false, mark: false };
    let kerned = 0;
    for (const first of letters) {
      for (const second of letters) {
        const { positions, glyphs } = oracle.layout(first + second, features);
        const [left, right] = glyphs.map(({ id }) => id);
        if (left === undefined || right === undefined) throw new Error('two letters are two glyphs');
        const expected = (positions[0]?.xAdvance ?? 0) - oracle.getGlyph(left).advanceWidth;
        expect([first, second, font.kerning(left, right)]).toEqual([first, second, expected]);
        if (expected !== 0) kerned++;
      }
    }
    expect(kerned).toBeGreaterThan(100);
  });

  it('keeps the outlines of the glyphs in a subset, composed ones included', () => {
    const subset = new FontSubset(font);
    const used = [...'AgőŽş%'].map((letter) => font.glyph(letter.codePointAt(0) ?? 0));
    const numbers = used.map((glyph) => subset.use(glyph));
    const written = open(subset.toTrueType());
    expect(written.numGlyphs).toBe(subset.glyphs.length);
    for (const [i, glyph] of used.entries()) {
      const path = written.getGlyph(numbers[i] ?? 0).path.toSVG();
      expect(path).toBe(oracle.getGlyph(glyph).path.toSVG());
      expect(path.length).toBeGreaterThan(20);
    }
  });

  it('makes a subset much smaller than the font', () => {
    const subset = new FontSubset(font);
    for (const letter of 'The quick brown fox, 1234567890.') subset.use(font.glyph(letter.codePointAt(0) ?? 0));
    expect(subset.toTrueType().length).toBeLessThan(data.length / 20);
  });
});

it('has, between the fonts of each style, every letter of the Latin script with every diacritic', () => {
  const complete = fontFiles.filter((file) => file.includes('noto-sans'));
  expect(complete).toHaveLength(2);
  for (const file of complete) {
    const font = new TrueTypeFont(readFileSync(require.resolve(file)));
    const letters = LATIN.filter((codePoint) => /[\p{L}\p{M}]/u.test(String.fromCodePoint(codePoint)));
    expect(letters.length).toBeGreaterThan(800);
    expect(letters.filter((codePoint) => font.glyph(codePoint) === 0)).toEqual([]);
  }
});
