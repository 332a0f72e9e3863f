import type { JobNameOf } from '#shared/jobs.ts';
import { type JobWorker, jobHandler } from '../../platform/jobs/worker.ts';
import { archiveAttendanceWorker } from './archive-attendance-worker.ts';
import { importScansWorker } from './import-scans-worker.ts';
import { recalculateDaysWorker } from './recalculate-day-records-worker.ts';
import { undoImportScansWorker } from './undo-import-scans-worker.ts';
import { undoUpdateTermReportsWorker, updateTermReportsWorker } from './update-term-reports-worker.ts';

export const handler = jobHandler({
  'import-scans': importScansWorker,
  'undo-import-scans': undoImportScansWorker,
  'decide-days-again': recalculateDaysWorker,
  'archive-attendance': archiveAttendanceWorker,
  'update-term-reports': updateTermReportsWorker,
  'undo-update-term-reports': undoUpdateTermReportsWorker,
} satisfies Record<JobNameOf<'attendance'>, JobWorker>);
