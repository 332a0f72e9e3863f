import { transcriptsContract } from '#shared/options/transcripts/contract.ts';
import { documentHandler } from '../../../platform/requests/pipeline.ts';
import { authenticator } from '../../../sessions/authenticator.ts';

export const handler = documentHandler(
  transcriptsContract,
  {
    printDocuments: () => import('./print-documents.ts'),
    printTranscriptDraft: () => import('./print-documents.ts'),
    previewEarlierMarks: () => import('../earlier/preview-earlier-marks.ts'),
    downloadEarlierMarksTemplate: () => import('../earlier/earlier-marks-template.ts'),
    printTermList: () => import('./print-term-list.ts'),
    printBlankPaper: () => import('./print-blank-paper.ts'),
  },
  authenticator,
);
