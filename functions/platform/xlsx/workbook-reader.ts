import { parentPort, workerData } from 'node:worker_threads';
import { ValidationError } from '../errors.ts';
import { openWorkbook } from './open-workbook.ts';
import type { ReadSheet } from './read-sheet.ts';

/** What the thread that reads a workbook says: its sheets' names first, and then each sheet that it is asked for by name. */
export type Told = { names: readonly string[] } | { sheet: ReadSheet | undefined } | { refused: string };

/** The program of that thread (`open-apart.ts` starts it). A refusal is told; any other failure ends it. */
const port = parentPort;
const workbook = await refusable(() => openWorkbook(workerData as Uint8Array));
if (workbook) {
  tell({ names: workbook.sheetNames });
  port?.on('message', async (name: string) => {
    await refusable(async () => tell({ sheet: await workbook.readSheet(name) }));
  });
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
