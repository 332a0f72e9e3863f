import { sheetWordings } from '#shared/students/wordings.ts';
import { undoableActs } from '#shared/undo/contract.ts';
import { type JobItem, readJobRows } from '../../platform/jobs/store.ts';
import { byJob, undoableKinds } from '../../platform/undo/undo-calls.ts';
import { outcomeOfUploadUndo } from './undo-outcome.ts';
import { parsePlannedRow } from './upload/planned-row.ts';
import { rowsPerUndoBatch, type UndoneRow, undoableUploads, uploadJobName } from './upload-acts.ts';

export const uploadActs = undoableKinds(
  undoableUploads,
  { openTo: undoableActs['student-spreadsheets'] },
  {
    'students uploaded': {
      undo: byJob({
        of: uploadJobName,
        as: { name: 'undo-student-upload' },
        stillRunning: sheetWordings.stillRunning,
        left: outcomeOfUploadUndo,
        input: (upload) => ({ run: upload?.run ?? null }),
        plan: planOf,
        unbegun: [[JSON.stringify(null)]],
      }),
    },
  },
);

/** The planned rows, in batches of one transaction each. */
async function planOf(upload: JobItem): Promise<string[][]> {
  const rows = (await readJobRows(upload)).flat().flatMap((text): UndoneRow[] => {
    const { kind, row, id } = parsePlannedRow(text);
    return kind === 'refused' ? [] : [{ kind, row, id }];
  });
  const batches: string[][] = [];
  for (let first = 0; first < rows.length; first += rowsPerUndoBatch) {
    batches.push(rows.slice(first, first + rowsPerUndoBatch).map((row) => JSON.stringify(row)));
  }
  return batches;
}
