import { studentSpreadsheetsContract } from '#shared/students/spreadsheets/contract.ts';
import { sheetWordings } from '#shared/students/wordings.ts';
import { ConflictError } from '../../platform/errors.ts';
import { runJob, toProgress } from '../../platform/jobs/run-job.ts';
import { type JobItem, readJob, readJobRows, readRemarks } from '../../platform/jobs/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { nothingToUndoError } from '../../platform/undo/undoable-actions.ts';
import { readStudentNames } from '../records/store.ts';
import { parsePlannedRow } from './upload/planned-row.ts';
import { rowsPerUndoBatch, type UndoneRow, undoableUploads, uploadJobName } from './upload-acts.ts';

export const listStudentUploads = callHandler(studentSpreadsheetsContract.listStudentUploads, {
  handle: ({ request: { now } }) => undoableUploads.list({ now }),
});

export const undoStudentUpload = callHandler(studentSpreadsheetsContract.undoStudentUpload, {
  prefetch: ({ undo }) => ({ action: undoableUploads.key(undo) }),
  handle: async ({ input: { undo }, found: { action }, caller, request }) => {
    if (!action) throw nothingToUndoError();
    const upload = await readJob(uploadJobName, undo);
    if (upload?.state === 'running') {
      throw new ConflictError(sheetWordings.stillRunning);
    }
    const job = await runJob({
      name: 'undo-student-upload',
      key: undo,
      input: { run: upload?.run ?? null },
      plan: async () => (upload ? planOf(upload) : [[JSON.stringify(null)]]),
      caller,
      request,
    });
    return { ...toProgress(job), left: job.state === 'running' ? [] : await leftOf(job) };
  },
});

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

async function leftOf(job: JobItem) {
  const remarks = (await readRemarks(job)).map(({ row, text }) => ({
    ...(JSON.parse(row) as UndoneRow),
    reason: text,
  }));
  const names = await readStudentNames(remarks.map(({ id }) => id));
  return remarks.map(({ row, id, reason }) => ({ row, student_id: id, name: names.get(id) ?? id, reason }));
}
