import type { JobNameOf } from '#shared/jobs.ts';
import { type JobWorker, jobHandler } from '../../platform/jobs/worker.ts';
import { archiveAttendance } from './archive-attendance.ts';
import { addScans } from './import-scans.ts';
import { recalculateDays } from './recalculate-day-records.ts';
import { undoImportScans } from './undo-import-scans.ts';
import { undoUpdateTermReports, updateTermReports } from './update-term-reports.ts';

export const handler = jobHandler({
  'import-scans': addScans,
  'undo-import-scans': undoImportScans,
  'decide-days-again': recalculateDays,
  'archive-attendance': archiveAttendance,
  'update-term-reports': updateTermReports,
  'undo-update-term-reports': undoUpdateTermReports,
} satisfies Record<JobNameOf<'attendance'>, JobWorker>);
