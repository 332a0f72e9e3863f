import { studentSpreadsheetsContract } from '#shared/student-spreadsheets/contract.ts';
import { documentHandler } from '../../platform/requests/pipeline.ts';
import { authenticator } from '../../sessions/authenticator.ts';

export const handler = documentHandler(
  studentSpreadsheetsContract,
  {
    registrationDataSpreadsheet: () => import('./registration-data.ts'),
    spreadsheetStudentData: () => import('./student-data.ts'),
    spreadsheetOfStudents: () => import('./student-data.ts'),
    storeRegistrationFile: () => import('./store-registration-file.ts'),
    studentUploadTemplate: () => import('./upload-template.ts'),
  },
  authenticator,
);
