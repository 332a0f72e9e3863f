import { onerosterContract } from '#shared/options/oneroster/contract.ts';
import { rosterFileJob } from '#shared/options/oneroster/jobs.ts';
import { runJob, toProgress } from '../../../platform/jobs/run-job.ts';
import { deleteJob, isRunFollowedBy, readJob } from '../../../platform/jobs/store.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { requireManageAdmins } from '../../../platform/requests/require-manage-admins.ts';
import { commit } from '../../../platform/table/acts/commit.ts';

export const startRosterFile = callHandler(onerosterContract.startRosterFile, {
  handle: async ({ caller, request }) => {
    requireManageAdmins(caller);
    const by = { caller, request };
    const earlier = await readJob(rosterFileJob.name, rosterFileJob.key);
    const isMadeAgain = earlier?.state === 'finished' && !isRunFollowedBy(earlier, request.idempotencyKey);
    if (isMadeAgain) await deleteJob(earlier);
    if (isMadeAgain || !earlier) {
      const changes = [{ field: 'roster', before: null, after: 'given out' }];
      await commit({ by, changes: [], trail: { subject: 'roster-file', changes }, logKind: 'permissions' });
    }
    return toProgress(await runJob({ ...rosterFileJob, plan: async () => [['everything']], by }));
  },
});
