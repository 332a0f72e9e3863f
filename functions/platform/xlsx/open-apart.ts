import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { isCsv, readCsv } from './csv.ts';
import type { OpenedWorkbook } from './open-workbook.ts';
import type { ReadSheet } from './read-sheet.ts';
import type { Told } from './workbook-reader.ts';
import { refusedFile } from './zip-archive.ts';

/** What reading one workbook may cost. The largest that `uploadLimits` let through takes less than half of each (ADR 0099). */
export interface ReadingLimits {
  /** For all of it; a call has ten seconds. */
  milliseconds: number;
  /** Of the thread's own memory. */
  megabytes: number;
}
const readingLimits: ReadingLimits = { milliseconds: 7000, megabytes: 256 };

/** A workbook in a thread of its own, which goes on until it is closed. */
export interface ApartWorkbook extends OpenedWorkbook {
  close(): Promise<void>;
}

const tooMuch = () => refusedFile('The file takes too much time or memory to read. Please save it again as .xlsx.');

/**
 * Opens an uploaded workbook in a thread of its own, so that no file ends or holds up the process: the thread has no more time and
 * memory than `limits`, and none of the process's environment.
 * @throws {ValidationError} on `file`, with the reason.
 */
export async function openApart(bytes: Uint8Array, limits: ReadingLimits = readingLimits): Promise<ApartWorkbook> {
  const thread = new Worker(program, {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: limits.megabytes, maxYoungGenerationSizeMb: 16 },
    env: {},
    execArgv: [],
  });
  const end = AbortSignal.timeout(limits.milliseconds);
  const close = async () => void (await thread.terminate());
  const next = async (): Promise<Exclude<Told, { refused: string }>> => {
    try {
      const [told] = (await once(thread, 'message', { signal: end })) as [Told];
      if ('refused' in told) throw refusedFile(told.refused);
      return told;
    } catch (error) {
      await close();
      throw end.aborted || isOutOfMemory(error) ? tooMuch() : error;
    }
  };
  const first = await next();
  return {
    sheetNames: 'names' in first ? first.names : [],
    readSheet: async (name) => {
      thread.postMessage(name);
      const told = await next();
      return 'sheet' in told ? told.sheet : undefined;
    },
    close,
  };
}

/** In a bundle the thread's program is built beside what starts it (`infra/build/build-functions.ts`). */
const program = new URL(`./workbook-reader.${import.meta.url.endsWith('.ts') ? 'ts' : 'mjs'}`, import.meta.url);

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

const mostSheets = 20;

/** The sheets of a list that was handed in, as a workbook or as CSV, one by one. */
export async function* sheetsOf(bytes: Uint8Array): AsyncGenerator<ReadSheet> {
  if (isCsv(bytes)) {
    yield readCsv(bytes);
    return;
  }
  const workbook = await openApart(bytes);
  try {
    for (const name of workbook.sheetNames.slice(0, mostSheets)) {
      const sheet = await workbook.readSheet(name);
      if (sheet) yield sheet;
    }
  } finally {
    await workbook.close();
  }
}
