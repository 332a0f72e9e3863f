import { spreadsheetWordings } from '#shared/spreadsheets.ts';
import { ReadingLimitError, type ReadingLimits, startReadingThread } from '../reading-thread.ts';
import { type CsvBounds, isCsv } from './csv.ts';
import type { OpenedWorkbook, SheetOfWorkbook } from './open-workbook.ts';
import type { ReadSheet } from './read-sheet.ts';
import type { SheetPieceRequest, WorkbookThreadMessage } from './workbook-reader.ts';
import { refusedFileError, spreadsheetLimits } from './zip-archive.ts';

/** The largest file within `spreadsheetLimits` needs less than half of each (ADR 0015). */
const readingLimits: ReadingLimits = { milliseconds: 7000, megabytes: 256 };

type Rows = ReadSheet['rows'];
/** A sheet whose rows come in pieces, so that the process can serve other requests in between. */
type SheetInPieces = Omit<ReadSheet, 'rows'> & { rows: AsyncGenerator<Rows> };

/** A workbook open in a worker thread, which runs until it is closed. */
export interface WorkerWorkbook extends OpenedWorkbook {
  close(): Promise<void>;
}

const tooMuch = () => refusedFileError(spreadsheetWordings.tooSlow);

/**
 * Opens an uploaded workbook in a thread of its own, so that no file can block or crash the process. The thread has
 * limited time and memory, and no environment variables.
 * @throws {ValidationError} on `file`, with the reason.
 */
export async function openInWorker(bytes: Uint8Array, limits: ReadingLimits = readingLimits): Promise<WorkerWorkbook> {
  const { sheets, readPieces, close } = await openPieces({ bytes }, limits);
  return {
    sheets,
    readSheet: async (name) => {
      const sheet = await readPieces(name);
      return sheet && (await collectRows(sheet));
    },
    close,
  };
}

async function collectRows({ rows: pieces, ...sheet }: SheetInPieces): Promise<ReadSheet> {
  const rows = new Map<number, Rows extends ReadonlyMap<number, infer Cells> ? Cells : never>();
  for await (const piece of pieces) for (const [row, cells] of piece) rows.set(row, cells);
  return { ...sheet, rows };
}

async function openPieces(file: { bytes: Uint8Array; csv?: CsvBounds }, limits: ReadingLimits = readingLimits) {
  refuseOtherKinds(file.bytes);
  const { next, send, close } = startReadingThread<WorkbookThreadMessage>(program, file, limits);
  const nextMessage = async (): Promise<Exclude<WorkbookThreadMessage, { refused: string }>> => {
    try {
      const message = await next();
      if (!('refused' in message)) return message;
      await close();
      throw refusedFileError(message.refused);
    } catch (error) {
      throw error instanceof ReadingLimitError ? tooMuch() : error;
    }
  };
  const request = (message: SheetPieceRequest) => {
    send(message);
    return nextMessage();
  };
  async function* allRows(first: Rows, isLast: boolean): AsyncGenerator<Rows> {
    yield first;
    for (let isOver = isLast; !isOver; ) {
      const answer = await request({ more: true });
      if (!('rows' in answer)) return;
      yield answer.rows;
      isOver = answer.isLast;
    }
  }
  const first = await nextMessage();
  return {
    sheets: 'sheets' in first ? first.sheets : [],
    readPieces: async (name: string): Promise<SheetInPieces | undefined> => {
      const answer = await request({ name });
      if (!('rows' in answer)) return undefined;
      const { isLast, rows, ...sheet } = answer;
      return { ...sheet, rows: allRows(rows, isLast) };
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
  if (kind !== undefined) throw refusedFileError(spreadsheetWordings.notSpreadsheet(kind));
}

/** More than a school has classes. */
const mostSheets = 100;

/**
 * Reads the sheets of an uploaded list, a workbook or CSV, one by one.
 * @throws {ValidationError} on `file`, with the reason.
 */
export async function* readSheets(
  bytes: Uint8Array,
  { csvRows = spreadsheetLimits.rows, limits = readingLimits }: { csvRows?: number; limits?: ReadingLimits } = {},
): AsyncGenerator<SheetOfWorkbook & { sheet: ReadSheet }> {
  const file = isCsv(bytes) ? { bytes, csv: { rows: csvRows } } : { bytes };
  const workbook = await openPieces(file, limits);
  try {
    if (workbook.sheets.length > mostSheets) throw refusedFileError(spreadsheetWordings.mostSheets(mostSheets));
    for (const of of workbook.sheets) {
      const sheet = await workbook.readPieces(of.name);
      if (sheet) yield { ...of, sheet: await collectRows(sheet) };
    }
  } finally {
    await workbook.close();
  }
}
