import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { documentHandler } from '../../../platform/requests/pipeline.ts';
import { authenticator } from '../../../sessions/authenticator.ts';

export const handler = documentHandler(
  markBookContract,
  {
    downloadMarkBookPage: () => import('./download-page.ts'),
    downloadSpreadsheet: () => import('./fetch-spreadsheet.ts'),
  },
  authenticator,
);
