import { attendanceContract } from '#shared/attendance/contract.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { NotFoundError } from '../../platform/errors.ts';
import { restartJobIfDead, runJob, toRunStatus } from '../../platform/jobs/run-job.ts';
import { readJob } from '../../platform/jobs/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { refusedFileError } from '../../platform/xlsx/zip-archive.ts';
import { batchScans, listCurrentStudentIds, listDaysToImport, matchScans, rangeOfScans } from './import-plan.ts';
import { readScannerFile } from './scanner-file.ts';

export const importScans = callHandler(attendanceContract.importScans, {
  handle: async ({ input: { file, same_ids: same = [], day_order: answered }, caller, request }) => {
    const { now } = request;
    const { scans, question } = await readScannerFile(new Uint8Array(await file.arrayBuffer()), { now, answered });
    if (question !== null) throw refusedFileError(attendanceWordings.openOrder);
    const key = request.idempotencyKey;
    const plan = async () => {
      const [{ days }, students] = await Promise.all([
        listDaysToImport(rangeOfScans(scans), request.now),
        listCurrentStudentIds(),
      ]);
      const { scans: matched } = matchScans(scans, { students, same: new Set(same) });
      return batchScans(matched, { days, students });
    };
    return {
      ...toRunStatus(
        await runJob({ name: 'import-scans', key, input: rangeOfScans(scans), plan, by: { caller, request } }),
      ),
      import: key,
    };
  },
});

export const readImportRun = callHandler(attendanceContract.readImportRun, {
  handle: async ({ input, request }) => {
    const job = await readJob('import-scans', input.import);
    if (!job) throw new NotFoundError(attendanceWordings.noSuchImport);
    await restartJobIfDead(job, request.now);
    return { ...toRunStatus(job), import: job.key };
  },
});
