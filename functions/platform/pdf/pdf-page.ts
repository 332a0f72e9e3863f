import type { TextLine } from './lines.ts';
import type { GlyphRun, PrintedFont } from './printed-font.ts';
import type { StructureElement } from './structure.ts';
import { formatCoordinate, type ObjectNumber, objectReference } from './syntax.ts';

/** `#rrggbb`. */
export type Colour = `#${string}`;

export interface PageSize {
  /** Points. */
  width: number;
  height: number;
}

export const A4_PORTRAIT: PageSize = { width: 595.28, height: 841.89 };
export const LETTER_PORTRAIT: PageSize = { width: 612, height: 792 };
export const A4_LANDSCAPE: PageSize = { width: 841.89, height: 595.28 };

export interface LetterStyle {
  font: PrintedFont;
  /** Points. */
  size: number;
  colour: Colour;
}

/** An image of the document, by its name among the resources. */
export interface DrawableImage {
  resource: string;
  /** Pixels, after rotation. */
  width: number;
  height: number;
  /** Exif orientation, 1 to 8. */
  orientation: number;
}

/** Transformation matrices of a unit square, by Exif orientation; y upwards. */
const orientationMatrix: Record<number, readonly [number, number, number, number, number, number]> = {
  1: [1, 0, 0, 1, 0, 0],
  2: [-1, 0, 0, 1, 1, 0],
  3: [-1, 0, 0, -1, 1, 1],
  4: [1, 0, 0, -1, 0, 1],
  5: [0, -1, -1, 0, 1, 1],
  6: [0, -1, 1, 0, 0, 1],
  7: [0, 1, 1, 0, 0, 0],
  8: [0, 1, -1, 0, 1, 0],
};

/** Part of a doughnut. Lengths in points. */
export interface RingSegment {
  x: number;
  y: number;
  outer: number;
  inner: number;
  from: number;
  to: number;
  colour: Colour;
}

/** Lengths in points. */
export interface ModuleSquare {
  x: number;
  y: number;
  size: number;
  colour: Colour;
  /** `size` modules each way, counted from the upper left one; those outside are not set. */
  modules: { readonly size: number; get(column: number, row: number): boolean };
}

/** Path operators of a ring around a point; y upwards. Angles are shares of a turn, clockwise from the top. */
class RingPath {
  readonly #centre: { x: number; y: number };
  constructor(centre: { x: number; y: number }) {
    this.#centre = centre;
  }

  move = (radius: number, share: number): string => `${this.#at(radius, share)} m `;
  line = (radius: number, share: number): string => `${this.#at(radius, share)} l `;

  /** An arc as Bézier curves of at most a quarter turn each, which look like a circle. */
  arc(radius: number, from: number, to: number): string {
    const parts = Math.max(1, Math.ceil(Math.abs(to - from) * 4));
    const step = (to - from) / parts;
    const reach = (4 / 3) * Math.tan((step * 2 * Math.PI) / 4) * radius;
    let curves = '';
    for (let part = 0; part < parts; part += 1) {
      const start = from + part * step;
      const end = start + step;
      curves += `${this.#at(radius, start, reach)} ${this.#at(radius, end, -reach)} ${this.#at(radius, end)} c `;
    }
    return curves;
  }

  /** A point on a circle, moved by `along` on its tangent. */
  #at(radius: number, share: number, along = 0): string {
    const angle = share * 2 * Math.PI;
    const x = this.#centre.x + radius * Math.sin(angle) + along * Math.cos(angle);
    const y = this.#centre.y + radius * Math.cos(angle) - along * Math.sin(angle);
    return `${formatCoordinate(x)} ${formatCoordinate(y)}`;
  }
}

/** The first four operands of a text matrix that rotates counter-clockwise. */
const rotation = (angle: number): string =>
  [Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle)].map(formatCoordinate).join(' ');

const colourOperands = new Map<Colour, string>();

function operands(colour: Colour): string {
  let found = colourOperands.get(colour);
  if (found === undefined) {
    found = [1, 3, 5].map((at) => formatCoordinate(Number.parseInt(colour.slice(at, at + 2), 16) / 255)).join(' ');
    colourOperands.set(colour, found);
  }
  return found;
}

/** Drawing operators of one layer, and the graphics state they leave. */
class Layer {
  operators = '';
  #fill = '';
  #font = '';

