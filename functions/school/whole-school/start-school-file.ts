import { termsContract } from '#shared/school/contract.ts';
import { runJob, toProgress } from '../../platform/jobs/run-job.ts';
import { deleteJob, isRunFollowedBy, readJob } from '../../platform/jobs/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { requireManageAdmins } from '../../platform/requests/require-manage-admins.ts';
import { planSchoolExport } from './export-plan.ts';
import { noteGivenOut } from './given-out.ts';

/** There is one at a time, and everybody sees the same. */
export const schoolFileJob = { name: 'export-school', key: 'school' } as const;

export const startSchoolFile = callHandler(termsContract.startSchoolFile, {
  handle: async ({ caller, request }) => {
    requireManageAdmins(caller);
    const by = { caller, request };
    const earlier = await readJob(schoolFileJob.name, schoolFileJob.key);
    const isMadeAgain = earlier?.state === 'finished' && !isRunFollowedBy(earlier, request.idempotencyKey);
    if (isMadeAgain) await deleteJob(earlier);
    if (isMadeAgain || !earlier) await noteGivenOut(by);
    return toProgress(await runJob({ ...schoolFileJob, plan: async () => planSchoolExport(), by }));
  },
});
