import type { JobNameOf } from '#shared/jobs.ts';
import { fillErasure } from '../../../options/fill-erasure.ts';
import { type JobWorker, jobHandler } from '../../../platform/jobs/worker.ts';
import { eraseStudentsDueWorker, eraseStudentWorker } from './erase-student-worker.ts';

fillErasure();

export const handler = jobHandler({
  'erase-student': eraseStudentWorker,
  'erase-due': eraseStudentsDueWorker,
} satisfies Record<JobNameOf<'student-register'>, JobWorker>);
