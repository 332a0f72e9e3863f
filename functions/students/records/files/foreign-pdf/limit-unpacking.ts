import { decodePDFRawStream, PDFContext, PDFRawStream } from 'pdf-lib';

/**
 * Maximum bytes to which the object streams of all PDFs of a thread may unpack: those of the largest certificates are
 * below one megabyte.
 */
const maxUnpackedBytes = 32 * 1024 * 1024;

/** The base class of the library's filters, chained ones too; its types declare this method protected. */
interface Unpacking {
  ensureBuffer(requested: number): Uint8Array;
}

/**
 * Limits what the library unpacks in this thread: a flate stream of 64 KB unpacks to 64 MB, two nested ones to more
 * than any machine has, and buffers are outside the heap limit of the thread. The library has no setting for it, and
 * only its parser knows what is unpacked (filters are chained, names are escaped), so its buffers are counted where
 * they grow. The library treats an object stream that fails as a damaged object and continues: check `isExceeded` after
 * opening.
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
