import { studentFilesContract } from '#shared/students/files/contract.ts';
import { documentHandler } from '../../../platform/requests/pipeline.ts';
import { authenticator } from '../../../sessions/authenticator.ts';

export const handler = documentHandler(
  studentFilesContract,
  {
    registrationForm: () => import('./registration-form.ts'),
    registrationFormFile: () => import('./registration-form.ts'),
  },
  authenticator,
);
