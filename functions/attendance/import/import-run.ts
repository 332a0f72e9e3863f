import { attendanceContract } from '#shared/attendance/contract.ts';
import { NotFoundError } from '../../platform/errors.ts';
import { keepAlive, toRunStatus } from '../../platform/jobs/run-job.ts';
import { readJob } from '../../platform/jobs/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';

export const importRun = callHandler(attendanceContract.importRun, {
  handle: async ({ input, request }) => {
    const job = await readJob('import-scans', input.import);
    if (!job) throw new NotFoundError('There is no such import.');
    await keepAlive(job, request.now);
    return { ...toRunStatus(job), import: job.key };
  },
});
