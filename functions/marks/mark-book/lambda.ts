import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { apiHandler } from '../../platform/requests/pipeline.ts';
import { authenticator } from '../../sessions/authenticator.ts';

export const handler = apiHandler(
  markBookContract,
  {
    confirmMarksUpload: () => import('./confirm-marks-upload.ts'),
    deleteAssessment: () => import('./assessments/delete-assessment.ts'),
    readMarkBookAt: () => import('./history/read-mark-book-at.ts'),
    readMarkBook: () => import('./read-mark-book.ts'),
    restoreAssessment: () => import('./assessments/restore-assessment.ts'),
    restoreMarkBook: () => import('./history/restore-mark-book.ts'),
    saveAssessment: () => import('./assessments/save-assessment.ts'),
    saveMark: () => import('./save-mark.ts'),
    previewMarksUpload: () => import('./preview-marks-upload.ts'),
  },
  authenticator,
);
