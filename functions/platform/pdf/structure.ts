import type { ObjectWriter } from './object-writer.ts';
import { type ObjectNumber, objectReference } from './syntax.ts';

/** The standard structure types (ISO 32000-1, 14.8.4) in use. */
export type StructureType = 'Sect' | 'H1' | 'H2' | 'H3' | 'P' | 'Table' | 'TR' | 'TH' | 'TD';

/** Content marked on a page. */
interface Mark {
  page: ObjectNumber;
  id: number;
}

/** An element of the structure tree, from which screen readers take the kind and order of the content. */
export class StructureElement {
  readonly object: ObjectNumber;
  readonly type: StructureType;
  readonly #scope: 'Row' | 'Column' | undefined;
  readonly #kids: (StructureElement | Mark)[] = [];
  readonly #writer: ObjectWriter;

  constructor(writer: ObjectWriter, type: StructureType, scope?: 'Row' | 'Column') {
    this.object = writer.reserve();
    this.#writer = writer;
    this.type = type;
    this.#scope = scope;
  }

  /** `scope` says, for a table heading, what it heads. */
  child(type: StructureType, scope?: 'Row' | 'Column'): StructureElement {
    const child = new StructureElement(this.#writer, type, scope);
    this.#kids.push(child);
    return child;
  }

  mark(mark: Mark): void {
    this.#kids.push(mark);
  }

  /** Writes the element and all below it; nothing can be added to it afterwards. */
  write(parent: ObjectNumber): void {
    const page = this.#kids.find((kid): kid is Mark => !(kid instanceof StructureElement))?.page;
    let kids = '';
    for (const kid of this.#kids) {
      if (kids !== '') kids += ' ';
      if (kid instanceof StructureElement) kids += objectReference(kid.object);
      else if (kid.page === page) kids += kid.id;
      else kids += `<</Type/MCR/Pg ${objectReference(kid.page)}/MCID ${kid.id}>>`;
    }
    const attributes = this.#scope ? `/A<</O/Table/Scope/${this.#scope}>>` : '';
    const content = this.#kids.length > 1 ? `/K[${kids}]` : kids === '' ? '' : `/K ${kids}`;
    const where = page === undefined ? '' : `/Pg ${objectReference(page)}`;
    this.#writer.write(this.object, `<</S/${this.type}/P ${objectReference(parent)}${where}${attributes}${content}>>`);
    for (const kid of this.#kids) if (kid instanceof StructureElement) kid.write(this.object);
  }
}
