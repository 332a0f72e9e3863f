import { scanStationsContract } from '#shared/options/scan-stations/contract.ts';
import { documentHandler } from '../../../platform/requests/pipeline.ts';
import { authenticator } from '../../../sessions/authenticator.ts';

export const handler = documentHandler(
  scanStationsContract,
  { printAttendanceCards: () => import('./student-cards.ts') },
  authenticator,
);
