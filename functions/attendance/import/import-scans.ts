import { attendanceContract } from '#shared/attendance/contract.ts';
import { runJob, toRunStatus } from '../../platform/jobs/run-job.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { batchesOfScans, currentIds, daysToImport, rangeOf } from './import-plan.ts';
import { readScannerFile } from './scanner-file.ts';

export const importScans = callHandler(attendanceContract.importScans, {
  handle: async ({ input: { file }, caller, request }) => {
    const { scans } = readScannerFile(new Uint8Array(await file.arrayBuffer()), request.now);
    const key = request.idempotencyKey;
    const plan = async () => {
      const [{ days }, students] = await Promise.all([daysToImport(rangeOf(scans)), currentIds()]);
      return batchesOfScans(scans, { days, students });
    };
    return {
      ...toRunStatus(await runJob({ name: 'import-scans', key, input: rangeOf(scans), plan, caller, request })),
      import: key,
    };
  },
});
