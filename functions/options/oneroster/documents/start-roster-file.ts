import { onerosterContract } from '#shared/options/oneroster/contract.ts';
import { rosterFileJob } from '#shared/options/oneroster/jobs.ts';
import { rosterFileWordings as wordings } from '#shared/options/oneroster/wordings.ts';
import { ConflictError } from '../../../platform/errors.ts';
import { runJob, toProgress } from '../../../platform/jobs/run-job.ts';
import { deleteJob, isRunFollowedBy, readJob } from '../../../platform/jobs/store.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { requireManageAdmins } from '../../../platform/requests/require-manage-admins.ts';
import { commit } from '../../../platform/table/acts/commit.ts';
import type { ChangesAskedFor } from '../files-out/make-roster-file.ts';
import { listRosterFiles } from '../records/roster-files.ts';

export const startRosterFile = callHandler(onerosterContract.startRosterFile, {
  handle: async ({ input: { since }, caller, request }) => {
    requireManageAdmins(caller);
    const by = { caller, request };
    const input: ChangesAskedFor = since === undefined ? {} : { since: await momentOf(since, request.now) };
    const earlier = await readJob(rosterFileJob.name, rosterFileJob.key);
    const isMadeAgain = earlier?.state === 'finished' && !isRunFollowedBy(earlier, request.idempotencyKey);
    if (isMadeAgain) await deleteJob(earlier);
    if (isMadeAgain || !earlier) {
      const changes = [{ field: 'roster', before: null, after: 'given out' }];
      await commit({ by, changes: [], trail: { subject: 'roster-file', changes }, logKind: 'files' });
    }
    return toProgress(await runJob({ ...rosterFileJob, input, plan: async () => [['everything']], by }));
  },
});

/** Until when a kept file says what there is. */
async function momentOf(madeAt: string, now: Date): Promise<string> {
  const file = (await listRosterFiles(now)).find((one) => one.madeAt === madeAt);
  if (!file) throw new ConflictError(wordings.gone);
  return file.takenAt;
}
