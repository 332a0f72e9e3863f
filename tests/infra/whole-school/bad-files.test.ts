import { createHash } from 'node:crypto';
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import JSZip from 'jszip';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeDirectory, writeStored, type ZipEntry } from '#functions/platform/files/zip-pieces.ts';
import { newSecret } from '#functions/platform/identity/secrets.ts';
import { signContent } from '#functions/platform/identity/signed-content.ts';
import type { SchoolManifest } from '#shared/school/whole-school.ts';
import { exportToFile } from '../../../infra/whole-school/export-to-file.ts';
import { openSchoolFile } from '../../../infra/whole-school/school-in-file.ts';
import type { RunningSchool } from '../../../local/school.ts';
import { startSmallSchool } from '../../support/school/small-school.ts';
import { type ChangeOfFile, changeFile } from './changed-file.ts';
import { importInto, makeEmptySchool, newPath } from './school-of-copy.ts';
import { recordsOfTable } from './two-tables.ts';

let school: RunningSchool;
const good = newPath();
let fingerprint = '';
beforeAll(async () => {
  school = await startSmallSchool();
  ({ fingerprint } = await exportToFile(good, { say: () => undefined }));
}, 120_000);
afterAll(() => school?.stop());

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

/** The good file, changed, with a manifest that a stranger's key has signed again. */
const changed = (change: ChangeOfFile, isSigned = true): Promise<string> => changeFile(good, { change, isSigned });

const students = async (zip: JSZip): Promise<string[]> =>
  ((await zip.file('records/student.jsonl')?.async('string')) ?? '').trimEnd().split('\n');

/** Why a file is refused. */
const refusalOf = async (path: string, signedBy?: string): Promise<string> => {
  try {
    (await openSchoolFile(path, { schoolId: 'demo', signedBy })).close();
    return 'taken';
  } catch (error) {
    expect((error as Error).name).toBe('OperatorError');
    return (error as Error).message;
  }
};

/** A zip with these names, as no program of ours writes them. */
async function zipOfNames(names: readonly string[]): Promise<string> {
  const path = newPath('names.zip');
  const pieces: Uint8Array[] = [];
  let offset = 0;
  const write = async (piece: Uint8Array) => {
    pieces.push(Buffer.from(piece));
    offset += piece.length;
  };
  const entries: ZipEntry[] = [];
  const madeAt = new Date('2026-03-01T06:00:00Z');
  for (const name of names) entries.push(await writeStored(Buffer.from('x'), { name, offset, madeAt, write }));
  await writeDirectory(entries, { offset, madeAt, write });
  writeFileSync(path, Buffer.concat(pieces));
  return path;
}

