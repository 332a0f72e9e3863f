import type { JobNameOf } from '#shared/jobs.ts';
import { type JobWorker, jobHandler } from '../../platform/jobs/worker.ts';
import { promoteStudents } from './promote-students.ts';
import { registerStudents } from './register-students.ts';
import { takeOverLessons } from './take-over-lessons.ts';
import { undoPromotion } from './undo-promotion.ts';
import { undoRegistration } from './undo-registration.ts';
import { undoTakeOver } from './undo-take-over.ts';

export const handler = jobHandler({
  'register-students': registerStudents,
  'undo-registration': undoRegistration,
  'promote-students': promoteStudents,
  'undo-promotion': undoPromotion,
  'take-over-lessons': takeOverLessons,
  'undo-take-over': undoTakeOver,
} satisfies Record<JobNameOf<'terms'>, JobWorker>);
