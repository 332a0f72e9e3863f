import type { JobNameOf } from '#shared/jobs.ts';
import { fillCardProof } from '../../options/fill-card-proof.ts';
import { type JobWorker, jobHandler } from '../../platform/jobs/worker.ts';
import { postReportsWorker } from './post-reports-worker.ts';
import { printCardsWorker } from './print-cards-worker.ts';

fillCardProof();

export const handler = jobHandler({
  'post-term-reports': postReportsWorker,
  'print-report-cards': printCardsWorker,
} satisfies Record<JobNameOf<'term-reports'>, JobWorker>);
