import { moveInContract } from '#shared/options/move-in/contract.ts';
import { apiHandler } from '../../platform/requests/pipeline.ts';
import { authenticator } from '../../sessions/authenticator.ts';

export const handler = apiHandler(
  moveInContract,
  {
    readMoveIn: () => import('./read-move-in.ts'),
    listActs: () => import('./undo.ts'),
    undoAct: () => import('./undo.ts'),
  },
  authenticator,
);
