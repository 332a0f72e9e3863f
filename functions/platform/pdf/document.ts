import type { PrintableImage } from './image.ts';
import { ObjectWriter } from './object-writer.ts';
import { A4_PORTRAIT, type DrawableImage, Page, type PageSize } from './pdf-page.ts';
import { EmbeddedFont, PrintedFont } from './printed-font.ts';
import { StructureElement } from './structure.ts';
import { type ObjectNumber, objectReference, pdfDateString, pdfTextString } from './syntax.ts';
import type { NamedFont, Typeface } from './typefaces.ts';

export interface DocumentHead {
  title: string;
  author: string;
  /** BCP 47. */
  language: string;
  createdAt: Date;
}

export interface AttachedFile {
  /** Of no other file in the document. */
  name: string;
  description: string;
  mediaType: string;
  data: Uint8Array;
}

const PRODUCER = 'Formroom';

/**
 * A tagged PDF being written. Open a section, draw its pages, close the section: its pages and structure are then
 * written and released. `finish` returns the file. The same calls with the same data give the same bytes.
 */
export class PdfDocument {
  readonly #head: DocumentHead;
  readonly #writer = new ObjectWriter();
  readonly #catalog = this.#writer.reserve();
  readonly #pageTree = this.#writer.reserve();
  readonly #resources = this.#writer.reserve();
  readonly #tree = this.#writer.reserve();
  readonly #root = this.#writer.reserve();
  readonly #typefaces = new Map<Typeface, PrintedFont>();
  readonly #embedded = new Map<NamedFont, EmbeddedFont>();
  readonly #images: ObjectNumber[] = [];
  readonly #attached: { name: string; object: ObjectNumber }[] = [];
  readonly #pages: ObjectNumber[] = [];
  readonly #marksByPage: ObjectNumber[] = [];
  readonly #sections: { title: string; page: ObjectNumber; element: ObjectNumber }[] = [];
  #open: { title: string; element: StructureElement; pages: Page[] } | undefined;

  constructor(head: DocumentHead) {
    this.#head = head;
  }

  font(typeface: Typeface): PrintedFont {
    let font = this.#typefaces.get(typeface);
    if (!font) {
      font = new PrintedFont(typeface, (named) => this.#embed(named));
      this.#typefaces.set(typeface, font);
    }
    return font;
  }

  /** Writes an image, to be drawn on any page. */
  image({ dictionary, data, ...look }: PrintableImage): DrawableImage {
    const object = this.#writer.reserve();
    this.#writer.writeRawStream(object, dictionary, data);
    return { ...look, resource: `I${this.#images.push(object)}` };
  }

  /** Attaches a file, deflated; the reader's list of attachments shows it. */
  attach({ name, description, mediaType, data }: AttachedFile): void {
    const file = this.#writer.reserve();
    const type = mediaType.replace('/', '#2F');
    this.#writer.writeStream(file, `/Type/EmbeddedFile/Subtype/${type}/Params<</Size ${data.length}>>`, data);
    const named = pdfTextString(name);
    const object = this.#writer.add(
      `<</Type/Filespec/F${named}/UF${named}/Desc${pdfTextString(description)}/AFRelationship/Data` +
        `/EF<</F ${objectReference(file)}>>>>`,
    );
    this.#attached.push({ name, object });
  }

