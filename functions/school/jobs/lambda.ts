import { recordKindParts } from '#options/functions/record-kinds.generated';
import type { JobNameOf } from '#shared/jobs.ts';
import { type JobWorker, jobHandler } from '../../platform/jobs/worker.ts';
import { kindsOfOptions } from '../whole-school/record-lines.ts';
import { exportSchoolWorker } from './export-school-worker.ts';
import { promoteStudentsWorker, undoPromotionWorker } from './promotion-worker.ts';
import { registerStudentsWorker, undoRegistrationWorker } from './registration-worker.ts';
import { takeOverLessonsWorker, undoTakeOverWorker } from './take-over-worker.ts';

kindsOfOptions.fill(recordKindParts);

export const handler = jobHandler({
  'export-school': exportSchoolWorker,
  'register-students': registerStudentsWorker,
  'undo-registration': undoRegistrationWorker,
  'promote-students': promoteStudentsWorker,
  'undo-promotion': undoPromotionWorker,
  'take-over-lessons': takeOverLessonsWorker,
  'undo-take-over': undoTakeOverWorker,
} satisfies Record<JobNameOf<'terms'>, JobWorker>);
