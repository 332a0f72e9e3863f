import { markBookContract } from '#shared/mark-book/contract.ts';
import { doors } from '../auth/store.ts';
import { apiHandler } from '../platform/pipeline.ts';
import { confirmUpload } from './confirm-upload.ts';
import { deleteAssessment } from './delete-assessment.ts';
import { markBook } from './mark-book.ts';
import { restoreAssessment } from './restore-assessment.ts';
import { saveAssessment } from './save-assessment.ts';
import { saveMark } from './save-mark.ts';
import { uploadMarks } from './upload-marks.ts';

export const handler = apiHandler(
  markBookContract,
  { confirmUpload, deleteAssessment, markBook, restoreAssessment, saveAssessment, saveMark, uploadMarks },
  doors,
);
