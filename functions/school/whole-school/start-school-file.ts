import { manageAdminsAction } from '#shared/accounts/auth/permissions.ts';
import { authRefusals } from '#shared/accounts/wordings.ts';
import { termsContract } from '#shared/school/contract.ts';
import { ForbiddenError } from '../../platform/errors.ts';
import { runJob, toProgress } from '../../platform/jobs/run-job.ts';
import { deleteJob, isRunFollowedBy, readJob } from '../../platform/jobs/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { type Caller, hasAction } from '../../platform/requests/caller.ts';
import { planSchoolExport } from './export-plan.ts';
import { noteGivenOut } from './given-out.ts';

/** There is one at a time, and everybody sees the same. */
export const schoolFileJob = { name: 'export-school', key: 'school' } as const;

/** Who may do everything else, too, takes everything along. @throws ForbiddenError */
export function requireMayTakeSchool(caller: Pick<Caller, 'permissions'>): void {
  if (!hasAction(caller, manageAdminsAction)) throw new ForbiddenError(authRefusals.forbidden);
}

export const startSchoolFile = callHandler(termsContract.startSchoolFile, {
  handle: async ({ caller, request }) => {
    requireMayTakeSchool(caller);
    const by = { caller, request };
    const earlier = await readJob(schoolFileJob.name, schoolFileJob.key);
    const isMadeAgain = earlier?.state === 'finished' && !isRunFollowedBy(earlier, request.idempotencyKey);
    if (isMadeAgain) await deleteJob(earlier);
    if (isMadeAgain || !earlier) await noteGivenOut(by);
    return toProgress(await runJob({ ...schoolFileJob, plan: async () => planSchoolExport(), by }));
  },
});
