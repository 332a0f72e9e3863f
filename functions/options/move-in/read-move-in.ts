import { moveInContract } from '#shared/options/move-in/contract.ts';
import { moveInWordings } from '#shared/options/move-in/wordings.ts';
import { NotFoundError } from '../../platform/errors.ts';
import { restartJobIfDead } from '../../platform/jobs/run-job.ts';
import { readJob } from '../../platform/jobs/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { toRun } from './run-answer.ts';

export const readMoveIn = callHandler(moveInContract.readMoveIn, {
  handle: async ({ input: { run }, request: { now } }) => {
    const job = await readJob('move-in', run);
    if (!job) throw new NotFoundError(moveInWordings.noRun);
    await restartJobIfDead(job, now);
    return toRun(job);
  },
});
