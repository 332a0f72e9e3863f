/** One HTTP/1.1 message cut out of a byte stream. */
export interface FramedMessage {
  /** The start line and header lines, without the empty line. */
  head: string;
  /** Head and body exactly as they came. */
  bytes: Buffer;
  /** Where the body begins in `bytes`. */
  bodyOffset: number;
}

const headEnd = Buffer.from('\r\n\r\n');
const maximumHeadBytes = 64 * 1024;

/** The stream is not HTTP/1.1 with a declared body length. The connection cannot be used any further. */
export class HttpFramingError extends Error {}

/**
 * Cuts a stream of bytes into HTTP messages, keeping the bytes as they are so that they can be passed on unchanged.
 * It knows one kind of framing, Content-Length, because AWS SDK clients and both emulators use no other.
 */
export class MessageFramer {
  readonly #chunks: Buffer[] = [];
  #length = 0;
  #head: { text: string; bodyOffset: number; total: number } | undefined;

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
  }

  /** The next complete message, or undefined until more bytes have come. */
  next(): FramedMessage | undefined {
    if (this.#length === 0) return undefined;
    this.#head ??= this.#readHead();
    if (this.#head === undefined || this.#length < this.#head.total) return undefined;
    const { text, bodyOffset, total } = this.#head;
    const all = this.#joined();
    this.#head = undefined;
    this.#length -= total;
    this.#chunks.length = 0;
    if (this.#length > 0) this.#chunks.push(all.subarray(total));
    return { head: text, bytes: total === all.length ? all : all.subarray(0, total), bodyOffset };
  }

  #readHead() {
    const bytes = this.#joined();
    const end = bytes.indexOf(headEnd);
    if (end < 0) {
      if (bytes.length > maximumHeadBytes) throw new HttpFramingError('header lines too long');
      return undefined;
    }
    const text = bytes.toString('latin1', 0, end);
    const length = headerValue(text, 'content-length') ?? '0';
    if (!/^\d+$/.test(length) || headerValue(text, 'transfer-encoding') !== undefined) {
      throw new HttpFramingError('the body needs a Content-Length');
    }
    const bodyOffset = end + headEnd.length;
    return { text, bodyOffset, total: bodyOffset + Number(length) };
  }

  #joined(): Buffer {
    const [first] = this.#chunks;
    if (first !== undefined && this.#chunks.length === 1) return first;
    const all = Buffer.concat(this.#chunks, this.#length);
    this.#chunks.length = 0;
    this.#chunks.push(all);
    return all;
  }
}

const headerPatterns = new Map<string, RegExp>();

/** The value of a header line in a message head, by its name in lower case. */
export function headerValue(head: string, name: string): string | undefined {
  let pattern = headerPatterns.get(name);
  if (pattern === undefined) {
    // A client names what it signed, so not every text is a name.
    if (!/^[a-z0-9-]{1,60}$/.test(name)) return undefined;
    pattern = new RegExp(`\\r\\n${name}:([^\\r]*)`, 'i');
    if (headerPatterns.size < 100) headerPatterns.set(name, pattern);
  }
  return pattern.exec(head)?.[1]?.trim();
}
