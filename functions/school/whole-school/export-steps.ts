import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { type FileFolder, fileFolders } from '#shared/http/contract.ts';
import { foldersLeftOut, type ManifestEntry, type SchoolManifest } from '#shared/school/whole-school.ts';
import { FileInParts, type PartsWritten } from '../../platform/files/file-in-parts.ts';
import { documentsBucket, openFile } from '../../platform/files/file-storage.ts';
import { keepDocument } from '../../platform/files/kept-documents.ts';
import { bucketOfFolder, listFiles } from '../../platform/files/list-files.ts';
import { writeDeflated, writeDirectory, writeStored, type ZipEntry } from '../../platform/files/zip-pieces.ts';
import { school } from '../records/school.ts';
import {
  type ExportRun,
  keyOfMade,
  keyOfRun,
  keyOfSchoolFile,
  type SchoolFileMade,
  stepsOfFiles,
  stepsOfRecords,
  tableSegments,
  tablesForPeople,
} from './export-plan.ts';
import { fingerprintOf, signManifest } from './manifest-signature.ts';
import { readMe } from './read-me.ts';
import { linesOfKind, readCounts, readSegment, recordsOfKind, type SegmentCounts } from './read-segments.ts';
import { allRecordKinds, withoutKind } from './record-lines.ts';
import { shapesOf } from './shapes.ts';
import { renderTable } from './tables.ts';

/** Where the file stands after a step, and what the step has added. */
interface StepWritten {
  written: PartsWritten;
  entries: (ZipEntry & { type?: string })[];
}

const keyOfStep = ({ run }: ExportRun, batch: number): string => keyOfRun(run, `written/${batch}.json`);
/** What the step has written that is no part of S3 yet. */
const keyOfRest = ({ run }: ExportRun, batch: number): string => keyOfRun(run, `written/${batch}.rest`);

/** Does a step. Done again it does the same once more: what it goes on from is what the step before it kept. */
export async function workExportStep(run: ExportRun, batch: number, rows: readonly string[]): Promise<void> {
  const [first = ''] = rows;
  if (first.startsWith('read ')) {
    const segment = tableSegments[Number(first.slice('read '.length))];
    if (!segment) throw new Error(`There is no segment ${first}`);
    await readSegment(run.run, segment);
    return;
  }
  const file = await openFileOfStep(run, batch);
  const madeAt = new Date(run.startedAt);
  const entries: StepWritten['entries'] = [];
  const place = (name: string) => ({
    name,
    offset: file.bytes,
    madeAt,
    write: (bytes: Uint8Array) => file.write(bytes),
  });
  const step: Step = {
    run,
    madeAt,
    counts: await readCounts(run.run),
    deflate: async (name, content) => {
      entries.push(await writeDeflated(content, place(name)));
    },
    store: async (name, content, type) => {
      entries.push({ ...(await writeStored(content, place(name))), ...(type === undefined ? {} : { type }) });
    },
  };
  for (const row of rows) await writeRow(row, step);
  await keepDocument(keyOfRest(run, batch), file.rest, 'application/octet-stream');
  await keepJson(keyOfStep(run, batch), { written: file.state(), entries } satisfies StepWritten);
  file.close();
}

interface Step {
  run: ExportRun;
  madeAt: Date;
  counts: readonly SegmentCounts[];
  deflate: (name: string, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) => Promise<void>;
  store: (name: string, content: Uint8Array, type?: string) => Promise<void>;
}

const openFileOfStep = async (run: ExportRun, batch: number): Promise<FileInParts> =>
  batch === tableSegments.length
    ? FileInParts.begin(keyOfSchoolFile(run), 'application/zip')
    : goOnAfter(run, batch - 1);

async function goOnAfter(run: ExportRun, batch: number): Promise<FileInParts> {
  const rest = (await openFile(documentsBucket(), keyOfRest(run, batch)))?.Body;
  if (!rest) throw new Error(`What step ${batch} of this run has left is missing`);
  return FileInParts.goOn((await readStep(run, batch)).written, rest as Readable);
}

