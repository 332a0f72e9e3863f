import { once } from 'node:events';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip, createGzip, type Gzip } from 'node:zlib';
import { documentsBucket, openFile } from '../../platform/files/file-storage.ts';
import { keepDocument } from '../../platform/files/kept-documents.ts';
import { scanSegment } from '../../platform/table/scan-segment.ts';
import { kindAttribute } from '../../platform/table/table.ts';
import { keyOfRun, type TableSegment, tableSegments } from './export-plan.ts';
import { allRecordKinds, toLine } from './record-lines.ts';

/** What a segment has: lines by kind, and what was left out of it. */
export interface SegmentCounts {
  lines: Record<string, number>;
  secret: Record<string, number>;
  readUntil: string;
}

const nameOf = ({ table, segment }: TableSegment): string => `read/${table}-${segment}`;

/** The records of jobs that make files of the school: each file would have a different one of itself. */
const isOfExport = ({ pk }: Record<string, unknown>): boolean => /^job#export-school(#|$)/.test(String(pk));

/** Reads a segment, and keeps its lines packed, a file a kind. Done again it replaces them. */
export async function readSegment(run: string, segment: TableSegment): Promise<void> {
  const kinds = allRecordKinds();
  const counts: SegmentCounts = { lines: {}, secret: {}, readUntil: '' };
  const packers = new Map<string, LinePacker>();
  for await (const records of scanSegment(segment)) {
    const byKind = new Map<string, string[]>();
    for (const record of records) {
      const name = String(record[kindAttribute]);
      if (isOfExport(record)) continue;
      if (kinds.get(name)?.secret !== undefined) {
        counts.secret[name] = (counts.secret[name] ?? 0) + 1;
        continue;
      }
      const { kind, line } = toLine(record, kinds);
      counts.lines[kind] = (counts.lines[kind] ?? 0) + 1;
      const known = byKind.get(kind);
      if (known) known.push(line);
      else byKind.set(kind, [line]);
    }
    for (const [kind, lines] of byKind) {
      const packer = packers.get(kind) ?? new LinePacker();
      packers.set(kind, packer);
      await packer.write(`${lines.join('\n')}\n`);
    }
  }
  counts.readUntil = new Date().toISOString();
  for (const [kind, packer] of packers) {
    const key = keyOfRun(run, `${nameOf(segment)}/${kind}.jsonl.gz`);
    await keepDocument(key, await packer.end(), 'application/gzip');
  }
  const counted = Buffer.from(JSON.stringify(counts));
  await keepDocument(keyOfRun(run, `${nameOf(segment)}.json`), counted, 'application/json');
}

/** What zlib takes for each of some eighty kinds: 48 KB in place of 256. */
const packing = { level: 1, windowBits: 13, memLevel: 5, chunkSize: 4096 } as const;

/** Lines of a kind, of which only what they are packed into is in memory. */
class LinePacker {
  readonly #gzip: Gzip = createGzip(packing);
  readonly #packed: Buffer[] = [];

  constructor() {
    this.#gzip.on('data', (packed: Buffer) => this.#packed.push(packed));
  }

  async write(lines: string): Promise<void> {
    if (!this.#gzip.write(lines)) await once(this.#gzip, 'drain');
  }

  async end(): Promise<Uint8Array> {
    this.#gzip.end();
    await once(this.#gzip, 'end');
    return Buffer.concat(this.#packed);
  }
}

/** What every segment of a run has. @throws Error where one was not read */
export const readCounts = (run: string): Promise<SegmentCounts[]> =>
  Promise.all(
    tableSegments.map(async (segment) => {
      const text = await (
        await openFile(documentsBucket(), keyOfRun(run, `${nameOf(segment)}.json`))
      )?.Body?.transformToString();
      if (text === undefined) throw new Error(`${nameOf(segment)} of this run is missing`);
      return JSON.parse(text) as SegmentCounts;
    }),
  );

/** All lines of a kind, as UTF-8, in pieces of any length. */
export async function* linesOfKind(
  run: string,
  kind: string,
  counts: readonly SegmentCounts[],
): AsyncGenerator<Uint8Array> {
  for (const [index, segment] of tableSegments.entries()) {
    if (counts[index]?.lines[kind] === undefined) continue;
    const key = keyOfRun(run, `${nameOf(segment)}/${kind}.jsonl.gz`);
    const body = (await openFile(documentsBucket(), key))?.Body;
    if (!body) throw new Error(`${key} is missing`);
    yield* pipeline(body as Readable, createGunzip(), () => undefined) as AsyncIterable<Uint8Array>;
  }
}

/** The records of a kind, one after the other. */
export async function* recordsOfKind(
  run: string,
  kind: string,
  counts: readonly SegmentCounts[],
): AsyncGenerator<Record<string, unknown>> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of linesOfKind(run, kind, counts)) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line);
  }
}
