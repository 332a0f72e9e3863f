import { buffer } from 'node:stream/consumers';
import JSZip from 'jszip';
import { expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { writeDeflated, writeDirectory, writeStored, type ZipEntry } from '#functions/platform/files/zip-pieces.ts';

const madeAt = new Date('2026-03-01T06:00:02Z');

async function zipOf(files: readonly (readonly [name: string, content: string, isStored?: boolean])[]) {
  const pieces: Buffer[] = [];
  let offset = 0;
  const write = async (piece: Uint8Array) => {
    pieces.push(Buffer.from(piece));
    offset += piece.length;
  };
  const entries: ZipEntry[] = [];
  for (const [name, content, isStored = false] of files) {
    const place = { name, offset, madeAt, write };
    entries.push(
      isStored ? await writeStored(Buffer.from(content), place) : await writeDeflated([Buffer.from(content)], place),
    );
  }
  await writeDirectory(entries, { offset, madeAt, write });
  return { bytes: Buffer.concat(pieces), entries };
}

it('is read by two other libraries, with names in any script, empty files and thousands of lines', async () => {
  const long = 'a line of many\n'.repeat(50_000);
  const { bytes } = await zipOf([
    ['records/ő.jsonl', long],
    ['empty', ''],
    ['files/a.jpg', 'picture', true],
  ]);
  const byJsZip = await JSZip.loadAsync(bytes, { checkCRC32: true });
  expect(await byJsZip.file('records/ő.jsonl')?.async('string')).toBe(long);
  expect(byJsZip.file('files/a.jpg')?.date.toISOString()).toBe(madeAt.toISOString());
  const file = await fromBufferPromise(bytes, { lazyEntries: true });
  const read: Record<string, string> = {};
  for await (const entry of file.eachEntry()) {
    read[entry.fileName] = (await buffer(await file.openReadStreamPromise(entry))).toString();
  }
  expect(read).toEqual({ 'records/ő.jsonl': long, empty: '', 'files/a.jpg': 'picture' });
});

it('has more than 65,535 files, and files behind the first 4 GB', async () => {
  const { entries } = await zipOf([['one', '1', true]]);
  const [one] = entries;
  if (!one) throw new Error('no entry');
  const many = Array.from({ length: 70_000 }, (_, index) => ({ ...one, name: `n${index}` }));
  const far = { ...one, name: 'far', offset: 5 * 1024 ** 3 };
  const pieces: Buffer[] = [];
  await writeDirectory([...many, far], {
    offset: 0,
    madeAt,
    write: async (piece) => void pieces.push(Buffer.from(piece)),
  });
  const file = await fromBufferPromise(Buffer.concat(pieces), { lazyEntries: true });
  expect(file.entryCount).toBe(70_001);
  const offsets: number[] = [];
  for await (const entry of file.eachEntry()) offsets.push(entry.relativeOffsetOfLocalHeader);
  expect(offsets.at(-1)).toBe(5 * 1024 ** 3);
});

it('says what was wrong with its content, and does not wait for ever', async () => {
  async function* broken() {
    yield Buffer.from('some');
    throw new Error('the source is gone');
  }
  const place = { name: 'broken', offset: 0, madeAt, write: async () => undefined };
  await expect(writeDeflated(broken(), place)).rejects.toThrow('the source is gone');
});
