import { failedMailStep, type familyJobs } from '#shared/options/families/jobs.ts';
import { type JobWorker, jobHandler } from '../../../platform/jobs/worker.ts';
import { acceptRegistrationsWorker, undoAcceptRegistrationsWorker } from './accept-registrations-worker.ts';
import { makeFamilyAccountsWorker, undoFamilyAccountsWorker } from './family-accounts-worker.ts';
import { noteFailedMail, sendFamilyMailsWorker } from './send-family-mails-worker.ts';

export const handler = jobHandler(
  {
    'make-family-accounts': makeFamilyAccountsWorker,
    'undo-family-accounts': undoFamilyAccountsWorker,
    'send-family-mails': sendFamilyMailsWorker,
    'accept-registrations': acceptRegistrationsWorker,
    'undo-accept-registrations': undoAcceptRegistrationsWorker,
  } satisfies Record<keyof typeof familyJobs, JobWorker>,
  { [failedMailStep.name]: noteFailedMail },
);
