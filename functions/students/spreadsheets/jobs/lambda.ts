import { type JobNameOf, nightlyRosterCheck } from '#shared/jobs.ts';
import { type JobWorker, jobHandler } from '../../../platform/jobs/worker.ts';
import { checkRosters } from '../../records/rosters/repair-rosters.ts';
import { undoUploadWorker } from './undo-upload-worker.ts';
import { uploadStudentsWorker } from './upload-students-worker.ts';

export const handler = jobHandler(
  {
    'undo-student-upload': undoUploadWorker,
    'upload-students': uploadStudentsWorker,
  } satisfies Record<JobNameOf<'student-spreadsheets'>, JobWorker>,
  { [nightlyRosterCheck.step.name]: checkRosters },
);
