import { createHash } from 'node:crypto';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file of a zip as the zip's directory names it. */
export interface ZipEntry {
  /** With slashes between folders. */
  name: string;
  /** Place of its header in the zip. */
  offset: number;
  crc: number;
  packed: number;
  bytes: number;
  /** Of its content, in hex. */
  sha256: string;
  isDeflated: boolean;
  /** Whether sizes stand behind the content, as they were not known before it. */
  isStreamed: boolean;
}

/** Takes bytes of the zip, one after the other. */
export type WriteBytes = (bytes: Uint8Array) => Promise<void>;

interface Place {
  name: string;
  offset: number;
  madeAt: Date;
  write: WriteBytes;
}

const mostBytes = 0xff_ff_ff_ff;
/** General purpose flags: sizes stand behind the content; the name is UTF-8. */
const streamedFlag = 1 << 3;
const utf8Flag = 1 << 11;
/** 4.5: the version of the format that has large zips. */
const version = 45;

/** Writes a file whose content is at hand, as it is: pictures, PDFs and workbooks do not get smaller. */
export async function writeStored(content: Uint8Array, { name, offset, madeAt, write }: Place): Promise<ZipEntry> {
  const entry: ZipEntry = {
    name,
    offset,
    crc: crc32(content),
    packed: content.length,
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    isDeflated: false,
    isStreamed: false,
  };
  await write(localHeader(entry, madeAt));
  await write(content);
  return entry;
}

/**
 * Writes a file whose content comes in pieces, compressed; never more than a few pieces are in memory.
 * @throws Error for more than 4 GB
 */
export async function writeDeflated(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { name, offset, madeAt, write }: Place,
): Promise<ZipEntry> {
  const entry = { name, offset, crc: 0, packed: 0, bytes: 0, sha256: '', isDeflated: true, isStreamed: true };
  await write(localHeader(entry, madeAt));
  const hash = createHash('sha256');
  const deflate = createDeflateRaw({ level: 6 });
  const feed = async () => {
    for await (const piece of content) {
      entry.crc = crc32(piece, entry.crc);
      entry.bytes += piece.length;
      hash.update(piece);
      if (!deflate.write(piece)) await new Promise((resolve) => deflate.once('drain', resolve));
    }
    deflate.end();
  };
  const drain = async () => {
    for await (const packed of deflate as AsyncIterable<Buffer>) {
      entry.packed += packed.length;
      await write(packed);
    }
  };
  await Promise.all([
    feed().catch((error) => {
      deflate.destroy(error as Error);
      throw error;
    }),
    drain(),
  ]);
  if (entry.bytes > mostBytes || entry.packed > mostBytes) throw new Error(`${name} has more than 4 GB`);
  entry.sha256 = hash.digest('hex');
  await write(sizesBehind(entry));
  return entry;
}

/** The directory and the end of a zip. `offset` is where it begins. */
export async function writeDirectory(
  entries: readonly ZipEntry[],
  { offset, madeAt, write }: Omit<Place, 'name'>,
): Promise<void> {
  let length = 0;
  for (const entry of entries) {
    const header = directoryHeader(entry, madeAt);
    length += header.length;
    await write(header);
  }
  await write(endOfZip({ count: entries.length, length, offset }));
}

/** A day and time as MS-DOS wrote them, in UTC: the years 1980 to 2107 and every second second. */
function dosTime(at: Date): [time: number, date: number] {
  return [
    (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  ];
}

const flagsOf = ({ isStreamed }: ZipEntry): number => utf8Flag | (isStreamed ? streamedFlag : 0);
const methodOf = ({ isDeflated }: ZipEntry): number => (isDeflated ? 8 : 0);

function localHeader(entry: ZipEntry, madeAt: Date): Buffer {
  const name = Buffer.from(entry.name);
  const [time, date] = dosTime(madeAt);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(version, 4);
  header.writeUInt16LE(flagsOf(entry), 6);
  header.writeUInt16LE(methodOf(entry), 8);
  header.writeUInt16LE(time, 10);
  header.writeUInt16LE(date, 12);
  if (!entry.isStreamed) {
    header.writeUInt32LE(entry.crc, 14);
    header.writeUInt32LE(entry.packed, 18);
    header.writeUInt32LE(entry.bytes, 22);
  }
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function sizesBehind({ crc, packed, bytes }: ZipEntry): Buffer {
  const sizes = Buffer.alloc(16);
  sizes.writeUInt32LE(0x08074b50, 0);
  sizes.writeUInt32LE(crc, 4);
  sizes.writeUInt32LE(packed, 8);
  sizes.writeUInt32LE(bytes, 12);
  return sizes;
}

function directoryHeader(entry: ZipEntry, madeAt: Date): Buffer {
  const name = Buffer.from(entry.name);
  const [time, date] = dosTime(madeAt);
  const isFar = entry.offset >= mostBytes;
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  // Made by Unix, so that the attributes below are a mode.
  header.writeUInt16LE((3 << 8) | version, 4);
  header.writeUInt16LE(version, 6);
  header.writeUInt16LE(flagsOf(entry), 8);
  header.writeUInt16LE(methodOf(entry), 10);
  header.writeUInt16LE(time, 12);
  header.writeUInt16LE(date, 14);
  header.writeUInt32LE(entry.crc, 16);
  header.writeUInt32LE(entry.packed, 20);
  header.writeUInt32LE(entry.bytes, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(isFar ? 12 : 0, 30);
  header.writeUInt32LE((0o100644 << 16) >>> 0, 38);
  header.writeUInt32LE(isFar ? mostBytes : entry.offset, 42);
  if (!isFar) return Buffer.concat([header, name]);
  const far = Buffer.alloc(12);
  far.writeUInt16LE(0x0001, 0);
  far.writeUInt16LE(8, 2);
  far.writeBigUInt64LE(BigInt(entry.offset), 4);
  return Buffer.concat([header, name, far]);
}

/** The ending; before it, that of large zips where a number does not fit into the plain one. */
function endOfZip({ count, length, offset }: { count: number; length: number; offset: number }): Buffer {
  const isLarge = count >= 0xffff || length >= mostBytes || offset >= mostBytes;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, 0xffff), 8);
  end.writeUInt16LE(Math.min(count, 0xffff), 10);
  end.writeUInt32LE(Math.min(length, mostBytes), 12);
  end.writeUInt32LE(Math.min(offset, mostBytes), 16);
  if (!isLarge) return end;
  const large = Buffer.alloc(56 + 20);
  large.writeUInt32LE(0x06064b50, 0);
  large.writeBigUInt64LE(44n, 4);
  large.writeUInt16LE((3 << 8) | version, 12);
  large.writeUInt16LE(version, 14);
  large.writeBigUInt64LE(BigInt(count), 24);
  large.writeBigUInt64LE(BigInt(count), 32);
  large.writeBigUInt64LE(BigInt(length), 40);
  large.writeBigUInt64LE(BigInt(offset), 48);
  large.writeUInt32LE(0x07064b50, 56);
  large.writeBigUInt64LE(BigInt(offset + length), 64);
  large.writeUInt32LE(1, 72);
  return Buffer.concat([large, end]);
}
