import { onerosterContract } from '#shared/options/oneroster/contract.ts';
import { documentHandler } from '../../../platform/requests/pipeline.ts';
import { authenticator } from '../../../sessions/authenticator.ts';

export const handler = documentHandler(
  onerosterContract,
  {
    startRosterFile: () => import('./start-roster-file.ts'),
    readRosterFiles: () => import('./read-roster-files.ts'),
  },
  authenticator,
);
