import type { JobNameOf } from '#shared/jobs.ts';
import { type JobWorker, jobHandler } from '../../../platform/jobs/worker.ts';
import { eraseStudent, eraseStudentsDue } from './erase-student.ts';

export const handler = jobHandler({
  'erase-student': eraseStudent,
  'erase-due': eraseStudentsDue,
} satisfies Record<JobNameOf<'student-register'>, JobWorker>);
