import type { JobNameOf } from '#shared/jobs.ts';
import { type JobWorker, jobHandler } from '../../../platform/jobs/worker.ts';
import { handOverLessonsWorker, undoHandOverWorker } from './hand-over-worker.ts';

export const handler = jobHandler({
  'hand-over-lessons': handOverLessonsWorker,
  'undo-hand-over': undoHandOverWorker,
} satisfies Record<JobNameOf<'lessons'>, JobWorker>);
