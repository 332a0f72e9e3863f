import type { UploadedRow, UploadStatus } from '#shared/students/spreadsheets/contract.ts';
import { studentSpreadsheetsContract } from '#shared/students/spreadsheets/contract.ts';
import { sheetWordings } from '#shared/students/wordings.ts';
import { NotFoundError } from '../../../platform/errors.ts';
import { restartJobIfDead, toProgress } from '../../../platform/jobs/run-job.ts';
import { type JobItem, readBatches, readJob } from '../../../platform/jobs/store.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { uploadJobName } from '../upload-acts.ts';
import { parsePlannedRow } from './planned-row.ts';

export const readStudentUploadProgress = callHandler(studentSpreadsheetsContract.readStudentUploadProgress, {
  handle: async ({ input, request }) => {
    const job = await readJob(uploadJobName, input.upload);
    if (!job) throw new NotFoundError(sheetWordings.noUpload);
    await restartJobIfDead(job, request.now);
    return toUploadAnswer(job);
  },
});

/** An upload as the calls answer it. */
export async function toUploadAnswer(job: JobItem): Promise<UploadStatus> {
  return { ...toProgress(job), upload: job.key, rows: job.state === 'running' ? [] : await rowsOf(job) };
}

/** The outcome of each row, in the order of the file. A failed run has not processed all of them. */
async function rowsOf(job: JobItem): Promise<UploadedRow[]> {
  const batches = await readBatches(job);
  const rows = batches.flatMap(({ rows, remarks }, batch): UploadedRow[] => {
    const reasons = new Map(remarks.map(({ row, text }) => [row, text]));
    return rows.map((text) => {
      const { row, id } = parsePlannedRow(text);
      const message = batch < job.next ? (reasons.get(String(row)) ?? null) : sheetWordings.endedBefore;
      return { row, id, error: message === null ? 0 : 1, message };
    });
  });
  return rows.sort((a, b) => a.row - b.row);
}
