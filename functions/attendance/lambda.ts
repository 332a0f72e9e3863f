import { attendanceContract } from '#shared/attendance/contract.ts';
import { apiHandler } from '../platform/requests/pipeline.ts';
import { authenticator } from '../sessions/authenticator.ts';

export const handler = apiHandler(
  attendanceContract,
  {
    attendanceStudents: () => import('./reports/attendance-students.ts'),
  },
  authenticator,
);
