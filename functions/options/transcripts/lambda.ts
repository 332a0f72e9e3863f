import { transcriptsContract } from '#shared/options/transcripts/contract.ts';
import { apiHandler } from '../../platform/requests/pipeline.ts';
import { authenticator } from '../../sessions/authenticator.ts';

export const handler = apiHandler(
  transcriptsContract,
  {
    listTranscriptStudents: () => import('./transcript-students.ts'),
    readTranscript: () => import('./transcript-students.ts'),
    issueDocuments: () => import('./issue-documents.ts'),
    withdrawDocument: () => import('./withdraw-document.ts'),
    importEarlierMarks: () => import('./earlier/import-earlier-marks.ts'),
    listPostedTerms: () => import('./list-posted-terms.ts'),
    listActs: () => import('./undo.ts'),
    undoAct: () => import('./undo.ts'),
  },
  authenticator,
);
