import { createInflateRaw } from 'node:zlib';
import { fileTooLarge, uploadLimit } from '#shared/http/upload-limit.ts';
import { ValidationError } from '../errors.ts';

/** What an uploaded spreadsheet may be at most (rule 24): bytes, and of a sheet rows, columns, and cells that hold something. */
export const uploadLimits = {
  packed: uploadLimit,
  unpacked: 50 * 1024 * 1024,
  rows: 5000,
  columns: 256,
  cells: 500_000,
} as const;

/** A file that is not read; the reason is for the person who chose it. */
export const refusedFile = (reason: string): ValidationError => new ValidationError({ file: [reason] });

const noSpreadsheet = () => refusedFile('This is not an Excel workbook (.xlsx).');
const damaged = () => refusedFile('The file is damaged. Please save it again as .xlsx.');
const tooLarge = () => refusedFile('The file is too large once it is unpacked.');

interface Entry {
  /** Where the local header begins. */
  offset: number;
  packed: number;
  unpacked: number;
  isDeflated: boolean;
}

const endOfDirectory = 0x06054b50;
const directoryEntry = 0x02014b50;
const localHeader = 0x04034b50;
const mostEntries = 1000;
const mostAtOnce = 64 * 1024;

/**
 * The parts of a zip file by name, in small letters and without a leading slash. The directory is checked before anything
 * is unpacked, and whatever it says is counted again while unpacking, for a zip bomb lies. Zip64 and encryption are refused:
 * no spreadsheet program needs them for four megabytes.
 */
export class ZipArchive {
  readonly #bytes: Buffer;
  readonly #entries: ReadonlyMap<string, Entry>;
  #unpacked = 0;

  /** @throws {ValidationError} on `file`, with the reason. */
  constructor(bytes: Uint8Array) {
    if (bytes.length > uploadLimits.packed) throw refusedFile(fileTooLarge);
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#entries = readDirectory(this.#bytes);
    const unpacked = [...this.#entries.values()].reduce((sum, entry) => sum + entry.unpacked, 0);
    if (unpacked > uploadLimits.unpacked) throw tooLarge();
  }

  get names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** A part's bytes, in pieces. Stop taking them and the rest is never unpacked. */
  async *read(name: string): AsyncGenerator<Uint8Array> {
    const entry = this.#entries.get(name);
    if (!entry) throw damaged();
    const packed = this.#packed(entry);
    if (!entry.isDeflated) {
      yield packed;
      return;
    }
    const inflating = createInflateRaw({ chunkSize: mostAtOnce });
    inflating.end(packed);
    let size = 0;
    try {
      for await (const piece of inflating as AsyncIterable<Buffer>) {
        size += piece.length;
        this.#unpacked += piece.length;
        if (size > entry.unpacked || this.#unpacked > uploadLimits.unpacked) throw tooLarge();
        yield piece;
      }
    } catch (error) {
      throw error instanceof ValidationError ? error : damaged();
    } finally {
      inflating.destroy();
    }
    if (size !== entry.unpacked) throw damaged();
  }

  #packed({ offset, packed }: Entry): Buffer {
    const header = this.#bytes;
    if (offset + 30 > header.length || header.readUInt32LE(offset) !== localHeader) throw damaged();
    const start = offset + 30 + header.readUInt16LE(offset + 26) + header.readUInt16LE(offset + 28);
    if (start + packed > header.length) throw damaged();
    return header.subarray(start, start + packed);
  }
}

function readDirectory(bytes: Buffer): Map<string, Entry> {
  const end = findEnd(bytes);
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  const directoryStart = at;
  if (count === 0 || count > mostEntries) throw damaged();
  const entries = new Map<string, Entry>();
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== directoryEntry) throw damaged();
    const flags = bytes.readUInt16LE(at + 8);
    const method = bytes.readUInt16LE(at + 10);
    if (flags & 1) throw refusedFile('The file is protected by a password. Please save it without one.');
    if (method !== 0 && method !== 8) throw damaged();
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field));
    const nameEnd = at + 46 + (nameLength ?? 0);
    if (nameEnd > end) throw damaged();
    const name = bytes
      .toString('utf8', at + 46, nameEnd)
      .toLowerCase()
      .replaceAll('\\', '/')
      .replace(/^\/+/, '');
    if (entries.has(name)) throw damaged();
    const entry = {
      offset: bytes.readUInt32LE(at + 42),
      packed: bytes.readUInt32LE(at + 20),
      unpacked: bytes.readUInt32LE(at + 24),
      isDeflated: method === 8,
    };
    if (!entry.isDeflated && entry.packed !== entry.unpacked) throw damaged();
    entries.set(name, entry);
    at = nameEnd + (extraLength ?? 0) + (commentLength ?? 0);
  }
  checkApart([...entries.values()], directoryStart);
  return entries;
}

/** Parts that lie over each other pack the same bytes many times. */
function checkApart(entries: Entry[], directoryStart: number): void {
  entries.sort((a, b) => a.offset - b.offset);
  for (const [index, { offset, packed }] of entries.entries()) {
    const next = entries[index + 1]?.offset ?? directoryStart;
    if (offset + 30 + packed > next) throw damaged();
  }
}

function findEnd(bytes: Buffer): number {
  if (bytes.length < 22 || bytes.readUInt32LE(0) !== localHeader) throw noSpreadsheet();
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 22 - 0xffff); at -= 1) {
    if (bytes.readUInt32LE(at) === endOfDirectory) return at;
  }
  throw damaged();
}
