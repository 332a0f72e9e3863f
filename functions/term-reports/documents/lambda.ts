import { termReportsContract } from '#shared/term-reports/contract.ts';
import { documentHandler } from '../../platform/requests/pipeline.ts';
import { authenticator } from '../../sessions/authenticator.ts';

export const handler = documentHandler(
  termReportsContract,
  {
    completenessExcel: () => import('../completeness/completeness-excel.ts'),
    markSheet: () => import('./print-class-sheets.ts'),
    markSheetExcel: () => import('./print-class-sheets.ts'),
    postingChanges: () => import('../posting/posting-changes.ts'),
    postingCheck: () => import('../posting/posting-check.ts'),
    rankSheet: () => import('./print-class-sheets.ts'),
    reportCardFiles: () => import('./report-card-files.ts'),
    reportCard: () => import('./report-card.ts'),
  },
  authenticator,
);
