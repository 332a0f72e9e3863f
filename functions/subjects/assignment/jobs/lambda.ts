import type { JobNameOf } from '#shared/jobs.ts';
import { type JobWorker, jobHandler } from '../../../platform/jobs/worker.ts';
import { assignStudents } from './assign-students.ts';

export const handler = jobHandler({
  'assign-students': assignStudents,
} satisfies Record<JobNameOf<'student-subjects'>, JobWorker>);
