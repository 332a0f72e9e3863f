import { needsNoShaping, REPLACEMENT_CHARACTER } from '#shared/printed-text.ts';
import { FontSubset } from './font-subset.ts';
import type { TextMeasure } from './lines.ts';
import type { ObjectWriter } from './object-writer.ts';
import { formatCoordinate, hex16, type ObjectNumber, objectReference } from './syntax.ts';
import { countFonts, type NamedFont, openFont, type Typeface } from './typefaces.ts';

const MARK = /^\p{M}$/u;
const isMark = (codePoint: number): boolean => codePoint >= 0x300 && MARK.test(String.fromCodePoint(codePoint));

/** Glyphs of one embedded font: two bytes a glyph, and kerning; the inside of `[(…)]TJ`. */
export interface GlyphRun {
  font: EmbeddedFont;
  glyphs: string;
}

/** A word ready to print. */
export interface PrintableWord {
  /** In thousandths of the font size. */
  width: number;
  runs: GlyphRun[];
}

/** A font embedded in one document: the glyphs used so far, and their Unicode code points. */
export class EmbeddedFont {
  /** Its name among a page's resources. */
  readonly resource: string;
  readonly #named: NamedFont;
  readonly #subset: FontSubset;
  readonly #codePoints: number[] = [REPLACEMENT_CHARACTER];
  readonly #scale: number;

  constructor(named: NamedFont, resource: string) {
    this.resource = resource;
    this.#named = named;
    this.#subset = new FontSubset(named.font);
    this.#scale = 1000 / named.font.unitsPerEm;
  }

  has(codePoint: number): boolean {
    return this.#named.font.glyph(codePoint) !== 0;
  }

  get ascent(): number {
    return this.#named.font.ascent * this.#scale;
  }

  get descent(): number {
    return this.#named.font.descent * this.#scale;
  }

  /** Sets characters with kerning, marks centred over the letter before them. All must be in this font. */
  set(codePoints: readonly number[]): { glyphs: string; width: number } {
    const { font } = this.#named;
    let glyphs = '';
    let width = 0;
    let before: { glyph: number; advance: number } | undefined;
    for (const codePoint of codePoints) {
      const glyph = font.glyph(codePoint);
      const number = this.#subset.use(glyph);
      this.#codePoints[number] ??= codePoint;
      const advance = font.advance(glyph) * this.#scale;
      if (before && isMark(codePoint)) {
        const shift = this.#markShift(glyph, before);
        glyphs += `)${formatCoordinate(-shift)}(${glyphBytes(number)})${formatCoordinate(shift + advance)}(`;
        continue;
      }
      const kerning = before ? Math.round(font.kerning(before.glyph, glyph) * this.#scale) : 0;
      glyphs += kerning === 0 ? glyphBytes(number) : `)${-kerning}(${glyphBytes(number)}`;
      width += kerning + advance;
      before = { glyph, advance };
    }
    return { glyphs, width };
  }

  #markShift(mark: number, base: { glyph: number; advance: number }): number {
    const { font } = this.#named;
    const over = font.extent(base.glyph);
    const ink = font.extent(mark);
    if (!over || !ink) return 0;
    return ((over.xMin + over.xMax - ink.xMin - ink.xMax) / 2) * this.#scale - base.advance;
  }

