import { markBookContract } from '#shared/mark-book/contract.ts';
import { doors } from '../auth/store.ts';
import { apiHandler } from '../platform/pipeline.ts';
import { deleteAssessment } from './assessments/delete-assessment.ts';
import { restoreAssessment } from './assessments/restore-assessment.ts';
import { saveAssessment } from './assessments/save-assessment.ts';
import { confirmUpload } from './confirm-upload.ts';
import { markBook } from './mark-book.ts';
import { saveMark } from './save-mark.ts';
import { uploadMarks } from './upload-marks.ts';

export const handler = apiHandler(
  markBookContract,
  { confirmUpload, deleteAssessment, markBook, restoreAssessment, saveAssessment, saveMark, uploadMarks },
  doors,
);
