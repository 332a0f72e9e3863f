import type { JobNameOf } from '#shared/jobs.ts';
import { type JobWorker, jobHandler } from '../../platform/jobs/worker.ts';
import { promoteStudents, undoPromotion } from './promotion.ts';
import { registerStudents, undoRegistration } from './registration.ts';
import { takeOverLessons, undoTakeOver } from './take-over.ts';

export const handler = jobHandler({
  'register-students': registerStudents,
  'undo-registration': undoRegistration,
  'promote-students': promoteStudents,
  'undo-promotion': undoPromotion,
  'take-over-lessons': takeOverLessons,
  'undo-take-over': undoTakeOver,
} satisfies Record<JobNameOf<'terms'>, JobWorker>);
