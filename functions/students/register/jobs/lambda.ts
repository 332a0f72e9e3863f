import { erasureParts } from '#options/functions/erasure';
import type { JobNameOf } from '#shared/jobs.ts';
import { type JobWorker, jobHandler } from '../../../platform/jobs/worker.ts';
import { eraseStudentsDueWorker, eraseStudentWorker, filesOfOptions } from './erase-student-worker.ts';
import { erasureRulesOfOptions } from './rows-to-erase.ts';

erasureRulesOfOptions.fill(erasureParts.rules);
filesOfOptions.fill(erasureParts.files);

export const handler = jobHandler({
  'erase-student': eraseStudentWorker,
  'erase-due': eraseStudentsDueWorker,
} satisfies Record<JobNameOf<'student-register'>, JobWorker>);
