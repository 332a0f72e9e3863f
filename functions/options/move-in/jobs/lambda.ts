import { idsOfFilesParts } from '#options/functions/ids-of-files';
import { pastRecordParts } from '#options/functions/past-records';
import type { moveInJobs } from '#shared/options/move-in/jobs.ts';
import { type JobWorker, jobHandler } from '../../../platform/jobs/worker.ts';
import { idsOfFiles } from '../ids-of-files.ts';
import { pastRecords } from '../past-records.ts';
import { moveInWorker } from './move-in-worker.ts';
import { undoMoveInWorker } from './undo-move-in-worker.ts';

idsOfFiles.fill(idsOfFilesParts);
pastRecords.fill(pastRecordParts);

export const handler = jobHandler({
  'move-in': moveInWorker,
  'undo-move-in': undoMoveInWorker,
} satisfies Record<keyof typeof moveInJobs, JobWorker>);