describe('a bad file is refused in words', () => {
  const refused = 'The file is refused, and nothing was written: ';

  it.each([
    '../evil',
    '/etc/passwd',
    'files/../../evil',
    'records\\student.jsonl',
    'C:/evil',
    'a\u0000b',
    './x',
  ])('for the name %j', async (name) => {
    expect(await refusalOf(await zipOfNames([name]))).toMatch(/^The file is refused.* it names ".*", which no school/);
  });

  it('for a name that is there twice, in other letters too', async () => {
    expect(await refusalOf(await zipOfNames(['manifest.json', 'Manifest.json']))).toContain(
      'it has Manifest.json twice',
    );
  });

  it('where it is no zip, is cut off, or is not there', async () => {
    const path = newPath('cut.zip');
    writeFileSync(path, readFileSync(good).subarray(0, 5000));
    expect(await refusalOf(path)).toBe(`${refused}it is no zip, or its end is missing.`);
    expect(await refusalOf('/no/such/file')).toBe('There is no file /no/such/file.');
  });

  it('where something is missing or overwritten in its middle', async () => {
    const bytes = readFileSync(good);
    const half = Math.floor(bytes.length / 2);
    const shorter = newPath('shorter.zip');
    writeFileSync(shorter, Buffer.concat([bytes.subarray(0, half), bytes.subarray(half + 1000)]));
    expect(await refusalOf(shorter)).toMatch(new RegExp(`^${refused}.*(its end is missing|cannot be read|is damaged)`));
    const zeroed = newPath('zeroed.zip');
    writeFileSync(zeroed, Buffer.from(bytes).fill(0, half, half + 1000));
    expect(await refusalOf(zeroed)).toMatch(new RegExp(`^${refused}.*(is damaged|\\(SHA-256\\))`));
  });

  it('for a link in place of a file, and for parts that lie over one another', async () => {
    const name = 'files/pictures/S01.jpg';
    const link = readFileSync(await zipOfNames([name]));
    const mode = link.lastIndexOf(name) - 8;
    link.writeUInt32LE((0o120777 << 16) >>> 0, mode);
    const path = newPath('link.zip');
    writeFileSync(path, link);
    expect(await refusalOf(path)).toBe(`${refused}${name} is no ordinary file.`);
    const over = readFileSync(await zipOfNames(['a', 'b']));
    // Both say that their content is the whole file.
    for (const one of ['a', 'b']) {
      const header = over.lastIndexOf(one) - 46;
      for (const size of [20, 24]) over.writeUInt32LE(over.length, header + size);
    }
    writeFileSync(path, over);
    expect(await refusalOf(path)).toBe(`${refused}b overlaps other parts.`);
  });

  it('for a file of 200 MB, before it is read', async () => {
    const path = await changed(({ manifest, zip }) => {
      const name = 'files/pictures/S01.jpg';
      zip.file(name, 'x', { createFolders: false });
      manifest.entries.push({ name, bytes: 200 * 1024 * 1024, sha256: 'a'.repeat(64) });
    });
    expect(await refusalOf(path)).toBe(`${refused}files/pictures/S01.jpg is larger than any file of a school.`);
  });

  it('for a zip bomb, before it is unpacked', async () => {
    const path = await changed(({ zip }) => void zip.file('records/student.jsonl', Buffer.alloc(64 * 1024 * 1024, 32)));
    expect(await refusalOf(path)).toBe(`${refused}records/student.jsonl unpacks to far more than a school has.`);
  });

  it('for a missing part, and for one that the manifest does not know', async () => {
    expect(await refusalOf(await changed(({ zip }) => void zip.remove('records/lesson.jsonl')))).toBe(
      `${refused}records/lesson.jsonl is missing.`,
    );
    const more = await changed(({ zip }) => void zip.file('files/pictures/S99.jpg', 'x', { createFolders: false }));
    expect(await refusalOf(more)).toBe(`${refused}the manifest does not know files/pictures/S99.jpg.`);
  });

  it('for a manifest that somebody has changed, or that another key has signed than the school noted', async () => {
    const path = await changed(
      ({ manifest }) => void Object.assign(manifest, { madeAt: '2020-01-01T00:00:00.000Z' }),
      false,
    );
    expect(await refusalOf(path)).toContain('manifest.json is not as it was signed');
    expect(await refusalOf(await changed(() => undefined), fingerprint)).toMatch(
      new RegExp(`the key [0-9A-F-]+ has signed it, and not ${fingerprint}`),
    );
    expect(await refusalOf(good, fingerprint)).toBe('taken');
  });

  it('for a manifest that lies: of bytes, of a hash, of counts', async () => {
    const lie = (about: (entry: SchoolManifest['entries'][number]) => void) =>
      changed(({ manifest }) => {
        const entry = manifest.entries.find(({ name }) => name === 'records/student.jsonl');
        if (entry) about(entry);
      });
    expect(await refusalOf(await lie((entry) => void Object.assign(entry, { bytes: entry.bytes + 1 })))).toMatch(
      /has \d+ bytes, and the manifest says/,
    );
    expect(await refusalOf(await lie((entry) => void Object.assign(entry, { sha256: 'a'.repeat(64) })))).toContain(
      '(SHA-256)',
    );
    const counts = await changed(({ manifest }) => {
      const record = manifest.records.find(({ kind }) => kind === 'student');
      if (record) record.count = 14;
    });
    expect(await refusalOf(counts)).toBe(`${refused}records/student.jsonl has 15 records, and the manifest says 14.`);
  });

  it('of another school, and of another version', async () => {
    const other = await changed(
      ({ manifest }) => void Object.assign(manifest.school, { id: 'hill', name: 'Hill \u001b[31mSchool' }),
    );
    expect(await refusalOf(other)).toBe(`${refused}it is of the school "hill" (Hill ?[31mSchool), and not of "demo".`);
    const older = await changed(async ({ zip, manifest, put }) => {
      manifest.shapes = 'of before';
      const name = 'schemas/student.schema.json';
      const schema = JSON.parse((await zip.file(name)?.async('string')) ?? '');
      delete schema.properties.lastName;
      put(name, JSON.stringify(schema));
    });
    expect(await refusalOf(older)).toBe(
      `${refused}another version of the program made it: student had other attributes then. Import it with the version that made it.`,
    );
  });

  it('for lines that are no records, lack a key or a field, are of other types, or are there twice', async () => {
    const withLine = (line: (known: string[]) => string) =>
      changed(async ({ zip, manifest, put }) => {
        const lines = await students(zip);
        put('records/student.jsonl', `${[...lines, line(lines)].join('\n')}\n`);
        const record = manifest.records.find(({ kind }) => kind === 'student');
        if (record) record.count = 16;
      });
    const place = 'records/student.jsonl, line 16';
    expect(await refusalOf(await withLine(() => '[1]'))).toBe(`${refused}${place} is no record.`);
    expect(await refusalOf(await withLine(() => 'not JSON'))).toBe(`${refused}${place} is no record.`);
    const other = (change: Record<string, unknown>) => (lines: string[]) =>
      JSON.stringify({ ...JSON.parse(lines[0] ?? ''), ...change });
    expect(await refusalOf(await withLine(other({ studentId: 7 })))).toContain(`${place}: studentId:`);
    expect(await refusalOf(await withLine(other({ studentId: undefined })))).toContain(`${place}: studentId:`);
    expect(await refusalOf(await withLine(other({})))).toBe(`${refused}${place} is there twice.`);
  });

  it('with files in a folder that no school’s file has, and with records that are secrets', async () => {
    const folder = await changed(({ put }) => put('files/uploads/x.jpg', 'x'));
    expect(await refusalOf(folder)).toBe(`${refused}files/uploads/x.jpg is in no folder that a school’s file has.`);
    const session = await changed(({ manifest, put }) => {
      put('records/session.jsonl', `${JSON.stringify({ accountId: 'A1', hash: 'x' })}\n`);
      manifest.records.push({ kind: 'session', file: 'records/session.jsonl', schema: null, count: 1 });
    });
    expect(await refusalOf(session)).toBe(`${refused}no record is of the kind "session".`);
  });

  it('of 200 MB in one line, without taking it into memory', async () => {
    const path = newPath('long.zip');
    const madeAt = new Date('2026-03-01T06:00:00Z');
    const line = Buffer.alloc(200 * 1024 * 1024, 97);
    const zip = await JSZip.loadAsync(readFileSync(good));
    const manifest: SchoolManifest = JSON.parse((await zip.file('manifest.json')?.async('string')) ?? '');
    const entry = manifest.entries.find(({ name }) => name === 'records/student.jsonl');
    if (entry) Object.assign(entry, { bytes: line.length, sha256: sha256(line) });
    const text = JSON.stringify(manifest);
    const out = createWriteStream(path);
    let offset = 0;
    const write = async (piece: Uint8Array) => {
      offset += piece.length;
      if (!out.write(piece)) await new Promise<void>((resolve) => out.once('drain', () => resolve()));
    };
    const parts = new Map<string, Uint8Array>();
    for (const { name } of manifest.entries)
      parts.set(name, (await zip.file(name)?.async('uint8array')) ?? new Uint8Array());
    parts.set('records/student.jsonl', line);
    parts.set('manifest.json', Buffer.from(text));
    parts.set('signature.json', Buffer.from(JSON.stringify(signContent({ manifest: sha256(text) }, newSecret()))));
    const entries: ZipEntry[] = [];
    for (const [name, content] of parts) entries.push(await writeStored(content, { name, offset, madeAt, write }));
    await writeDirectory(entries, { offset, madeAt, write });
    await new Promise<void>((resolve) => out.end(() => resolve()));
    expect(await refusalOf(path)).toBe(`${refused}records/student.jsonl has a line that is longer than any record.`);
  }, 60_000);
});

