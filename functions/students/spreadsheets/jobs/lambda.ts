import type { JobNameOf } from '#shared/jobs.ts';
import { type JobWorker, jobHandler } from '../../../platform/jobs/worker.ts';
import { undoUpload } from './undo-upload.ts';
import { uploadStudents } from './upload-students.ts';

export const handler = jobHandler({
  'undo-student-upload': undoUpload,
  'upload-students': uploadStudents,
} satisfies Record<JobNameOf<'student-spreadsheets'>, JobWorker>);
