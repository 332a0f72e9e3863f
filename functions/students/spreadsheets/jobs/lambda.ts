import { type JobNameOf, nightlyRosterCheck } from '#shared/jobs.ts';
import { type JobWorker, jobHandler } from '../../../platform/jobs/worker.ts';
import { checkRosters } from '../../records/rosters/correct-rosters.ts';
import { undoUpload } from './undo-upload.ts';
import { uploadStudents } from './upload-students.ts';

export const handler = jobHandler(
  {
    'undo-student-upload': undoUpload,
    'upload-students': uploadStudents,
  } satisfies Record<JobNameOf<'student-spreadsheets'>, JobWorker>,
  { [nightlyRosterCheck.step.name]: checkRosters },
);
