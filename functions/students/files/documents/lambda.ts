import { studentFilesContract } from '#shared/students/files/contract.ts';
import { documentHandler } from '../../../platform/requests/pipeline.ts';
import { authenticator } from '../../../sessions/authenticator.ts';

export const handler = documentHandler(
  studentFilesContract,
  {
    printRegistrationForm: () => import('./registration-form.ts'),
    printRegistrationFormWithFiles: () => import('./registration-form.ts'),
  },
  authenticator,
);