  /** Starts a part of the document; its title becomes a bookmark to its first page. */
  openSection(title: string): StructureElement {
    if (this.#open) throw new Error(`the section "${this.#open.title}" is still open`);
    this.#open = { title, element: new StructureElement(this.#writer, 'Sect'), pages: [] };
    return this.#open.element;
  }

  /** Adds a page to the open section. It can be drawn on until the section is closed. */
  addPage(size: PageSize = A4_PORTRAIT): Page {
    if (!this.#open) throw new Error('a page needs an open section');
    const page = new Page(this.#writer.reserve(), size);
    this.#open.pages.push(page);
    return page;
  }

  closeSection(): void {
    const section = this.#open;
    const first = section?.pages[0];
    if (!section || !first) throw new Error('a section needs at least one page');
    this.#open = undefined;
    for (const page of section.pages) this.#writePage(page);
    section.element.write(this.#root);
    this.#sections.push({ title: section.title, page: first.object, element: section.element.object });
  }

  finish(): Uint8Array {
    if (this.#open) throw new Error(`the section "${this.#open.title}" is still open`);
    if (this.#pages.length === 0) throw new Error('a document needs at least one page');
    const writer = this.#writer;
    const list = (objects: readonly ObjectNumber[]) => `[${objects.map(objectReference).join(' ')}]`;
    writer.write(this.#pageTree, `<</Type/Pages/Count ${this.#pages.length}/Kids${list(this.#pages)}>>`);
    const fonts = [...this.#embedded.values()].map(
      (font) => `/${font.resource} ${objectReference(font.write(writer))}`,
    );
    const images = this.#images.map((object, index) => `/I${index + 1} ${objectReference(object)}`);
    const ofImages = images.length > 0 ? `/XObject<<${images.join('')}>>` : '';
    writer.write(this.#resources, `<</Font<<${fonts.join('')}>>${ofImages}>>`);
    const sections = list(this.#sections.map((section) => section.element));
    writer.write(this.#root, `<</S/Document/P ${objectReference(this.#tree)}/K${sections}>>`);
    const marks = this.#marksByPage.map((object, page) => `${page} ${objectReference(object)}`).join(' ');
    writer.write(
      this.#tree,
      `<</Type/StructTreeRoot/K ${objectReference(this.#root)}/ParentTree<</Nums[${marks}]>>` +
        `/ParentTreeNextKey ${this.#marksByPage.length}>>`,
    );
    const { title, language, author, createdAt } = this.#head;
    const date = pdfDateString(createdAt);
    writer.write(
      this.#catalog,
      `<</Type/Catalog/Pages ${objectReference(this.#pageTree)}/Lang${pdfTextString(language)}/MarkInfo<</Marked true>>` +
        `/StructTreeRoot ${objectReference(this.#tree)}/ViewerPreferences<</DisplayDocTitle true>>` +
        `/Metadata ${objectReference(this.#writeMetadata())}/Outlines ${objectReference(this.#writeOutline())}${this.#attachments()}>>`,
    );
    const info = writer.add(
      `<</Title${pdfTextString(title)}/Author${pdfTextString(author)}/Producer${pdfTextString(PRODUCER)}` +
        `/CreationDate${date}/ModDate${date}>>`,
    );
    return writer.finish({ root: this.#catalog, info });
  }

  #embed(named: NamedFont): EmbeddedFont {
    let font = this.#embedded.get(named);
    if (!font) {
      font = new EmbeddedFont(named, `F${this.#embedded.size + 1}`);
      this.#embedded.set(named, font);
    }
    return font;
  }

  #writePage(page: Page): void {
    const content = this.#writer.reserve();
    this.#writer.writeStream(content, '', Buffer.from(page.content, 'latin1'));
    const number = this.#pages.push(page.object) - 1;
    const dictionary = page.dictionary({ parent: this.#pageTree, resources: this.#resources, content, number });
    this.#writer.write(page.object, dictionary);
    this.#marksByPage.push(this.#writer.add(`[${page.marked.map(({ object }) => objectReference(object)).join(' ')}]`));
  }

  #writeOutline(): ObjectNumber {
    const outline = this.#writer.reserve();
    const items = this.#sections.map((section) => ({ ...section, object: this.#writer.reserve() }));
    for (const [i, { object, title, page }] of items.entries()) {
      const before = items[i - 1];
      const after = items[i + 1];
      const links = `${before ? `/Prev ${objectReference(before.object)}` : ''}${after ? `/Next ${objectReference(after.object)}` : ''}`;
      const target = `/Dest[${objectReference(page)}/XYZ null null null]`;
      this.#writer.write(
        object,
        `<</Title${pdfTextString(title)}/Parent ${objectReference(outline)}${links}${target}>>`,
      );
    }
    const first = items[0];
    const last = items.at(-1);
    const ends = first && last ? `/First ${objectReference(first.object)}/Last ${objectReference(last.object)}` : '';
    this.#writer.write(outline, `<</Type/Outlines/Count ${items.length}${ends}>>`);
    return outline;
  }

  /** Entries of the catalog; a name tree is sorted. */
  #attachments(): string {
    if (this.#attached.length === 0) return '';
    const sorted = this.#attached.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const names = sorted.map(({ name, object }) => `${pdfTextString(name)}${objectReference(object)}`);
    const objects = sorted.map(({ object }) => objectReference(object));
    return `/Names<</EmbeddedFiles<</Names[${names.join(' ')}]>>>>/AF[${objects.join(' ')}]`;
  }

  #writeMetadata(): ObjectNumber {
    const { title, author, language, createdAt } = this.#head;
    const date = `${createdAt.toISOString().slice(0, 19)}Z`;
    const description = [
      `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${xml(title)}</rdf:li></rdf:Alt></dc:title>`,
      `<dc:creator><rdf:Seq><rdf:li>${xml(author)}</rdf:li></rdf:Seq></dc:creator>`,
      `<dc:language><rdf:Bag><rdf:li>${xml(language)}</rdf:li></rdf:Bag></dc:language>`,
      `<pdf:Producer>${PRODUCER}</pdf:Producer>`,
      `<xmp:CreateDate>${date}</xmp:CreateDate><xmp:ModifyDate>${date}</xmp:ModifyDate>`,
    ].join('');
    const packet =
      '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">' +
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ' +
      'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" ' +
      `xmlns:xmp="http://ns.adobe.com/xap/1.0/">${description}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>`;
    const metadata = this.#writer.reserve();
    // Plain, so that tools find it without a PDF parser.
    this.#writer.writeRawStream(metadata, '/Type/Metadata/Subtype/XML', Buffer.from(packet));
    return metadata;
  }
}

/** Text inside XML; characters that XML 1.0 cannot hold are left out. */
function xml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
