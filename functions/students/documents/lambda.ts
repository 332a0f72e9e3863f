import { studentsContract } from '#shared/students/contract.ts';
import { doors } from '../../auth/store.ts';
import { documentHandler } from '../../platform/requests/pipeline.ts';

export const handler = documentHandler(
  studentsContract,
  { studentPicture: () => import('./student-picture.ts') },
  doors,
);
