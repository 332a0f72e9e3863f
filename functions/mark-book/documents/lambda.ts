import { markBookContract } from '#shared/mark-book/contract.ts';
import { doors } from '../../auth/store.ts';
import { documentHandler } from '../../platform/requests/pipeline.ts';

export const handler = documentHandler(
  markBookContract,
  {
    downloadMarkBookPage: () => import('./download-page.ts'),
    spreadsheetDownload: () => import('./fetch-spreadsheet.ts'),
  },
  doors,
);
