import type { JobNameOf } from '#shared/jobs.ts';
import { type JobWorker, jobHandler } from '../../platform/jobs/worker.ts';
import { registerStudents } from './register-students.ts';
import { undoRegistration } from './undo-registration.ts';

export const handler = jobHandler({
  'register-students': registerStudents,
  'undo-registration': undoRegistration,
} satisfies Record<JobNameOf<'terms'>, JobWorker>);
