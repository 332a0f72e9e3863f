import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { type ObjectNumber, objectReference } from './syntax.ts';

/** Objects in one object stream: enough to compress well, few enough for a viewer to open fast. */
const OBJECTS_PER_STREAM = 200;

/** Types of a cross-reference entry (ISO 32000-1, 7.5.8.3). */
const FREE = 0;
const IN_FILE = 1;
const IN_STREAM = 2;

/**
 * Writes the objects of a PDF 1.7 file as they arrive: dictionaries into compressed object streams, streams deflated at
 * once. Written objects are not kept, so a file of a thousand pages needs little more memory than its size.
 */
export class ObjectWriter {
  readonly #chunks: Uint8Array[] = [];
  /**
   * By object: the type of its entry, its offset or the stream it is in, and its index in that stream. Object 0 is
   * unused.
   */
  readonly #types: number[] = [FREE];
  readonly #places: number[] = [0];
  readonly #indexes: number[] = [0xffff];
  readonly #hash = createHash('sha256');
  #length = 0;
  #packed: { object: ObjectNumber; body: string }[] = [];

  constructor() {
    // Four bytes above 127 tell file transfer programs that this is not text (ISO 32000-1, 7.5.2).
    this.#append(Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'));
  }

  /** A number for an object that others can refer to before it is written. */
  reserve(): ObjectNumber {
    this.#places.push(0);
    this.#indexes.push(0);
    return this.#types.push(FREE) - 1;
  }

  /** Writes any object that is not a stream; `body` is PDF syntax. */
  write(object: ObjectNumber, body: string): void {
    this.#packed.push({ object, body });
    if (this.#packed.length === OBJECTS_PER_STREAM) this.#flush();
  }

  /** Reserves and writes in one. */
  add(body: string): ObjectNumber {
    const object = this.reserve();
    this.write(object, body);
    return object;
  }

  /** Writes a deflated stream; `dictionary` holds its entries without brackets, Length and Filter. */
  writeStream(object: ObjectNumber, dictionary: string, data: Uint8Array): void {
    this.writeRawStream(object, `${dictionary}/Filter/FlateDecode`, deflateSync(data));
  }

  /** Writes a stream with its data as it is: encoded in the filter that `dictionary` names, or plain. */
  writeRawStream(object: ObjectNumber, dictionary: string, data: Uint8Array): void {
    this.#locate(object, { type: IN_FILE, place: this.#length, index: 0 });
    this.#append(Buffer.from(`${object} 0 obj\n<<${dictionary}/Length ${data.length}>>\nstream\n`, 'latin1'));
    this.#append(data);
    this.#append(Buffer.from('\nendstream\nendobj\n', 'latin1'));
  }

  /** Ends the file and returns it whole. The file identifier is a digest of the content: equal content, equal bytes. */
  finish({ root, info }: { root: ObjectNumber; info: ObjectNumber }): Uint8Array {
    this.#flush();
    const id = this.#hash.copy().digest('hex').slice(0, 32);
    const xref = this.reserve();
    const start = this.#length;
    this.#locate(xref, { type: IN_FILE, place: start, index: 0 });
    const size = this.#types.length;
    const columns = `/DecodeParms<</Columns 7/Predictor 12>>`;
    const trailer = `/Root ${objectReference(root)}/Info ${objectReference(info)}/ID[<${id}><${id}>]`;
    this.writeStream(xref, `/Type/XRef/Size ${size}/W[1 4 2]${columns}${trailer}`, this.#crossReferences());
    this.#append(Buffer.from(`startxref\n${start}\n%%EOF\n`, 'latin1'));
    return Buffer.concat(this.#chunks, this.#length);
  }

  #locate(object: ObjectNumber, { type, place, index }: { type: number; place: number; index: number }): void {
    this.#types[object] = type;
    this.#places[object] = place;
    this.#indexes[object] = index;
  }

  /**
   * Rows of type, place and index; each as the difference to the row above (PNG's "up"), which deflates to almost
   * nothing.
   */
  #crossReferences(): Uint8Array {
    const lost = this.#types.indexOf(FREE, 1);
    if (lost > 0) throw new Error(`PDF object ${lost} was reserved and never written`);
    const size = this.#types.length;
    const rows = Buffer.alloc((size + 1) * 7);
    for (let object = 0, at = 7; object < size; object++, at += 7) {
      rows[at] = this.#types[object] ?? FREE;
      rows.writeUInt32BE(this.#places[object] ?? 0, at + 1);
      rows.writeUInt16BE(this.#indexes[object] ?? 0, at + 5);
    }
    const table = new Uint8Array(size * 8);
    for (let to = 0, at = 7; to < table.length; ) {
      table[to++] = 2;
      for (const end = at + 7; at < end; at++) table[to++] = (rows[at] ?? 0) - (rows[at - 7] ?? 0);
    }
    return table;
  }

  #flush(): void {
    if (this.#packed.length === 0) return;
    const stream = this.reserve();
    let index = '';
    let bodies = '';
    for (const [i, { object, body }] of this.#packed.entries()) {
      this.#locate(object, { type: IN_STREAM, place: stream, index: i });
      index += `${object} ${bodies.length} `;
      bodies += `${body}\n`;
    }
    const dictionary = `/Type/ObjStm/N ${this.#packed.length}/First ${index.length}`;
    this.#packed = [];
    this.writeStream(stream, dictionary, Buffer.from(index + bodies, 'latin1'));
  }

  #append(bytes: Uint8Array): void {
    this.#chunks.push(bytes);
    this.#hash.update(bytes);
    this.#length += bytes.length;
  }
}
