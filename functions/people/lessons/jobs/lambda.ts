import type { JobNameOf } from '#shared/jobs.ts';
import { type JobWorker, jobHandler } from '../../../platform/jobs/worker.ts';
import { handOverLessons, undoHandOver } from './hand-over.ts';

export const handler = jobHandler({
  'hand-over-lessons': handOverLessons,
  'undo-hand-over': undoHandOver,
} satisfies Record<JobNameOf<'lessons'>, JobWorker>);
