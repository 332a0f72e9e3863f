import { createHash } from 'node:crypto';
import * as z from 'zod';
import { fingerprintOf, isSignedBy } from '#functions/school/whole-school/manifest-signature.ts';
import type { RecordKind } from '#functions/school/whole-school/record-kind.ts';
import {
  allRecordKinds,
  attributesOfLine,
  type StoredRecord,
  toStored,
  withoutKind,
} from '#functions/school/whole-school/record-lines.ts';
import { shapeOf, shapesOf } from '#functions/school/whole-school/shapes.ts';
import { type FileFolder, fileFolders } from '#shared/http/contract.ts';
import { foldersLeftOut, type SchoolManifest } from '#shared/school/whole-school.ts';
import { type CheckedZip, damaged, openCheckedZip, printable, refuse } from './zip-file.ts';

/** Of the file itself; `shapes` says what its records have. */
const formatOfNow = 1;
const manifestName = 'manifest.json';
const signatureName = 'signature.json';
/** A manifest names each file: a million of them. */
const longestManifest = 300 * 1024 * 1024;
const longestSignature = 10_000;
/** What people upload has 10 MB at most, and no file that is made here has so many. */
const longestFile = 64 * 1024 * 1024;
/** DynamoDB holds 400 KB a record; its text may be longer by escapes. */
const longestLine = 4 * 1024 * 1024;

const entrySchema = z.strictObject({
  name: z.string(),
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  type: z.string().max(200).optional(),
});
const manifestSchema = z.strictObject({
  format: z.literal(formatOfNow),
  school: z.strictObject({ id: z.string(), name: z.string() }),
  madeAt: z.iso.datetime(),
  readUntil: z.iso.datetime(),
  shapes: z.string(),
  records: z.array(
    z.strictObject({
      kind: z.string(),
      file: z.string(),
      schema: z.string().nullable(),
      count: z.int().min(1),
    }),
  ),
  leftOut: z.array(z.strictObject({ what: z.string(), why: z.string(), count: z.int().min(0).optional() })),
  entries: z.array(entrySchema),
});
const signatureSchema = z.strictObject({
  content: z.strictObject({ manifest: z.string() }),
  sha256: z.string(),
  signature: z.strictObject({ algorithm: z.literal('Ed25519'), key: z.string(), value: z.string() }),
});

/** A file of a school that was checked to its last byte. */
export interface SchoolInFile {
  manifest: SchoolManifest;
  /** Hash of the manifest, in hex. */
  hash: string;
  /** Of the key that signed it. */
  fingerprint: string;
  /** The records of a table, as they were stored. */
  records(table: RecordKind['table']): AsyncGenerator<StoredRecord>;
  /** The files by their keys; each is read when it is asked for. */
  files: readonly { folder: FileFolder; key: string; type: string | undefined; read: () => Promise<Buffer> }[];
  close(): void;
}

/**
 * Opens a file and checks everything in it: names, signature, hashes, counts, shapes, each line, each key, and doubles.
 * @param schoolId the school that it is to become
 * @param signedBy the fingerprint that the school has noted; undefined where anybody's is taken
 * @throws {OperatorError} with the first reason to refuse it
 */
