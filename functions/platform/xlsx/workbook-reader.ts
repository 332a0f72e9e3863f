import { parentPort, workerData } from 'node:worker_threads';
import { ValidationError } from '../errors.ts';
import { type CsvBounds, readCsv } from './csv.ts';
import { type OpenedWorkbook, openWorkbook } from './open-workbook.ts';
import type { ReadSheet } from './read-sheet.ts';

/** A request to the thread, which has sent the sheets' names: a sheet, or the next piece of its rows. */
export type Asked = { name: string } | { more: true };
/** A message of the reading thread: the sheets' names first, then the answers to requests. */
export type Told =
  | { names: readonly string[] }
  | { rows: ReadSheet['rows']; merges: ReadSheet['merges']; isLast: boolean }
  | { missing: true }
  | { refused: string };

/** Rows of one message: taking it over does not hold up the process that asked. */
const rowsAtOnce = 2000;

/** The program of that thread (`open-in-worker.ts` starts it). A refusal is told; any other failure ends it. */
const port = parentPort;
const { bytes, csv } = workerData as { bytes: Uint8Array; csv?: CsvBounds };
/** The rows of the sheet that were not told yet. */
let left: ReadSheet['rows'] extends ReadonlyMap<number, infer Cells> ? [number, Cells][] : never = [];

const file = await refusable(async () => (csv ? openCsv(csv) : openWorkbook(bytes)));
if (file) {
  tell({ names: file.sheetNames });
  port?.on('message', async (asked: Asked) => {
    if ('more' in asked) tellPiece([]);
    else
      await refusable(async () => {
        const sheet = await file.readSheet(asked.name);
        left = [...(sheet?.rows ?? [])];
        if (sheet) tellPiece(sheet.merges);
        else tell({ missing: true });
      });
  });
}

function openCsv(bounds: CsvBounds): OpenedWorkbook {
  const sheet = readCsv(bytes, bounds);
  return { sheetNames: ['CSV'], readSheet: async () => sheet };
}

function tellPiece(merges: ReadSheet['merges']): void {
  const piece = left.splice(0, rowsAtOnce);
  tell({ rows: new Map(piece), merges, isLast: left.length === 0 });
}

function tell(told: Told): void {
  port?.postMessage(told);
}

async function refusable<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    tell({ refused: error.message });
    return undefined;
  }
}