async function readStep(run: ExportRun, batch: number): Promise<StepWritten> {
  const step = (await readJson(keyOfStep(run, batch))) as StepWritten | undefined;
  if (!step) throw new Error(`Step ${batch} of this run is missing`);
  return step;
}

async function readJson(key: string): Promise<unknown> {
  const text = await (await openFile(documentsBucket(), key))?.Body?.transformToString();
  return text === undefined ? undefined : JSON.parse(text);
}

const keepJson = (key: string, content: unknown): Promise<void> =>
  keepDocument(key, Buffer.from(JSON.stringify(content)), 'application/json');

async function writeRow(row: string, step: Step): Promise<void> {
  const [what = '', name = ''] = row.split(' ');
  if (what === 'about') await writeAbout(step);
  else if (what === 'records') await writeRecords(Number(name), step);
  else if (what === 'table') await writeTable(name, step);
  else if (what === 'list') await listFilesOfParts(step);
  else if (what === 'files') await writeFiles(Number(name), step);
  else throw new Error(`There is no step ${row}`);
}

const asText = (text: string): Uint8Array[] => [Buffer.from(text)];
const asJson = (content: unknown): Uint8Array[] => asText(`${JSON.stringify(content, null, 2)}\n`);

async function writeAbout({ deflate, run }: Step): Promise<void> {
  await deflate('READ-ME.txt', asText(readMe({ school: school(), madeAt: run.startedAt })));
  await deflate('school.json', [readFileSync(process.env.SCHOOL_FILE ?? '')]);
  for (const { name, secret, schema, ...keys } of allRecordKinds().values()) {
    if (secret === undefined) await deflate(fileOfSchema(name), asJson(schemaOf(name, schema, keys)));
  }
}

/** The schema with what makes a line a record of the table. */
const schemaOf = (name: string, schema: object, { pk, sk, table }: { pk: string; sk: string; table: string }) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: name,
  $comment: `Table ${table}, key ${pk} / ${sk}`,
  ...schema,
});

/** The names of a kind's lines and schema in the file. */
export const fileOfKind = (kind: string): string => `records/${kind}.jsonl`;
export const fileOfSchema = (kind: string): string => `schemas/${kind}.schema.json`;

const countOf = (kind: string, counts: readonly SegmentCounts[]): number =>
  counts.reduce((sum, { lines }) => sum + (lines[kind] ?? 0), 0);

/** One of several parts of the kinds. A kind without records has no file. */
async function writeRecords(part: number, { run, counts, deflate }: Step): Promise<void> {
  for (const [index, kind] of [...allRecordKinds().keys(), withoutKind].entries()) {
    if (index % stepsOfRecords !== part || countOf(kind, counts) === 0) continue;
    await deflate(fileOfKind(kind), linesOfKind(run.run, kind, counts));
  }
}

async function writeTable(kind: string, { run, counts, madeAt, deflate }: Step): Promise<void> {
  const table = tablesForPeople.find((one) => one.kind === kind);
  const declared = allRecordKinds().get(kind);
  if (!table || !declared) throw new Error(`There is no kind ${kind}`);
  const records = recordsOfKind(run.run, kind, counts);
  const about = { title: table.title, schema: declared.schema, creator: school().name, madeAt };
  await deflate(`tables/${table.title}.xlsx`, renderTable(records, about));
}

/** Folders whose files are in it. */
export const foldersOfFile = (Object.keys(fileFolders) as FileFolder[]).filter((folder) => !(folder in foldersLeftOut));

/** The files of a part, as they were listed. */
type ListedFiles = readonly { folder: FileFolder; keys: string[] }[];

const keyOfListed = ({ run }: Step, part: number): string => keyOfRun(run.run, `listed/${part}.json`);

/** Lists every file once, and keeps which are in each part: its name alone decides. A hundred bytes a file. */
async function listFilesOfParts(step: Step): Promise<void> {
  const parts = Array.from({ length: stepsOfFiles }, () =>
    foldersOfFile.map((folder) => ({ folder, keys: [] as string[] })),
  );
  for (const [place, folder] of foldersOfFile.entries()) {
    for await (const key of listFiles(folder)) {
      const part = createHash('sha256').update(key).digest().readUInt32BE() % stepsOfFiles;
      parts[part]?.[place]?.keys.push(key);
    }
  }
  for (const [part, listed] of parts.entries()) await keepJson(keyOfListed(step, part), listed satisfies ListedFiles);
}

