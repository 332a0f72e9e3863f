import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { fileTooLarge, uploadLimit } from '#shared/http/upload-limit.ts';
import { spreadsheetWordings } from '#shared/spreadsheets.ts';
import { ValidationError } from '../errors.ts';

/** Limits of an uploaded spreadsheet (rule 24): bytes, and for a sheet rows, columns, and cells that are not empty. */
export const spreadsheetLimits = {
  packed: uploadLimit,
  unpacked: 50 * 1024 * 1024,
  rows: 5000,
  columns: 256,
  cells: 500_000,
} as const;

/** Error for a refused file; the reason is shown to the user. */
export const refusedFileError = (reason: string): ValidationError => new ValidationError({ file: [reason] });

const damaged = () => refusedFileError(spreadsheetWordings.damaged);
const mostEntries = 1000;

/** A zip file whose directory was read and is within `spreadsheetLimits`. */
export class ZipArchive {
  readonly #file: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  /** @param entries the parts by name, in small letters and without a leading slash */
  constructor(file: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#file = file;
    this.#entries = entries;
  }

  get names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /**
   * Unpacks a part in pieces, never more bytes than the directory says. Where the caller stops, the rest is not
   * unpacked.
   * @throws {ValidationError} on `file`, with the reason.
   */
  async *read(name: string): AsyncGenerator<Uint8Array> {
    const entry = this.#entries.get(name);
    if (!entry) throw damaged();
    try {
      yield* (await this.#file.openReadStreamPromise(entry)) as AsyncIterable<Buffer>;
    } catch (error) {
      throw error instanceof ValidationError ? error : damaged();
    }
  }
}

/**
 * Reads a zip file's directory and checks it before anything is unpacked.
 * @throws {ValidationError} on `file`, with the reason.
 */
export async function openZip(bytes: Uint8Array): Promise<ZipArchive> {
  if (bytes.length > spreadsheetLimits.packed) throw refusedFileError(fileTooLarge);
  if (!(bytes[0] === 0x50 && bytes[1] === 0x4b)) throw refusedFileError(spreadsheetWordings.notExcel);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  try {
    const file = await fromBufferPromise(buffer, { lazyEntries: true, decodeStrings: false, autoClose: false });
    for await (const entry of file.eachEntry()) {
      const name = entry.fileNameRaw.toString('utf8').toLowerCase().replaceAll('\\', '/').replace(/^\/+/, '');
      if (entry.isEncrypted()) throw refusedFileError(spreadsheetWordings.protectedFile);
      if (!entry.canDecodeFileData() || entries.has(name) || entries.size === mostEntries) throw damaged();
      unpacked += entry.uncompressedSize;
      if (unpacked > spreadsheetLimits.unpacked) throw refusedFileError(spreadsheetWordings.tooLargeUnpacked);
      entries.set(name, entry);
    }
    if (entries.size === 0) throw damaged();
    return new ZipArchive(file, entries);
  } catch (error) {
    throw error instanceof ValidationError ? error : damaged();
  }
}
