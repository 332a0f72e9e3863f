import { studentSpreadsheetsContract } from '#shared/students/spreadsheets/contract.ts';
import { apiHandler } from '../../platform/requests/pipeline.ts';
import { authenticator } from '../../sessions/authenticator.ts';

export const handler = apiHandler(
  studentSpreadsheetsContract,
  {
    checkRegistrationRows: () => import('./upload/check-registration-rows.ts'),
    readStudentUploadProgress: () => import('./upload/student-upload.ts'),
    applyStudentUpload: () => import('./upload/apply-student-upload.ts'),
  },
  authenticator,
);
