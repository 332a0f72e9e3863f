import { nameWithId } from '#shared/people/shared-names.ts';
import { sheetWordings } from '#shared/students/wordings.ts';
import { undoableActs } from '#shared/undo/contract.ts';
import { type JobItem, readJobRows, readRemarks } from '../../platform/jobs/store.ts';
import { byJob, undoableKinds } from '../../platform/undo/undo-calls.ts';
import { readStudentNames } from '../records/store.ts';
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
        left: leftOf,
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

async function leftOf(job: JobItem): Promise<string[]> {
  const remarks = (await readRemarks(job)).map(({ row, text }) => ({
    ...(JSON.parse(row) as UndoneRow),
    reason: text,
  }));
  const names = await readStudentNames(remarks.map(({ id }) => id));
  return remarks.map(({ id, reason }) => `${nameWithId({ name: names.get(id) ?? id, student_id: id })}: ${reason}`);
}
