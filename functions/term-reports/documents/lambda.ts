import { cardProofParts } from '#options/functions/card-proof';
import { figureCheckParts } from '#options/functions/figure-checks';
import { cardReaderParts } from '#options/functions/readers-of-cards';
import { cardSignatureParts } from '#options/functions/signatures-of-cards';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { documentHandler } from '../../platform/requests/pipeline.ts';
import { authenticator } from '../../sessions/authenticator.ts';
import { readersOfCards } from '../report-access.ts';
import { cardProofs } from '../report-cards/card-proofs.ts';
import { signaturesOfCards } from '../report-cards/layouts/signed-layout.ts';
import { figureChecks } from '../report-cards/wrong-figures.ts';

cardProofs.fill(cardProofParts);
readersOfCards.fill(cardReaderParts);
figureChecks.fill(figureCheckParts);
signaturesOfCards.fill(cardSignatureParts);

export const handler = documentHandler(
  termReportsContract,
  {
    readCompleteness: () => import('../completeness/completeness.ts'),
    printMarkSheet: () => import('./print-class-sheets.ts'),
    downloadMarkSheetSpreadsheet: () => import('./print-class-sheets.ts'),
    listPostingChanges: () => import('../posting/list-posting-changes.ts'),
    publishCardLayout: () => import('../layouts/publish-card-layout.ts'),
    addCrest: () => import('../layouts/add-crest.ts'),
    checkCardLayout: () => import('../layouts/check-card-layout.ts'),
    previewCardLayout: () => import('../layouts/preview-card-layout.ts'),
    checkPosting: () => import('../posting/check-posting.ts'),
    printRankSheet: () => import('./print-class-sheets.ts'),
    listReportCardFiles: () => import('./report-card-files.ts'),
    printReportCard: () => import('./print-report-card.ts'),
  },
  authenticator,
);
