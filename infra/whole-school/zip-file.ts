import { statSync } from 'node:fs';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { OperatorError } from '../operators/operator-error.ts';

/** Names that a school's file has: nothing that could lead out of a folder, or be two names on another machine. */
const goodName = /^(?!\/)(?!.*(?:^|\/)\.{1,2}(?:\/|$))[A-Za-z0-9 ._\-/]{1,300}$/;
/** Above so many bytes a text that shrinks more than so is none of ours. */
const looseBytes = 10 * 1024 * 1024;
const mostRatio = 200;
/** Of all that a file may unpack to. A large school's years are a hundredth of it. */
const mostBytes = 200 * 1024 ** 3;
const mostEntries = 1_000_000;

/** A zip on this machine whose directory was read and checked; nothing of it was unpacked. */
export interface CheckedZip {
  names: ReadonlySet<string>;
  /** Unpacks a part in pieces; never more bytes than the directory says. @throws {OperatorError} for damage */
  read(name: string): AsyncGenerator<Buffer>;
  /** A short part as a whole. @throws {OperatorError} where it is missing, or longer than `most` bytes */
  readWhole(name: string, most: number): Promise<Buffer>;
  close(): void;
}

/** @throws {OperatorError} for what is no zip, or has in its directory what no school's file has */
export async function openCheckedZip(path: string): Promise<CheckedZip> {
  const file = await open(path);
  const entries = new Map<string, Entry>();
  const folded = new Set<string>();
  let [bytes, packed] = [0, 0];
  const ofFile = statSync(path).size;
  try {
    for await (const entry of file.eachEntry()) {
      const name = entry.fileNameRaw.toString('utf8');
      refuse(!goodName.test(name), `it names "${printable(name)}", which no school’s file does.`);
      refuse(folded.has(name.toLowerCase()), `it has ${name} twice.`);
      refuse(entry.isEncrypted() || !entry.canDecodeFileData(), `${name} is encrypted or packed in an unknown way.`);
      const type = (entry.externalFileAttributes >>> 16) & 0o170000;
      refuse(type !== 0 && type !== 0o100000, `${name} is no ordinary file.`);
      packed += entry.compressedSize;
      refuse(packed > ofFile, `${name} overlaps other parts.`);
      const isBomb = entry.uncompressedSize > looseBytes && entry.uncompressedSize > entry.compressedSize * mostRatio;
      bytes += entry.uncompressedSize;
      refuse(isBomb || bytes > mostBytes, `${name} unpacks to far more than a school has.`);
      refuse(entries.size >= mostEntries, 'it has too many parts.');
      entries.set(name, entry);
      folded.add(name.toLowerCase());
    }
  } catch (error) {
    file.close();
    throw error instanceof OperatorError ? error : damaged('its directory cannot be read.');
  }
  return {
    names: new Set(entries.keys()),
    read: (name) => readEntry(file, entries.get(name), name),
    readWhole: async (name, most) => {
      const entry = entries.get(name);
      refuse((entry?.uncompressedSize ?? 0) > most, `${name} is too long.`);
      const pieces: Buffer[] = [];
      for await (const piece of readEntry(file, entry, name)) pieces.push(piece);
      return Buffer.concat(pieces);
    },
    close: () => file.close(),
  };
}

/** The refusal of a file: nothing was written. */
export const damaged = (why: string) => new OperatorError(`The file is refused, and nothing was written: ${why}`);

export function refuse(isRefused: boolean, why: string): void {
  if (isRefused) throw damaged(why);
}

/** What a stranger's file says, without what a terminal would obey. */
export const printable = (text: string): string => text.slice(0, 100).replaceAll(/[^\x20-\x7e]/g, '?');

async function open(path: string): Promise<ZipFile> {
  try {
    // Names are looked at as they are: the library's own check would resolve backslashes.
    return await openPromise(path, { lazyEntries: true, decodeStrings: false, autoClose: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new OperatorError(`There is no file ${path}.`);
    throw damaged('it is no zip, or its end is missing.');
  }
}

async function* readEntry(file: ZipFile, entry: Entry | undefined, name: string): AsyncGenerator<Buffer> {
  if (!entry) throw damaged(`${name} is missing.`);
  try {
    yield* (await file.openReadStreamPromise(entry)) as AsyncIterable<Buffer>;
  } catch (error) {
    throw error instanceof OperatorError ? error : damaged(`${name} is damaged.`);
  }
}
