import { parentPort, workerData } from 'node:worker_threads';
import { ValidationError } from '../errors.ts';
import { type CsvBounds, parseCsv } from './csv.ts';
import { type OpenedWorkbook, openWorkbook, type SheetOfWorkbook } from './open-workbook.ts';
import type { ReadSheet } from './read-sheet.ts';

/** A request to the thread: a sheet by name, or the next piece of its rows. */
export type SheetPieceRequest = { name: string } | { more: true };
/** A message from the thread: the sheets first, then answers to requests. */
export type WorkbookThreadMessage =
  | { sheets: readonly SheetOfWorkbook[] }
  | (ReadSheet & { isLast: boolean })
  | { missing: true }
  | { refused: string };

/** Rows in one message: few enough not to block the process that receives it. */
const rowsAtOnce = 2000;

/**
 * This module is the thread's program (`open-in-worker.ts` starts it). It reports refusals; any other error ends it.
 */
const port = parentPort;
const { bytes, csv } = workerData as { bytes: Uint8Array; csv?: CsvBounds };
/** The rows of the sheet that were not sent yet. */
let pending: ReadSheet['rows'] extends ReadonlyMap<number, infer Cells> ? [number, Cells][] : never = [];

const file = await refusable(async () => (csv ? openCsv(csv) : openWorkbook(bytes)));
if (file) {
  send({ sheets: file.sheets });
  port?.on('message', async (request: SheetPieceRequest) => {
    if ('more' in request) sendPiece({ merges: [] });
    else
      await refusable(async () => {
        const sheet = await file.readSheet(request.name);
        pending = [...(sheet?.rows ?? [])];
        if (sheet) sendPiece(sheet);
        else send({ missing: true });
      });
  });
}

function openCsv(bounds: CsvBounds): OpenedWorkbook {
  const sheet = parseCsv(bytes, bounds);
  return { sheets: [{ name: 'CSV', isHidden: false }], readSheet: async () => sheet };
}

function sendPiece(sheet: Omit<ReadSheet, 'rows'>): void {
  const piece = pending.splice(0, rowsAtOnce);
  send({ ...sheet, rows: new Map(piece), isLast: pending.length === 0 });
}

function send(message: WorkbookThreadMessage): void {
  port?.postMessage(message);
}

async function refusable<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    send({ refused: error.message });
    return undefined;
  }
}
