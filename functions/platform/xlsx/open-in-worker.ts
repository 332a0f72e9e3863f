import { ReadingLimitError, type ReadingLimits, startReadingThread } from '../reading-thread.ts';
import { type CsvBounds, isCsv } from './csv.ts';
import type { OpenedWorkbook } from './open-workbook.ts';
import type { ReadSheet } from './read-sheet.ts';
import type { Asked, Told } from './workbook-reader.ts';
import { refusedFile, uploadLimits } from './zip-archive.ts';

/** The largest file that `uploadLimits` let through takes less than half of each (ADR 0015). */
const readingLimits: ReadingLimits = { milliseconds: 7000, megabytes: 256 };

type Rows = ReadSheet['rows'];
/** A sheet, a piece of its rows at a time: the process goes on with other requests between two pieces. */
interface Pieces {
  merges: ReadSheet['merges'];
  rows: AsyncGenerator<Rows>;
}

/** A workbook open in a worker thread, which runs until it is closed. */
export interface WorkerWorkbook extends OpenedWorkbook {
  close(): Promise<void>;
}

const tooMuch = () => refusedFile('The file takes too much time or memory to read. Please save it again as .xlsx.');

/**
 * Opens an uploaded workbook in a thread of its own, so that no file ends or holds up the process: the thread has no more time and
 * memory than `limits`, and none of the process's environment.
 * @throws {ValidationError} on `file`, with the reason.
 */
export async function openInWorker(bytes: Uint8Array, limits: ReadingLimits = readingLimits): Promise<WorkerWorkbook> {
  const { sheetNames, readPieces, close } = await openPieces({ bytes }, limits);
  return {
    sheetNames,
    readSheet: async (name) => {
      const sheet = await readPieces(name);
      return sheet && (await wholeOf(sheet));
    },
    close,
  };
}

async function wholeOf({ rows: pieces, merges }: Pieces): Promise<ReadSheet> {
  const rows = new Map<number, Rows extends ReadonlyMap<number, infer Cells> ? Cells : never>();
  for await (const piece of pieces) for (const [row, cells] of piece) rows.set(row, cells);
  return { rows, merges };
}

async function openPieces(file: { bytes: Uint8Array; csv?: CsvBounds }, limits: ReadingLimits = readingLimits) {
  refuseOtherKinds(file.bytes);
  const { next: nextTold, send, close } = startReadingThread<Told>(program, file, limits);
  const next = async (): Promise<Exclude<Told, { refused: string }>> => {
    try {
      const told = await nextTold();
      if (!('refused' in told)) return told;
      await close();
      throw refusedFile(told.refused);
    } catch (error) {
      throw error instanceof ReadingLimitError ? tooMuch() : error;
    }
  };
  const ask = (asked: Asked) => {
    send(asked);
    return next();
  };
  async function* rest(first: Rows, isLast: boolean): AsyncGenerator<Rows> {
    yield first;
    for (let isOver = isLast; !isOver; ) {
      const told = await ask({ more: true });
      if (!('rows' in told)) return;
      yield told.rows;
      isOver = told.isLast;
    }
  }
  const first = await next();
  return {
    sheetNames: 'names' in first ? first.names : [],
    readPieces: async (name: string): Promise<Pieces | undefined> => {
      const told = await ask({ name });
      return 'rows' in told ? { merges: told.merges, rows: rest(told.rows, told.isLast) } : undefined;
    },
    close,
  };
}

const program = new URL('./workbook-reader.ts', import.meta.url);

/** First bytes of other kinds of files that people often upload by mistake. */
const otherKinds: readonly (readonly [start: string, kind: string])[] = [
  ['%PDF-', 'a PDF'],
  ['\xd0\xcf\x11\xe0', 'a file of an old Office program (.xls, .doc)'],
  ['\x89PNG', 'a picture'],
  ['\xff\xd8\xff', 'a picture'],
];

/** @throws {ValidationError} on `file`, which says what the file is */
function refuseOtherKinds(bytes: Uint8Array): void {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  const [, kind] =
    otherKinds.find(([mark]) => (mark === '%PDF-' ? start.includes(mark) : start.startsWith(mark))) ?? [];
  if (kind !== undefined)
    throw refusedFile(`This is ${kind}, not a spreadsheet. Please save the list as .xlsx or .csv.`);
}

const mostSheets = 20;

/** The sheets of a list that was handed in, as a workbook or as CSV, one by one. */
export async function* sheetsOf(bytes: Uint8Array): AsyncGenerator<ReadSheet> {
  const file = isCsv(bytes) ? { bytes, csv: { rows: uploadLimits.rows, kept: uploadLimits.columns } } : { bytes };
  const workbook = await openPieces(file);
  try {
    for (const name of workbook.sheetNames.slice(0, mostSheets)) {
      const sheet = await workbook.readPieces(name);
      if (sheet) yield await wholeOf(sheet);
    }
  } finally {
    await workbook.close();
  }
}

/**
 * The rows of a CSV file that was handed in, a piece at a time, read in a thread of its own.
 * @throws {ValidationError} on `file`, with the reason.
 */
export async function* csvRows(bytes: Uint8Array, csv: CsvBounds): AsyncGenerator<Rows> {
  const file = await openPieces({ bytes, csv });
  try {
    for (const name of file.sheetNames) {
      const sheet = await file.readPieces(name);
      if (sheet) yield* sheet.rows;
    }
  } finally {
    await file.close();
  }
}
