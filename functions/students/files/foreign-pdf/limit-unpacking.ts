import { decodePDFRawStream, PDFContext, PDFRawStream } from 'pdf-lib';

/** Bytes to which all object streams of the PDFs of one thread may unpack: those of the largest certificates are below one megabyte. */
const maxUnpackedBytes = 32 * 1024 * 1024;

/** What every filter of the library keeps its output in, chained ones too. Its types call this protected. */
interface Unpacking {
  ensureBuffer(requested: number): Uint8Array;
}

/**
 * Bounds what the library unpacks, for everything that is opened in this thread: a flate stream of 64 KB unpacks to 64 MB, two in each other
 * to more than any machine has, and buffers are outside of the thread's heap. The library has no setting for it, and what is to be
 * unpacked is known to its parser alone (filters are chained, names are escaped), so its buffers are counted where they grow.
 * It takes an object stream that fails for a damaged object and goes on: ask `isOver` after opening.
 */
export function limitUnpacking(): { isExceeded(): boolean } {
  const context = PDFContext.create();
  const flate = decodePDFRawStream(
    PDFRawStream.of(context.obj({ Filter: 'FlateDecode' }), new Uint8Array([0x78, 0x9c])),
  );
  const shared = Object.getPrototypeOf(Object.getPrototypeOf(flate)) as Unpacking;
  const { ensureBuffer } = shared;
  if (typeof ensureBuffer !== 'function') throw new Error('The library has another way to unpack streams.');
  let unpacked = 0;
  let isExceeded = false;
  shared.ensureBuffer = function (this: Unpacking & { buffer: Uint8Array }, requested) {
    const before = this.buffer.byteLength;
    isExceeded ||= unpacked + requested - before > maxUnpackedBytes;
    if (isExceeded) throw new Error('The PDF unpacks to too much.');
    const buffer = ensureBuffer.call(this, requested);
    unpacked += buffer.byteLength - before;
    return buffer;
  };
  return { isExceeded: () => isExceeded };
}
