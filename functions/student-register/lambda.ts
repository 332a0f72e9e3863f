import { studentRegisterContract } from '#shared/student-register/contract.ts';
import { apiHandler } from '../platform/requests/pipeline.ts';
import { authenticator } from '../sessions/authenticator.ts';

export const handler = apiHandler(
  studentRegisterContract,
  {
    adminStudents: () => import('./list/admin-students.ts'),
    students: () => import('./list/students.ts'),
  },
  authenticator,
);
