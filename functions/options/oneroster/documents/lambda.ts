import { onerosterContract } from '#shared/options/oneroster/contract.ts';
import { documentHandler } from '../../../platform/requests/pipeline.ts';
import { authenticator } from '../../../sessions/authenticator.ts';

export const handler = documentHandler(
  onerosterContract,
  {
    addRosterKey: () => import('../keys/manage-keys.ts'),
    endRosterKey: () => import('../keys/manage-keys.ts'),
    listRosterKeys: () => import('../keys/manage-keys.ts'),
    startRosterFile: () => import('./start-roster-file.ts'),
    readRosterFiles: () => import('./read-roster-files.ts'),
  },
  authenticator,
);
