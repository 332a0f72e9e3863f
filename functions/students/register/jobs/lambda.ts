import type { JobNameOf } from '#shared/jobs.ts';
import { type JobWorker, jobHandler } from '../../../platform/jobs/worker.ts';
import { eraseDue, eraseStudent } from './erase-student.ts';

export const handler = jobHandler({
  'erase-student': eraseStudent,
  'erase-due': eraseDue,
} satisfies Record<JobNameOf<'student-register'>, JobWorker>);
