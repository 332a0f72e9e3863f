import type { JobNameOf } from '#shared/jobs.ts';
import { type JobWorker, jobHandler } from '../../platform/jobs/worker.ts';
import { addScans } from './add-scans.ts';

export const handler = jobHandler({ 'import-scans': addScans } satisfies Record<JobNameOf<'attendance'>, JobWorker>);