export async function openSchoolFile(
  path: string,
  { schoolId, signedBy }: { schoolId: string; signedBy?: string | undefined },
): Promise<SchoolInFile> {
  const zip = await openCheckedZip(path);
  try {
    return await checked(zip, { schoolId, signedBy });
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function checked(
  zip: CheckedZip,
  { schoolId, signedBy }: { schoolId: string; signedBy?: string | undefined },
): Promise<SchoolInFile> {
  const bytes = await zip.readWhole(manifestName, longestManifest);
  const signature = parse(signatureSchema, await zip.readWhole(signatureName, longestSignature), signatureName);
  refuse(
    !isSignedBy(bytes, signature),
    `${manifestName} is not as it was signed: somebody has changed it, or its signature is another file’s.`,
  );
  const fingerprint = fingerprintOf(signature);
  refuse(
    signedBy !== undefined && signedBy !== fingerprint,
    `the key ${fingerprint} has signed it, and not ${printable(signedBy ?? '')}.`,
  );
  const { format } = parse(z.looseObject({ format: z.int().min(1) }), bytes, manifestName);
  refuse(
    format !== formatOfNow,
    `a later version of the program made it (format ${format}). Import it with the version that made it.`,
  );
  const manifest = parse(manifestSchema, bytes, manifestName) as SchoolManifest;
  refuse(
    manifest.school.id !== schoolId,
    `it is of the school "${printable(manifest.school.id)}" (${printable(manifest.school.name)}), and not of "${schoolId}".`,
  );
  const kinds = allRecordKinds();
  await refuseOtherShapes(zip, manifest, kinds);
  refuseOtherParts(zip, manifest);
  const files = filesOf(zip, manifest);
  const seen = new Set<string>();
  for (const entry of manifest.entries) {
    const record = manifest.records.find(({ file }) => file === entry.name);
    const hash = createHash('sha256');
    let length = 0;
    const lines = record && new LineReader(entry.name);
    const look = record && lineChecker(record.kind, kinds, seen);
    let count = 0;
    for await (const piece of zip.read(entry.name)) {
      hash.update(piece);
      length += piece.length;
      for (const line of lines?.take(piece) ?? []) {
        count += 1;
        look?.(line, count);
      }
    }
    lines?.end();
    refuse(length !== entry.bytes, `${entry.name} has ${length} bytes, and the manifest says ${entry.bytes}.`);
    refuse(hash.digest('hex') !== entry.sha256, `${entry.name} is not what the manifest says of it (SHA-256).`);
    if (record)
      refuse(count !== record.count, `${entry.name} has ${count} records, and the manifest says ${record.count}.`);
  }
  return {
    manifest,
    hash: createHash('sha256').update(bytes).digest('hex'),
    fingerprint,
    records: (table) => recordsOf(zip, manifest, { table, kinds }),
    files,
    close: () => zip.close(),
  };
}

function parse<S extends z.ZodType>(schema: S, bytes: Buffer, name: string): z.output<S> {
  let content: unknown;
  try {
    content = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw damaged(`${name} is no JSON in UTF-8.`);
  }
  const parsed = schema.safeParse(content);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw damaged(`${name}: ${printable(issue?.path.join('.') ?? '')}: ${printable(issue?.message ?? '')}`);
}

/** @throws {OperatorError} that names the kinds whose shape this version does not have */
async function refuseOtherShapes(
  zip: CheckedZip,
  manifest: SchoolManifest,
  kinds: ReadonlyMap<string, RecordKind>,
): Promise<void> {
  if (manifest.shapes === shapesOf(kinds)) return;
  const others: string[] = [];
  for (const { kind, schema } of manifest.records) {
    const own = kinds.get(kind);
    if (schema === null) continue;
    if (own && zip.names.has(schema)) {
      const {
        $schema: _draft,
        $comment: _keys,
        title: _name,
        ...theirs
      } = parse(z.looseObject({}), await zip.readWhole(schema, longestLine), schema);
      if (shapeOf({ name: kind, schema: theirs }) === shapeOf(own)) continue;
    }
    others.push(printable(kind));
  }
  throw damaged(
    `another version of the program made it${others.length > 0 ? `: ${others.join(', ')} had other attributes then` : ''}. Import it with the version that made it.`,
  );
}

/** What is there and what the manifest says are the same parts. */
function refuseOtherParts(zip: CheckedZip, { entries, records }: SchoolManifest): void {
  const listed = new Set<string>([manifestName, signatureName]);
  for (const { name } of entries) {
    refuse(listed.has(name), `the manifest has ${printable(name)} twice.`);
    refuse(!zip.names.has(name), `${printable(name)} is missing.`);
    listed.add(name);
  }
  const unknown = [...zip.names].find((name) => !listed.has(name));
  refuse(unknown !== undefined, `the manifest does not know ${unknown}.`);
  const counted = new Set(records.map(({ file }) => file));
  refuse(counted.size !== records.length, 'the manifest counts one of its files twice.');
  for (const { file, kind } of records) {
    refuse(file !== `records/${kind}.jsonl` || !listed.has(file), `${printable(file)} is missing.`);
  }
  const uncounted = entries.find(({ name }) => name.startsWith('records/') && !counted.has(name));
  refuse(uncounted !== undefined, `the manifest does not count ${uncounted?.name}.`);
}

function filesOf(zip: CheckedZip, { entries }: SchoolManifest): SchoolInFile['files'] {
  return entries
    .filter(({ name }) => name.startsWith('files/'))
    .map(({ name, type, bytes }) => {
      const [, folder = '', rest = ''] = /^files\/([^/]+)\/(.+)$/.exec(name) ?? [];
      refuse(
        rest === '' || !Object.hasOwn(fileFolders, folder) || Object.hasOwn(foldersLeftOut, folder),
        `${name} is in no folder that a school’s file has.`,
      );
      refuse(bytes > longestFile, `${name} is larger than any file of a school.`);
      return { folder: folder as FileFolder, key: `${folder}/${rest}`, type, read: () => zip.readWhole(name, bytes) };
    });
}

/** Lines of a part that comes in pieces. */
class LineReader {
  readonly #name: string;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #rest = '';

  constructor(name: string) {
    this.#name = name;
  }

  take(piece: Buffer): string[] {
    let text: string;
    try {
      text = this.#rest + this.#decoder.decode(piece, { stream: true });
    } catch {
      throw damaged(`${this.#name} is not in UTF-8.`);
    }
    const lines = text.split('\n');
    this.#rest = lines.pop() ?? '';
    refuse(this.#rest.length > longestLine, `${this.#name} has a line that is longer than any record.`);
    return lines;
  }

  end(): void {
    refuse(this.#rest !== '', `${this.#name} ends within a line.`);
  }
}

/** Checks one line after the other of a kind. `seen` has the keys of all kinds. */
function lineChecker(kind: string, kinds: ReadonlyMap<string, RecordKind>, seen: Set<string>) {
  const declared = kinds.get(kind);
  refuse(
    (!declared && kind !== withoutKind) || declared?.secret !== undefined,
    `no record is of the kind "${printable(kind)}".`,
  );
  const schema = declared && (z.fromJSONSchema(declared.schema as never) as z.ZodType);
  return (line: string, number: number) => {
    const place = `records/${kind}.jsonl, line ${number}`;
    const record = recordOf(line, place);
    const fault = schema?.safeParse(attributesOfLine(record)).error?.issues[0];
    refuse(
      fault !== undefined,
      `${place}: ${printable(fault?.path.join('.') ?? '')}: ${printable(fault?.message ?? '')}`,
    );
    const { pk, sk } = storedOf(record, declared, place);
    refuse(typeof pk !== 'string' || typeof sk !== 'string' || pk === '' || sk === '', `${place} has no key.`);
    const key = createHash('sha256')
      .update(`${declared?.table ?? 'records'}\n${pk}\n${sk}`)
      .digest('base64')
      .slice(0, 22);
    refuse(seen.has(key), `${place} is there twice.`);
    seen.add(key);
  };
}

function recordOf(line: string, place: string): Record<string, unknown> {
  try {
    const record = JSON.parse(line);
    if (typeof record === 'object' && record !== null && !Array.isArray(record)) return record;
  } catch {
    // Said below.
  }
  throw damaged(`${place} is no record.`);
}

function storedOf(record: Record<string, unknown>, kind: RecordKind | undefined, place: string): StoredRecord {
  try {
    return toStored(record, kind);
  } catch (error) {
    throw damaged(`${place}: ${printable((error as Error).message)}`);
  }
}

async function* recordsOf(
  zip: CheckedZip,
  { records }: SchoolManifest,
  { table, kinds }: { table: RecordKind['table']; kinds: ReadonlyMap<string, RecordKind> },
): AsyncGenerator<StoredRecord> {
  for (const { kind, file } of records) {
    const declared = kinds.get(kind);
    if ((declared?.table ?? 'records') !== table) continue;
    const lines = new LineReader(file);
    for await (const piece of zip.read(file)) {
      for (const line of lines.take(piece)) yield toStored(JSON.parse(line), declared);
    }
  }
}
