import type { Page } from '../pdf-page.ts';
import type { StructureElement, StructureType } from '../structure.ts';

/** Where a block is drawn, and which element of the structure its content belongs to; null for decoration. */
export interface DrawingPlace {
  page: Page;
  /** Points from the left edge. */
  x: number;
  /** Points from the top edge. */
  top: number;
  parent: StructureElement | null;
}

/** Content of a known width that has been measured and can be drawn, whole or cut into pages. */
export interface Block {
  /** Points. */
  readonly height: number;
  /**
   * Splits the block so that the first part is at most `available` high. Null where no good split is possible: the
   * whole block then goes to the next page. With `must` it splits even where that looks bad: the page is empty already.
   */
  split(available: number, must: boolean): [Block, Block] | null;
  draw(place: DrawingPlace): void;
}

/** A structure element that the parts of a split block share; created when the first part is drawn. */
export class SharedElement {
  readonly #type: StructureType;
  readonly #scope: 'Row' | 'Column' | undefined;
  #element: StructureElement | undefined;

  constructor(type: StructureType, scope?: 'Row' | 'Column') {
    this.#type = type;
    this.#scope = scope;
  }

  under(parent: StructureElement | null): StructureElement | null {
    if (!parent) return null;
    this.#element ??= parent.child(this.#type, this.#scope);
    return this.#element;
  }
}

/** Empty vertical space. */
export function verticalSpace(height: number): Block {
  return { height, split: () => null, draw: () => {} };
}

/** Keeps a block on one page, unless it is higher than a page. */
export function keepTogether(block: Block): Block {
  return {
    height: block.height,
    split: (available, must) => (must ? block.split(available, must) : null),
    draw: (place) => block.draw(place),
  };
}

/** Wraps what is drawn in an element of the structure. */
export function tagBlock(type: StructureType, block: Block): Block {
  return withElement(new SharedElement(type), block);
}

function withElement(element: SharedElement, block: Block): Block {
  return {
    height: block.height,
    split(available, must) {
      const parts = block.split(available, must);
      return parts && [withElement(element, parts[0]), withElement(element, parts[1])];
    },
    draw: (place) => block.draw({ ...place, parent: element.under(place.parent) }),
  };
}

/** Draws something behind or around a block, and around each part of a split block. */
export function decorateBlock(block: Block, decorate: (place: DrawingPlace, height: number) => void): Block {
  return {
    height: block.height,
    split(available, must) {
      const parts = block.split(available, must);
      return parts && [decorateBlock(parts[0], decorate), decorateBlock(parts[1], decorate)];
    },
    draw(place) {
      decorate(place, block.height);
      block.draw(place);
    },
  };
}

/** Padding around a block. Both parts of a split block have the padding above and below. */
export function padBlock(block: Block, room: { top: number; bottom: number; left: number }): Block {
  const around = room.top + room.bottom;
  return {
    height: block.height + around,
    split(available, must) {
      const parts = block.split(available - around, must);
      return parts && [padBlock(parts[0], room), padBlock(parts[1], room)];
    },
    draw: (place) => block.draw({ ...place, x: place.x + room.left, top: place.top + room.top }),
  };
}
