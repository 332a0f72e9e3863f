import type { JobNameOf } from '#shared/jobs.ts';
import { type JobWorker, jobHandler } from '../../platform/jobs/worker.ts';
import { makeFamilyAccounts, undoFamilyAccounts } from './family-accounts.ts';

export const handler = jobHandler({
  'make-family-accounts': makeFamilyAccounts,
  'undo-family-accounts': undoFamilyAccounts,
} satisfies Record<JobNameOf<'families'>, JobWorker>);
