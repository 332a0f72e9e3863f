import { termReportsContract } from '#shared/term-reports/contract.ts';
import { fillCardProof } from '../../options/fill-card-proof.ts';
import { documentHandler } from '../../platform/requests/pipeline.ts';
import { authenticator } from '../../sessions/authenticator.ts';

fillCardProof();

export const handler = documentHandler(
  termReportsContract,
  {
    downloadCompleteness: () => import('../completeness/completeness-excel.ts'),
    printMarkSheet: () => import('./print-class-sheets.ts'),
    downloadMarkSheetSpreadsheet: () => import('./print-class-sheets.ts'),
    listPostingChanges: () => import('../posting/list-posting-changes.ts'),
    checkPosting: () => import('../posting/check-posting.ts'),
    printRankSheet: () => import('./print-class-sheets.ts'),
    listReportCardFiles: () => import('./report-card-files.ts'),
    printReportCard: () => import('./print-report-card.ts'),
  },
  authenticator,
);
