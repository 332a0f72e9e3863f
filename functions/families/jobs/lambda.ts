import type { JobNameOf } from '#shared/jobs.ts';
import { type JobWorker, jobHandler } from '../../platform/jobs/worker.ts';
import { makeFamilyAccountsWorker, undoFamilyAccountsWorker } from './family-accounts.ts';

export const handler = jobHandler({
  'make-family-accounts': makeFamilyAccountsWorker,
  'undo-family-accounts': undoFamilyAccountsWorker,
} satisfies Record<JobNameOf<'families'>, JobWorker>);
