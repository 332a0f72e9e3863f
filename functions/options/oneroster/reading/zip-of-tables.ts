import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { readingWordings as wordings } from '#shared/options/oneroster/reading-wordings.ts';
import { manifestFile, tableNames } from '#shared/options/oneroster/standard/versions.ts';
import { AppError } from '../../../platform/errors.ts';
import { refusedFileError, spreadsheetLimits } from '../../../platform/xlsx/zip-archive.ts';

/** Limits of a zip, checked by its directory before anything is unpacked (rule 24). */
export const zipLimits = {
  entries: 200,
  unpacked: spreadsheetLimits.unpacked,
  /** How many times as large as its packed part a file may be; a list of a school packs to a tenth or so. */
  ratio: 100,
  /** Bytes from which the ratio counts. */
  ratioFrom: 1024 * 1024,
} as const;

/** A zip whose directory was read and is within {@link zipLimits}. */
export interface ZipOfTables {
  /** Names of the standard's files, such as `users.csv`, in small letters. */
  names: readonly string[];
  notes: readonly string[];
  /** Unpacks a file, never more bytes than the directory says. */
  read(name: string): Promise<Uint8Array>;
}

const signature = [0x50, 0x4b];
const isZip = (bytes: Uint8Array): boolean => signature.every((byte, index) => bytes[index] === byte);

async function openDirectory(bytes: Uint8Array): Promise<{ file: ZipFile; entries: readonly Entry[] }> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const file = await fromBufferPromise(buffer, { lazyEntries: true, decodeStrings: false, autoClose: false });
  const entries: Entry[] = [];
  for await (const entry of file.eachEntry()) {
    if (entries.length === zipLimits.entries) throw refusedFileError(wordings.tooManyEntries(zipLimits.entries));
    entries.push(entry);
  }
  return { file, entries };
}

const nameOf = (entry: Entry): string => entry.fileNameRaw.toString('utf8');

/** Whether a file is a zip that is no workbook. A damaged one is left to those who read workbooks. */
export async function isZipOfFiles(bytes: Uint8Array): Promise<boolean> {
  if (!isZip(bytes)) return false;
  try {
    const { entries } = await openDirectory(bytes);
    return entries.length > 0 && !entries.some((entry) => nameOf(entry).toLowerCase() === '[content_types].xml');
  } catch (error) {
    // Too many files: said in the words of this reader.
    return error instanceof AppError;
  }
}

/**
 * Reads the directory of a zip and checks it: names, number, packed and unpacked sizes.
 * @throws {ValidationError} on `file`, with the reason
 */
export async function openZipOfTables(bytes: Uint8Array): Promise<ZipOfTables> {
  const { file, entries } = await openDirectory(bytes).catch((error: unknown) => {
    throw error instanceof AppError ? error : refusedFileError(wordings.damaged);
  });
  const known = new Set([manifestFile, ...tableNames.map((table) => `${table}.csv`.toLowerCase())]);
  const tables = new Map<string, Entry>();
  const folders = new Set<string>();
  const unknown: string[] = [];
  let unpacked = 0;
  for (const entry of entries) {
    const written = nameOf(entry);
    const parts = written.replaceAll('\\', '/').split('/');
    if (parts[0] === '' || /^[a-z]:$/i.test(parts[0] ?? '') || parts.includes('..'))
      throw refusedFileError(wordings.outside(written));
    if (entry.isEncrypted()) throw refusedFileError(wordings.encrypted);
    if (!entry.canDecodeFileData()) throw refusedFileError(wordings.damaged);
    const { uncompressedSize, compressedSize } = entry;
    unpacked += uncompressedSize;
    if (unpacked > zipLimits.unpacked)
      throw refusedFileError(wordings.tooLargeUnpacked(zipLimits.unpacked / 1024 / 1024));
    if (uncompressedSize > zipLimits.ratioFrom && uncompressedSize > zipLimits.ratio * compressedSize)
      throw refusedFileError(wordings.packedTooWell(written));
    const name = (parts.at(-1) ?? '').toLowerCase();
    // Folders, and what programs and Macs leave beside the files.
    if (name === '' || name.startsWith('.') || parts[0] === '__MACOSX') continue;
    if (!known.has(name)) {
      unknown.push(written);
      continue;
    }
    if (tables.has(name)) throw refusedFileError(wordings.twice(name));
    if (parts.length > 1) folders.add(parts.slice(0, -1).join('/'));
    tables.set(name, entry);
  }
  if (tables.size === 0) throw refusedFileError(wordings.noTables);
  return {
    names: [...tables.keys()],
    notes: [...[...folders].map(wordings.inFolder), ...(unknown.length > 0 ? [wordings.unknownFiles(unknown)] : [])],
    read: async (name) => {
      const entry = tables.get(name);
      if (!entry) throw refusedFileError(wordings.damaged);
      const pieces: Buffer[] = [];
      try {
        for await (const piece of (await file.openReadStreamPromise(entry)) as AsyncIterable<Buffer>)
          pieces.push(piece);
      } catch {
        throw refusedFileError(wordings.damaged);
      }
      return Buffer.concat(pieces);
    },
  };
}
