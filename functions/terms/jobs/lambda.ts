import type { JobNameOf } from '#shared/jobs.ts';
import { type JobWorker, jobHandler } from '../../platform/jobs/worker.ts';
import { promoteStudents } from './promote-students.ts';
import { registerStudents } from './register-students.ts';
import { undoPromotion } from './undo-promotion.ts';
import { undoRegistration } from './undo-registration.ts';

export const handler = jobHandler({
  'register-students': registerStudents,
  'undo-registration': undoRegistration,
  'promote-students': promoteStudents,
  'undo-promotion': undoPromotion,
} satisfies Record<JobNameOf<'terms'>, JobWorker>);
