import { attendanceContract } from '#shared/attendance/contract.ts';
import { documentHandler } from '../../platform/requests/pipeline.ts';
import { authenticator } from '../../sessions/authenticator.ts';

export const handler = documentHandler(
  attendanceContract,
  { studentCards: () => import('../cards/student-cards.ts') },
  authenticator,
);
