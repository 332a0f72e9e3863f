import { termReportsContract } from '#shared/term-reports/contract.ts';
import { doors } from '../../auth/store.ts';
import { documentHandler } from '../../platform/pipeline.ts';
import { markSheet, markSheetExcel, rankSheet } from './print-class-sheets.ts';
import { reportCard } from './print-report-card.ts';

export const handler = documentHandler(
  termReportsContract,
  { markSheet, markSheetExcel, rankSheet, reportCard },
  doors,
);
