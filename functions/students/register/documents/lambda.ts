import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { documentHandler } from '../../../platform/requests/pipeline.ts';
import { authenticator } from '../../../sessions/authenticator.ts';

export const handler = documentHandler(
  studentRegisterContract,
  { exportEverythingAboutStudent: () => import('./export-everything-about-student.ts') },
  authenticator,
);