/** One of many parts of the files. */
async function writeFiles(part: number, step: Step): Promise<void> {
  const listed = (await readJson(keyOfListed(step, part))) as ListedFiles | undefined;
  if (!listed) throw new Error(`The files of part ${part} are not listed`);
  for (const { folder, keys } of listed) {
    for (const key of keys) {
      const file = await openFile(bucketOfFolder(folder), key);
      // Deleted since it was listed.
      if (file?.Body) await step.store(`files/${key}`, await file.Body.transformToByteArray(), file.ContentType);
    }
  }
}

/** Writes manifest, signature and directory, and lets the file be seen. Done again it ends the same. */
export async function finishSchoolExport(run: ExportRun, batches: number): Promise<void> {
  const counts = await readCounts(run.run);
  const entries: StepWritten['entries'] = [];
  for (let batch = tableSegments.length; batch < batches; batch += 1) {
    entries.push(...(await readStep(run, batch)).entries);
  }
  const file = await goOnAfter(run, batches - 1);
  const manifest = manifestOf(run, counts, entries);
  const bytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  const signature = await signManifest(bytes);
  const madeAt = new Date(run.startedAt);
  const write = (piece: Uint8Array) => file.write(piece);
  const ended = [...entries];
  for (const [name, content] of [
    ['manifest.json', bytes],
    ['signature.json', Buffer.from(`${JSON.stringify(signature, null, 2)}\n`)],
  ] as const) {
    ended.push(await writeDeflated([content], { name, offset: file.bytes, madeAt, write }));
  }
  await writeDirectory(ended, { offset: file.bytes, madeAt, write });
  await file.end();
  file.close();
  const made: SchoolFileMade = {
    bytes: file.bytes,
    records: manifest.records.reduce((sum, { count }) => sum + count, 0),
    files: entries.filter(({ name }) => name.startsWith('files/')).length,
    fingerprint: fingerprintOf(signature),
  };
  await keepJson(keyOfMade(run), made);
}

function manifestOf(
  { startedAt }: ExportRun,
  counts: readonly SegmentCounts[],
  entries: StepWritten['entries'],
): SchoolManifest {
  const { id, name } = school();
  const kinds = allRecordKinds();
  const named = [...kinds.keys(), withoutKind];
  return {
    format: 1,
    school: { id, name },
    madeAt: startedAt,
    readUntil:
      counts
        .map(({ readUntil }) => readUntil)
        .sort()
        .at(-1) ?? startedAt,
    shapes: shapesOf(kinds),
    records: named.flatMap((kind) => {
      const count = countOf(kind, counts);
      const schema = kind === withoutKind ? null : fileOfSchema(kind);
      return count === 0 ? [] : [{ kind, file: fileOfKind(kind), schema, count }];
    }),
    leftOut: [
      ...[...kinds.values()].flatMap(({ name: kind, secret, secretAttributes }) => [
        ...(secret === undefined
          ? []
          : [
              {
                what: `records ${kind}`,
                why: secret,
                count: counts.reduce((sum, one) => sum + (one.secret[kind] ?? 0), 0),
              },
            ]),
        ...Object.entries(secretAttributes).map(([attribute, why]) => ({ what: `${kind}.${attribute}`, why })),
      ]),
      { what: 'keys', why: 'keys that sign and encrypt are in no copy' },
      { what: 'passwords', why: 'the identity store reveals none: restore-users makes new ones' },
      ...Object.entries(foldersLeftOut).map(([folder, why]) => ({ what: `files ${folder}`, why })),
    ],
    entries: entries.map(
      ({ name: entry, bytes, sha256, type }): ManifestEntry => ({
        name: entry,
        bytes,
        sha256,
        ...(type === undefined ? {} : { type }),
      }),
    ),
  };
}