  /** Writes the subset, its widths and its mapping to Unicode; returns the font object. */
  write(writer: ObjectWriter): ObjectNumber {
    const { font, name } = this.#named;
    const used = this.#subset.glyphs;
    const program = this.#subset.toTrueType();
    const file = writer.reserve();
    writer.writeStream(file, `/Length1 ${program.length}`, program);
    const unicode = writer.reserve();
    writer.writeStream(unicode, '', Buffer.from(toUnicode(this.#codePoints), 'latin1'));
    const baseFont = `/${subsetTag(used)}+${name}`;
    const scaled = (value: number) => Math.round(value * this.#scale);
    const descriptor = writer.add(
      `<</Type/FontDescriptor/FontName${baseFont}/Flags 4/FontBBox[${font.box.map(scaled).join(' ')}]` +
        `/ItalicAngle ${formatCoordinate(font.italicAngle)}/Ascent ${scaled(font.ascent)}/Descent ${scaled(font.descent)}` +
        `/CapHeight ${scaled(font.capHeight)}/StemV ${Math.round(font.weight / 5)}/FontFile2 ${objectReference(file)}>>`,
    );
    const widths = used.map((glyph) => formatCoordinate(font.advance(glyph) * this.#scale)).join(' ');
    const descendant = writer.add(
      `<</Type/Font/Subtype/CIDFontType2/BaseFont${baseFont}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)` +
        `/Supplement 0>>/FontDescriptor ${objectReference(descriptor)}/DW 1000/W[0[${widths}]]/CIDToGIDMap/Identity>>`,
    );
    return writer.add(
      `<</Type/Font/Subtype/Type0/BaseFont${baseFont}/Encoding/Identity-H` +
        `/DescendantFonts[${objectReference(descendant)}]/ToUnicode ${objectReference(unicode)}>>`,
    );
  }
}

/** A typeface in one document: turns words into glyphs, each word once. */
export class PrintedFont {
  readonly #typeface: Typeface;
  readonly #embed: (named: NamedFont) => EmbeddedFont;
  readonly #words = new Map<string, PrintableWord>();
  readonly #measures = new Map<number, TextMeasure>();
  readonly #fonts: EmbeddedFont[] = [];

  constructor(typeface: Typeface, embed: (named: NamedFont) => EmbeddedFont) {
    this.#typeface = typeface;
    this.#embed = embed;
  }

  /** The first font of the typeface, which sets the height of lines. */
  get primary(): EmbeddedFont {
    return this.#font(0);
  }

  /** Widths at a size in points. */
  measureAt(size: number): TextMeasure {
    let measure = this.#measures.get(size);
    if (!measure) {
      const scale = size / 1000;
      measure = { width: (text) => this.word(text).width * scale, space: this.word(' ').width * scale };
      this.#measures.set(size, measure);
    }
    return measure;
  }

  /** `text` is printable text (`printableText`) without line breaks; it is set as one unbroken word. */
  word(text: string): PrintableWord {
    let word = this.#words.get(text);
    if (!word) {
      word = this.#set(text);
      this.#words.set(text, word);
    }
    return word;
  }

  #set(text: string): PrintableWord {
    const word: PrintableWord = { width: 0, runs: [] };
    let font: EmbeddedFont | undefined;
    let pending: number[] = [];
    const flush = () => {
      if (!font || pending.length === 0) return;
      const { glyphs, width } = font.set(pending);
      word.runs.push({ font, glyphs });
      word.width += width;
      pending = [];
    };
    for (const cluster of clusters(text)) {
      const covering = this.#fontFor(cluster);
      const printed = covering ? cluster : cluster.map(() => REPLACEMENT_CHARACTER);
      const next = covering ?? this.#fontFor([REPLACEMENT_CHARACTER]) ?? this.primary;
      if (next !== font) flush();
      font = next;
      pending.push(...printed);
    }
    flush();
    return word;
  }

  /** The first font that has all these characters. */
  #fontFor(cluster: readonly number[]): EmbeddedFont | undefined {
    if (!cluster.every(needsNoShaping)) return undefined;
    for (let place = 0; place < countFonts(this.#typeface); place++) {
      const font = this.#font(place);
      if (cluster.every((codePoint) => font.has(codePoint))) return font;
    }
    return undefined;
  }

  #font(place: number): EmbeddedFont {
    let font = this.#fonts[place];
    if (!font) {
      font = this.#embed(openFont(this.#typeface, place));
      this.#fonts[place] = font;
    }
    return font;
  }
}

/** A glyph number as two characters of a literal string, escaped where they have a meaning there. */
const glyphBytes = (number: number): string =>
  String.fromCharCode(number >> 8, number & 0xff).replace(/[\\()\r]/g, (byte) => (byte === '\r' ? '\\r' : `\\${byte}`));

/** Splits text into letters, each with the marks that follow it. */
function clusters(text: string): number[][] {
  const found: number[][] = [];
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? REPLACEMENT_CHARACTER;
    const last = found.at(-1);
    if (last && isMark(codePoint)) last.push(codePoint);
    else found.push([codePoint]);
  }
  return found;
}

/** Six letters that identify a subset, hashed from its glyphs. */
function subsetTag(glyphs: readonly number[]): string {
  let hash = 2166136261;
  for (const glyph of glyphs) hash = Math.imul(hash ^ glyph, 16777619) >>> 0;
  let tag = '';
  for (let i = 0; i < 6; i++, hash = Math.floor(hash / 26)) tag += String.fromCharCode(65 + (hash % 26));
  return tag;
}

/** A CMap from glyph numbers to Unicode, in blocks of 100 as the format allows. */
function toUnicode(codePoints: readonly number[]): string {
  const lines = codePoints.map((codePoint, number) => {
    const text = String.fromCodePoint(codePoint);
    let hex = '';
    for (let i = 0; i < text.length; i++) hex += hex16(text.charCodeAt(i));
    return `<${hex16(number)}><${hex}>`;
  });
  const blocks: string[] = [];
  for (let i = 0; i < lines.length; i += 100) {
    const block = lines.slice(i, i + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return [
    '/CIDInit/ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def/CMapName/Adobe-Identity-UCS def/CMapType 2 def',
    '1 begincodespacerange<0000><FFFF>endcodespacerange',
    ...blocks,
    'endcmap CMapName currentdict/CMap defineresource pop end end',
  ].join('\n');
}