describe('nothing is written', () => {
  it('of a refused file', async () => {
    const empty = await makeEmptySchool();
    const path = await changed(({ zip }) => void zip.remove('records/lesson.jsonl'));
    await expect(importInto(empty, path)).rejects.toThrow('is missing');
    expect((await recordsOfTable(empty.tables.records)).size).toBe(0);
    await empty.drop();
  });

  it('into a school that has records, and an import that was cut off goes on with the same file alone', async () => {
    const empty = await makeEmptySchool();
    let requests = 0;
    const send = empty.dynamoDb.send.bind(empty.dynamoDb);
    empty.dynamoDb.send = (async (command: { constructor: { name: string } }) => {
      if (command.constructor.name === 'BatchWriteItemCommand') requests += 1;
      if (requests > 3) throw new Error('killed');
      return send(command as never);
    }) as never;
    await expect(importInto(empty, good)).rejects.toThrow('killed');
    empty.dynamoDb.send = send as never;
    const half = (await recordsOfTable(empty.tables.records)).size;
    // What is cut off first depends on the school: the mark of the import is there in any.
    expect(half).toBeGreaterThan(0);
    const other = await changed(() => undefined);
    await expect(importInto(empty, other)).rejects.toThrow('The import of another file was cut off here');
    await importInto(empty, good);
    expect((await recordsOfTable(empty.tables.records)).size).toBeGreaterThan(half);
    await expect(importInto(empty, good)).rejects.toThrow('has records: a file is imported into an empty school');
    await empty.drop();
  }, 60_000);
});
