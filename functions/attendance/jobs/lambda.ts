import type { JobNameOf } from '#shared/jobs.ts';
import { type JobWorker, jobHandler } from '../../platform/jobs/worker.ts';
import { archiveAttendanceWorker } from './archive-attendance.ts';
import { importScansWorker } from './import-scans.ts';
import { recalculateDaysWorker } from './recalculate-day-records.ts';
import { undoImportScansWorker } from './undo-import-scans.ts';
import { undoUpdateTermReportsWorker, updateTermReportsWorker } from './update-term-reports.ts';

export const handler = jobHandler({
  'import-scans': importScansWorker,
  'undo-import-scans': undoImportScansWorker,
  'decide-days-again': recalculateDaysWorker,
  'archive-attendance': archiveAttendanceWorker,
  'update-term-reports': updateTermReportsWorker,
  'undo-update-term-reports': undoUpdateTermReportsWorker,
} satisfies Record<JobNameOf<'attendance'>, JobWorker>);
