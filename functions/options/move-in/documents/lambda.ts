import { moveInContract } from '#shared/options/move-in/contract.ts';
import { documentHandler } from '../../../platform/requests/pipeline.ts';
import { authenticator } from '../../../sessions/authenticator.ts';

export const handler = documentHandler(
  moveInContract,
  {
    previewMoveIn: () => import('./preview-move-in.ts'),
    startMoveIn: () => import('./start-move-in.ts'),
    downloadMoveInWorkbook: () => import('./download-workbook.ts'),
  },
  authenticator,
);