  fill(colour: Colour): void {
    if (this.#fill === colour) return;
    this.#fill = colour;
    this.operators += `${operands(colour)} rg\n`;
  }

  font(resource: string, size: number): void {
    const font = `/${resource} ${formatCoordinate(size)} Tf\n`;
    if (this.#font === font) return;
    this.#font = font;
    this.operators += font;
  }
}

/**
 * A page being drawn. Lengths are points; x runs from the left edge, y from the top edge downwards. What is drawn
 * inside `mark` belongs to a structure element; everything else is decoration, which is drawn behind it and not read
 * aloud.
 */
export class Page {
  readonly object: ObjectNumber;
  readonly size: PageSize;
  /** The structure elements of the marks on this page, by mark. */
  readonly marked: StructureElement[] = [];
  readonly #decoration = new Layer();
  readonly #content = new Layer();
  #layer = this.#decoration;

  constructor(object: ObjectNumber, size: PageSize) {
    this.object = object;
    this.size = size;
  }

  /** The page's content stream. */
  get content(): string {
    return `/Artifact BMC\n${this.#decoration.operators}EMC\n${this.#content.operators}`;
  }

  /** Marks what `draw` draws as content of the element; without an element it is decoration. */
  mark(element: StructureElement | null, draw: () => void): void {
    if (!element) {
      draw();
      return;
    }
    const id = this.marked.push(element) - 1;
    element.mark({ page: this.object, id });
    this.#layer = this.#content;
    this.#layer.operators += `/${element.type}<</MCID ${id}>>BDC\n`;
    draw();
    this.#layer.operators += 'EMC\n';
    this.#layer = this.#decoration;
  }

  /** Prints a line, as `breakLines` made it, from x on; `angle` rotates it counter-clockwise, in radians. */
  text(line: TextLine, at: { x: number; baseline: number; angle?: number }, { font, size, colour }: LetterStyle): void {
    if (line.pieces.length === 0) return;
    const layer = this.#layer;
    const space = font.word(' ').runs[0];
    let shown = '';
    let resource = '';
    layer.fill(colour);
    const start = `${formatCoordinate(at.x)} ${formatCoordinate(this.size.height - at.baseline)}`;
    layer.operators += at.angle === undefined ? `BT ${start} Td\n` : `BT ${rotation(at.angle)} ${start} Tm\n`;
    const add = (run: GlyphRun) => {
      if (run.font.resource !== resource) {
        if (shown !== '') layer.operators += `[(${shown})]TJ\n`;
        shown = '';
        resource = run.font.resource;
        layer.font(resource, size);
      }
      shown += run.glyphs;
    };
    for (const [i, piece] of line.pieces.entries()) {
      if (piece.spaced && i > 0 && space) add(space);
      for (const run of font.word(piece.text).runs) add(run);
    }
    if (line.endsInSpace && space) add(space);
    layer.operators += `[(${shown})]TJ\nET\n`;
  }

  /** An image in a rectangle, upright. */
  image(
    { resource, orientation }: DrawableImage,
    { x, y, width, height }: { x: number; y: number; width: number; height: number },
  ): void {
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = orientationMatrix[orientation] ?? [];
    const bottom = this.size.height - y - height;
    const matrix = [a * width, b * height, c * width, d * height, x + e * width, bottom + f * height];
    this.#layer.operators += `q ${matrix.map(formatCoordinate).join(' ')} cm /${resource} Do Q\n`;
  }

  /** A filled rectangle; a rule where it is thin. */
  fill({ x, y, width, height, colour }: { x: number; y: number; width: number; height: number; colour: Colour }): void {
    const bottom = this.size.height - y - height;
    this.#layer.fill(colour);
    this.#layer.operators += `${formatCoordinate(x)} ${formatCoordinate(bottom)} ${formatCoordinate(width)} ${formatCoordinate(height)} re f\n`;
  }

  /** A square of modules, such as a QR code's: all of them one path, the runs of a row as one rectangle. */
  modules({ x, y, size, colour, modules }: ModuleSquare): void {
    const scale = size / modules.size;
    this.#layer.fill(colour);
    // From the upper left corner down, one unit a module.
    const start = `${formatCoordinate(x)} ${formatCoordinate(this.size.height - y)}`;
    this.#layer.operators += `q ${scale.toFixed(4)} 0 0 ${(-scale).toFixed(4)} ${start} cm\n`;
    for (let row = 0; row < modules.size; row += 1) {
      for (let column = 0; column < modules.size; column += 1) {
        const from = column;
        while (modules.get(column, row)) column += 1;
        if (column > from) this.#layer.operators += `${from} ${row} ${column - from} 1 re\n`;
      }
    }
    this.#layer.operators += 'f\nQ\n';
  }

  /** A filled part of a ring around a point, clockwise; `from` and `to` are shares of the whole turn, 0 at the top. */
  ring({ x, y, outer, inner, from, to, colour }: RingSegment): void {
    if (to <= from) return;
    const path = new RingPath({ x, y: this.size.height - y });
    this.#layer.fill(colour);
    this.#layer.operators += `${path.move(outer, from)}${path.arc(outer, from, to)}${path.line(inner, to)}${path.arc(inner, to, from)}h f\n`;
  }

  /** The page's dictionary. */
  dictionary(options: {
    parent: ObjectNumber;
    resources: ObjectNumber;
    content: ObjectNumber;
    number: number;
  }): string {
    return (
      `<</Type/Page/Parent ${objectReference(options.parent)}/MediaBox[0 0 ${formatCoordinate(this.size.width)} ` +
      `${formatCoordinate(this.size.height)}]/Resources ${objectReference(options.resources)}/Contents ${objectReference(options.content)}` +
      `/StructParents ${options.number}/Tabs/S>>`
    );
  }
}
