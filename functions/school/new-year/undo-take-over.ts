import { academicYearTitle, startYearOf } from '#shared/school/academic-year.ts';
import { termsContract } from '#shared/school/contract.ts';
import { newYearWordings } from '#shared/school/wordings.ts';
import { ConflictError } from '../../platform/errors.ts';
import { runJob, toProgress } from '../../platform/jobs/run-job.ts';
import { deleteJob, isRunFollowedBy } from '../../platform/jobs/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { batchTakeOverRows } from './take-over-lessons.ts';
import { listSkippedByTakeOver, readTakeOverJobs, type TakeOverInput } from './take-over-status.ts';
import { listTakenOverByRun } from './taken-over.ts';

export const undoTakeOver = callHandler(termsContract.undoTakeOver, {
  handle: async ({ input, caller, request }) => {
    const year = startYearOf(input.academic_year_id);
    const { takeOver, undo } = await readTakeOverJobs(year);
    const isRepeated = undo !== undefined && isRunFollowedBy(undo, request.idempotencyKey);
    if (takeOver?.state === 'running') throw new ConflictError(newYearWordings.stillTaken);
    if (!takeOver && !isRepeated && undo?.state !== 'running') {
      throw new ConflictError(newYearWordings.nothingTaken(academicYearTitle(year)));
    }
    if (undo?.state === 'finished' && !isRepeated) await deleteJob(undo);
    const job = await runJob({
      name: 'undo-take-over',
      key: String(year),
      input: { ...(takeOver?.input as TakeOverInput), run: takeOver?.run ?? '' } satisfies TakeOverInput,
      plan: async () =>
        batchTakeOverRows((await listTakenOverByRun(takeOver?.run ?? '')).map(({ about }) => ({ about }))),
      caller,
      request,
    });
    // Without rows no worker runs, so the undo is finished here.
    if (job.total === 0 && takeOver) await deleteJob(takeOver);
    return { ...toProgress(job), left: await listSkippedByTakeOver(job) };
  },
});
