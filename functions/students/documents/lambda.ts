import { studentsContract } from '#shared/students/contract.ts';
import { documentHandler } from '../../platform/requests/pipeline.ts';
import { authenticator } from '../../sessions/authenticator.ts';

export const handler = documentHandler(
  studentsContract,
  { readStudentPicture: () => import('./student-picture.ts') },
  authenticator,
);
