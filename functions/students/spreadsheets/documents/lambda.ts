import { studentSpreadsheetsContract } from '#shared/students/spreadsheets/contract.ts';
import { documentHandler } from '../../../platform/requests/pipeline.ts';
import { authenticator } from '../../../sessions/authenticator.ts';

export const handler = documentHandler(
  studentSpreadsheetsContract,
  {
    storeRegistrationFile: () => import('./store-registration-file.ts'),
    downloadUploadTemplate: () => import('./upload-template.ts'),
  },
  authenticator,
);
