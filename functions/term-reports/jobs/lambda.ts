import type { JobNameOf } from '#shared/jobs.ts';
import { type JobWorker, jobHandler } from '../../platform/jobs/worker.ts';
import { postReports } from './post-reports.ts';
import { printCards } from './print-cards.ts';

export const handler = jobHandler({
  'post-term-reports': postReports,
  'print-report-cards': printCards,
} satisfies Record<JobNameOf<'term-reports'>, JobWorker>);
