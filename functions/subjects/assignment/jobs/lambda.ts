import type { JobNameOf } from '#shared/jobs.ts';
import { type JobWorker, jobHandler } from '../../../platform/jobs/worker.ts';
import { assignStudentsWorker } from './assign-students-worker.ts';

export const handler = jobHandler({
  'assign-students': assignStudentsWorker,
} satisfies Record<JobNameOf<'student-subjects'>, JobWorker>);
